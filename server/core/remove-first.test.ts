import { describe, expect, it } from 'vitest'
import { removeFirst } from './remove-first.ts'

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

const removed = (count: number, until: number): number => {
  const items = upTo(count)
  removeFirst(items, (item) => item < until)
  expect(items).toEqual(upTo(count).slice(count - items.length))
  return count - items.length
}

describe('removal of the first items', () => {
  it('removes those that match', () => {
    expect([removed(0, 3), removed(5, 0), removed(5, 3), removed(5, 9)]).toEqual([0, 0, 3, 5])
  })

  it('removes them in bulk from a long array', () => {
    expect([removed(20_000, 499), removed(20_000, 500), removed(20_000, 1_300)]).toEqual([0, 500, 1_000])
  })
})
