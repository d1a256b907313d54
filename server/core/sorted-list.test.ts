import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insertSorted, removeSorted } from './sorted-list.ts'

interface Item {
  readonly rank: number
}

const byRank = (a: Item, b: Item): number => a.rank - b.rank

describe('a sorted list', () => {
  it('always has the order of a stable sort of the items that remain', () => {
    const anyItem = fc.nat(8).map((rank): Item => ({ rank }))
    fc.assert(
      fc.property(fc.array(anyItem), fc.array(fc.nat()), (items, removals) => {
        const list: Item[] = []
        for (const item of items) insertSorted(list, item, byRank)
        const remaining = [...items]
        for (const number of removals) {
          for (const removed of remaining.splice(number % (remaining.length + 1), 1))
            removeSorted(list, removed, byRank)
        }
        const expected = remaining.toSorted(byRank)
        expect(list).toHaveLength(expected.length)
        expect(list.every((item, index) => item === expected[index])).toBe(true)
      }),
    )
  })

  it('is unchanged by the removal of an item that it does not contain', () => {
    const list = [{ rank: 1 }, { rank: 2 }]
    removeSorted(list, { rank: 2 }, byRank)
    expect(list).toHaveLength(2)
  })
})
