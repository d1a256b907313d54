import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aListing } from '../../../../../test/ccxt-market/listing-samples.ts'
import { createBookSide } from '../../../../domain/market/order-book.ts'
import { createSideWindow, moveWindow, WINDOW_MAX } from './book-window.ts'

type Rows = readonly (readonly [price: number, amount: number])[]

const move = (...steps: readonly Rows[]) => {
  const window = createSideWindow('ASK')
  return steps.map((rows) => moveWindow(window, rows, aListing())).at(-1)
}

describe('moveWindow', () => {
  it('returns the full side first', () => {
    const levels = [
      { price: 1_001, quantity: 500 },
      { price: 1_002, quantity: 1_000 },
    ]
    expect(
      move([
        [100.1, 0.5],
        [100.2, 1],
      ]),
    ).toEqual({ levels, unreadable: [] })
  })

  it('then returns only added, changed and removed levels', () => {
    const moved = move(
      [
        [100.1, 0.5],
        [100.2, 1],
        [100.3, 2],
        [100.4, 4],
      ],
      [
        [100.2, 1],
        [100.25, 9],
        [100.3, 3],
        [100.4, 4],
        [100.5, 1],
      ],
    )
    expect(moved?.levels).toEqual([
      { price: 1_001, quantity: 0 },
      { price: 1_003, quantity: 3_000 },
      { price: 1_005, quantity: 1_000 },
    ])
  })

  it('silently omits levels off the tick, but not the best one', () => {
    expect(
      move([
        [100.1, 1],
        [100.25, 1],
      ]),
    ).toEqual({ levels: [{ price: 1_001, quantity: 1_000 }], unreadable: [] })
    expect(move([[100.05, 1]])).toEqual({ levels: [], unreadable: ['a level of 1 at 100.05'] })
  })

  it('removes a level whose quantity is no longer readable', () => {
    const moved = move([[100.1, 1]], [[100.1, 0.0005]])
    expect(moved).toEqual({ levels: [{ price: 1_001, quantity: 0 }], unreadable: ['a level of 0.0005 at 100.1'] })
  })

  it('ignores invalid rows', () => {
    const rows = [undefined, [], ['x', 'y'], [Number.NaN, 1], [100.1, -1], [100.2, 1]] as never
    expect(move(rows)?.levels).toEqual([{ price: 1_002, quantity: 1_000 }])
  })

  it.each(['BID', 'ASK'] as const)('lets a consumer that applies the changes have the same best levels: %s', (side) => {
    const anySide = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 9 })), {
      selector: ([price]) => price,
      maxLength: 300,
    })
    fc.assert(
      fc.property(fc.array(anySide, { maxLength: 6 }), (sides) => {
        const window = createSideWindow(side)
        const folded = createBookSide(side)
        for (const rows of sides) {
          const best = rows.toSorted(([a], [b]) => (side === 'BID' ? b - a : a - b))
          const moved = moveWindow(
            window,
            best.map(([price, amount]) => [price / 10, amount / 1_000]),
            aListing(),
          )
          for (const { price, quantity } of moved.levels) folded.set(price, quantity)
          const expected = best.slice(0, WINDOW_MAX).map(([price, quantity]) => ({ price, quantity }))
          expect(folded.top(WINDOW_MAX + 1)).toEqual(expected)
        }
      }),
    )
  })
})
