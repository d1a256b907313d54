import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lots, ticks } from '../../market/instrument.ts'
import { bookWalk } from './compute-cost.ts'

const levels = (...given: readonly (readonly [price: number, quantity: number])[]) =>
  given.map(([price, quantity]) => ({ price: ticks(price), quantity: lots(quantity) }))

const ASKS = levels([1_000, 2], [1_001, 3], [1_010, 5])
const BIDS = levels([1_000, 2], [999, 3], [990, 5])

describe('bookWalk', () => {
  it.each<[number, number | null]>([
    [1, 0],
    [2, 0],
    [3, 1 / 3 / 1_000],
    [5, 3 / 5 / 1_000],
    [10, (3 + 50) / 10 / 1_000],
    [11, null],
  ])('for %d lots is %d, on either side', (quantity, expected) => {
    for (const side of [ASKS, BIDS]) {
      const walk = bookWalk(side, lots(quantity))
      if (expected === null) expect(walk).toBeNull()
      else expect(walk).toBeCloseTo(expected, 15)
    }
  })

  it('is unknown for an empty order book', () => {
    expect(bookWalk([], lots(1))).toBeNull()
  })

  it('never falls with the quantity', () => {
    const anySide = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 10 })
      .map((steps) => {
        let price = 1_000
        return steps.map(([step, quantity]) => {
          price += step
          return { price: ticks(price), quantity: lots(quantity) }
        })
      })
    fc.assert(
      fc.property(anySide, fc.integer({ min: 1, max: 60 }), (side, quantity) => {
        const walk = bookWalk(side, lots(quantity))
        const more = bookWalk(side, lots(quantity + 1))
        if (more === null) return
        expect(walk).toBeGreaterThanOrEqual(0)
        expect(walk).toBeLessThanOrEqual(more + 1e-15)
      }),
    )
  })
})
