import { expect, it } from 'vitest'
import { bookSteps, joinLevels } from './book-steps.ts'

const LEVELS = [
  ['100.1', '1'],
  ['100.9', '2'],
  ['101', '4'],
  ['101.1', '8'],
] as const

it('has the tick and multiples of ten as steps', () => {
  expect(bookSteps('0.1')).toEqual(['0.1', '1', '10', '100'])
})

it('groups levels away from the best price, so that none looks better than it is', () => {
  expect(joinLevels(LEVELS, 'SELL', '1')).toEqual([
    ['101', '7'],
    ['102', '8'],
  ])
  expect(joinLevels(LEVELS.toReversed(), 'BUY', '1')).toEqual([
    ['101', '12'],
    ['100', '3'],
  ])
})
