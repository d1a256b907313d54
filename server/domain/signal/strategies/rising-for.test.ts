import { expect, it } from 'vitest'
import { risingFor } from './rising-for.ts'

it('counts consecutive bars on which a value rose, excluding unchanged ones', () => {
  const rising = risingFor()
  expect([Number.NaN, 5, 6, 7, 7, 8, 3, 4].map(rising)).toEqual([0, 0, 1, 2, 0, 1, 0, 1])
})
