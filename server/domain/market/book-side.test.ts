import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levels } from '../../../test/support/market-samples.ts'
import { lots, ticks } from './instrument.ts'
import { createBookSide } from './order-book.ts'

const changesUpTo = (priceMax: number, maxLength: number) =>
  fc.array(fc.record({ price: fc.integer({ min: 1, max: priceMax }), quantity: fc.integer({ min: -45, max: 5 }) }), {
    maxLength,
    size: 'max',
  })

/** Changes of a few levels, and of so many that removed ones are compacted. */
const changes = fc.oneof(changesUpTo(30, 60), changesUpTo(200, 2_000))

describe('createBookSide', () => {
  it.each([
    ['BID', (a: number, b: number) => b - a],
    ['ASK', (a: number, b: number) => a - b],
  ] as const)('holds for the %s side what a map of prices holds, best first', (side, bestFirst) => {
    fc.assert(
      fc.property(changes, fc.nat({ max: 35 }), (list, count) => {
        const book = createBookSide(side)
        const model = new Map<number, number>()
        for (const { price, quantity } of list) {
          const set = Math.max(0, quantity)
          expect(book.set(ticks(price), lots(set))).toBe(model.get(price) ?? 0)
          if (set === 0) model.delete(price)
          else model.set(price, set)
        }
        const expected = levels(...[...model].sort(([a], [b]) => bestFirst(a, b)))
        expect(book.top(count)).toEqual(expected.slice(0, count))
        expect(book.best()).toEqual(expected[0])
        expect(book.depth).toBe(expected.length)
      }),
    )
  })

  it.each([
    ['BID', 9, { quantity: 5, value: 47 }],
    ['BID', 11, { quantity: 0, value: 0 }],
    ['ASK', 9, { quantity: 7, value: 59 }],
    ['ASK', 7, { quantity: 0, value: 0 }],
  ] as const)('sums the quantity resting on the %s side at %d ticks or better', (side, price, resting) => {
    const book = createBookSide(side)
    for (const level of levels([8, 4], [9, 3], [10, 2])) book.set(level.price, level.quantity)
    expect(book.within(price)).toEqual(resting)
  })

  it('is empty once cleared', () => {
    const book = createBookSide('BID')
    book.set(ticks(5), lots(1))
    book.clear()
    expect([book.depth, book.best(), book.top(9)]).toEqual([0, undefined, []])
  })
})
