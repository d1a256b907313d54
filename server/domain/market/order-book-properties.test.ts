import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDelta, aSnapshot, levels } from '../../../test/support/market-samples.ts'
import { runs } from '../../../test/support/runs.ts'
import { applyDelta, applySnapshot, type BookDelta, createOrderBook, type Level, type OrderBook } from './order-book.ts'

/** Highest bid price; above it are asks, so that the true order book is never crossed. */
const MIDDLE = 20

/** One numbered update of the venue: one level gets one quantity. */
type Update = readonly [price: number, quantity: number]

/** Next action of the venue; a delta carries so many updates and reaches the client or not. */
type Action =
  | { readonly kind: 'delta'; readonly updates: readonly Update[]; readonly arrives: boolean }
  | { readonly kind: 'snapshot'; readonly age: number }

const anyUpdate: fc.Arbitrary<Update> = fc.tuple(fc.integer({ min: 1, max: 2 * MIDDLE }), fc.nat({ max: 4 }))

const anyActions = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('delta' as const),
        updates: fc.array(anyUpdate, { minLength: 1, maxLength: 4 }),
        arrives: fc.integer({ max: 9, min: 0 }).map((draw) => draw > 0),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('snapshot' as const), age: fc.nat({ max: 12 }) }) },
  ),
  { maxLength: 60, size: 'max' },
)

const splitSides = (updates: readonly Update[], keepZeros: boolean): { bids: Level[]; asks: Level[] } => {
  const last = [...new Map(updates)].filter(([, quantity]) => keepZeros || quantity > 0)
  const side = (ofBids: boolean) => levels(...last.filter(([price]) => price <= MIDDLE === ofBids))
  return {
    bids: side(true).sort((a, b) => b.price - a.price),
    asks: side(false).sort((a, b) => a.price - b.price),
  }
}

/** Creates a venue and a client that receives all or most of its deltas, and snapshots that may be old. */
const createVenue = (book: OrderBook) => {
  const history: Update[] = []
  let previous = 0
  const snapshotAt = (sequence: number) => aSnapshot({ sequence, ...splitSides(history.slice(0, sequence), false) })
  const nextDelta = (updates: readonly Update[]): BookDelta => {
    const first = history.length + 1
    history.push(...updates)
    const delta = aDelta(first, history.length, previous, splitSides(updates, true))
    previous = history.length
    return delta
  }
  return {
    trueBookAt: (sequence: number) => splitSides(history.slice(0, sequence), false),
    act(action: Action): void {
      if (action.kind === 'snapshot') applySnapshot(book, snapshotAt(Math.max(0, history.length - action.age)))
      else {
        const delta = nextDelta(action.updates)
        if (action.arrives) applyDelta(book, delta)
      }
    },
    sendCurrent: () => applySnapshot(book, snapshotAt(history.length)),
  }
}

describe('an order book with arbitrary losses in transit', () => {
  it('is either the true order book at its sequence or empty', () => {
    fc.assert(
      fc.property(anyActions, (actions) => {
        const book = createOrderBook()
        const venue = createVenue(book)
        for (const action of actions) {
          venue.act(action)
          const visible = { bids: book.bids.top(99), asks: book.asks.top(99) }
          expect(visible).toEqual(book.state === 'SYNCED' ? venue.trueBookAt(book.sequence) : { bids: [], asks: [] })
        }
      }),
      { numRuns: runs(75) },
    )
  })

  it('is complete again with the next current snapshot and stays so while nothing is lost', () => {
    const later = fc.array(fc.array(anyUpdate, { minLength: 1, maxLength: 3 }), { maxLength: 10 })
    fc.assert(
      fc.property(anyActions, later, (actions, deltas) => {
        const book = createOrderBook()
        const venue = createVenue(book)
        for (const action of actions) venue.act(action)
        venue.sendCurrent()
        for (const updates of deltas) venue.act({ kind: 'delta', updates, arrives: true })
        expect(book.state).toBe('SYNCED')
      }),
    )
  })
})
