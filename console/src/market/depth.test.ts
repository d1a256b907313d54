import { expect, it } from 'vitest'
import { buildDepth, depthPath } from './depth.ts'

const BOOK = {
  bids: [
    ['99', '1'],
    ['98', '2'],
    ['90', '50'],
  ],
  asks: [
    ['101', '3'],
    ['102', '1'],
    ['104', '2'],
  ],
} as const

it('sums each side outwards, within the distance that both sides cover', () => {
  const depth = buildDepth(BOOK)
  expect(depth).toEqual({
    low: 96,
    high: 104,
    most: 6,
    bids: [
      { price: 99, sum: 1 },
      { price: 98, sum: 3 },
    ],
    asks: [
      { price: 101, sum: 3 },
      { price: 102, sum: 4 },
      { price: 104, sum: 6 },
    ],
  })
  expect(depth && depthPath(depth, depth.bids, depth.low)).toBe('M37.50 100H37.50V83.33H25.00V50.00H0.00V100Z')
})

it('has no depth while a side is empty', () => {
  expect(buildDepth({ ...BOOK, asks: [] })).toBeUndefined()
  const depth = buildDepth(BOOK)
  expect(depth && depthPath(depth, [], depth.low)).toBe('')
})
