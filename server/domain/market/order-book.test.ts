import { describe, expect, it } from 'vitest'
import { aDelta, aSnapshot, levels, NOON_MS } from '../../../test/support/market-samples.ts'
import { applyDelta, applySnapshot, createOrderBook, invalidateBook, type OrderBook } from './order-book.ts'

/** A book from a snapshot with sequence 100. */
const synced = (): OrderBook => {
  const book = createOrderBook()
  expect(applySnapshot(book, aSnapshot())).toBe(true)
  return book
}

const summariseBook = ({ state, sequence, bids, asks }: OrderBook) => ({
  state,
  sequence,
  bids: bids.top(9).map(({ price, quantity }) => [price, quantity]),
  asks: asks.top(9).map(({ price, quantity }) => [price, quantity]),
})

const EMPTY_BOOK = { state: 'RESYNCING', bids: [], asks: [] }

describe('an order book that is waiting for its snapshot', () => {
  it('is empty and buffers what arrives', () => {
    const book = createOrderBook()
    expect(applyDelta(book, aDelta(1, 5, 0, { bids: levels([999, 1]) }))).toBe('buffered')
    expect(summariseBook(book)).toMatchObject(EMPTY_BOOK)
  })

  it('joins the snapshot to the buffered deltas', () => {
    const book = createOrderBook()
    applyDelta(book, aDelta(80, 95, 79, { bids: levels([990, 8]) }))
    applyDelta(book, aDelta(96, 105, 95, { bids: levels([999, 0]), asks: levels([1_001, 9]) }))
    applyDelta(book, aDelta(106, 110, 105, { bids: levels([1_000, 2]), exchangeTimeMs: NOON_MS + 7 }))
    expect(applySnapshot(book, aSnapshot())).toBe(true)
    expect(summariseBook(book)).toEqual({
      state: 'SYNCED',
      sequence: 110,
      bids: [
        [1_000, 2],
        [998, 7],
      ],
      asks: [
        [1_001, 9],
        [1_002, 6],
      ],
    })
    expect(book.exchangeTimeMs).toBe(NOON_MS + 7)
  })

  it('requests a snapshot again when it is older than the buffered deltas, and keeps those', () => {
    const book = createOrderBook()
    applyDelta(book, aDelta(150, 160, 149))
    applyDelta(book, aDelta(161, 170, 160))
    expect(applySnapshot(book, aSnapshot())).toBe(false)
    expect(summariseBook(book)).toMatchObject(EMPTY_BOOK)
    expect(applySnapshot(book, aSnapshot({ sequence: 155 }))).toBe(true)
    expect(summariseBook(book)).toMatchObject({ state: 'SYNCED', sequence: 170 })
  })

  it('requests a snapshot again when the buffered deltas have a gap, and continues after the gap', () => {
    const book = createOrderBook()
    applyDelta(book, aDelta(90, 105, 89))
    applyDelta(book, aDelta(121, 130, 120))
    expect(applySnapshot(book, aSnapshot())).toBe(false)
    expect(book.buffer.map(({ lastSequence }) => lastSequence)).toEqual([130])
    expect(applySnapshot(book, aSnapshot({ sequence: 125 }))).toBe(true)
    expect(book.sequence).toBe(130)
  })

  it('requests a snapshot again when it is crossed', () => {
    const book = createOrderBook()
    applyDelta(book, aDelta(101, 105, 100))
    expect(applySnapshot(book, aSnapshot({ bids: levels([1_001, 1]) }))).toBe(false)
    expect(summariseBook(book)).toMatchObject(EMPTY_BOOK)
    expect(applySnapshot(book, aSnapshot())).toBe(true)
    expect(book.sequence).toBe(105)
  })

  it('buffers the newest thousand deltas', () => {
    const book = createOrderBook()
    for (let u = 1; u <= 1_500; u++) applyDelta(book, aDelta(u, u, u - 1))
    expect([book.buffer.length, book.buffer[0]?.lastSequence]).toEqual([1_000, 501])
    expect(applySnapshot(book, aSnapshot({ sequence: 700 }))).toBe(true)
    expect(book.sequence).toBe(1_500)
  })
})

describe('the first delta after a snapshot with sequence 100', () => {
  it.each([
    ['ends before the snapshot', [90, 99, 89], 'stale'],
    ['ends with the snapshot', [90, 100, 89], 'applied'],
    ['spans the snapshot', [90, 110, 89], 'applied'],
    ['begins with the snapshot', [100, 110, 99], 'applied'],
    ['follows the snapshot without overlap', [101, 110, 100], 'applied'],
    ['begins after it, with something between', [102, 110, 101], 'gap'],
    ['begins long after it', [500, 510, 499], 'gap'],
  ] as const)('that %s (U, u, pu = %j) is %s', (_, [U, u, pu], outcome) => {
    const book = synced()
    expect(applyDelta(book, aDelta(U, u, pu, { bids: levels([997, 3]) }))).toBe(outcome)
    expect(book.state).toBe(outcome === 'gap' ? 'RESYNCING' : 'SYNCED')
    expect(book.sequence).toBe(outcome === 'applied' ? u : 100)
    expect(book.bids.depth).toBe({ applied: 3, stale: 2, gap: 0 }[outcome])
  })
})

describe('each later delta, after one that ended with 110,', () => {
  it.each([
    ['names its predecessor', [111, 120, 110], 'applied'],
    ['names another predecessor', [111, 120, 109], 'gap'],
    ['spans the sequence but names another predecessor', [105, 120, 104], 'gap'],
    ['came before', [90, 105, 89], 'stale'],
  ] as const)('that %s (U, u, pu = %j) is %s', (_, [U, u, pu], outcome) => {
    const book = synced()
    applyDelta(book, aDelta(95, 110, 94))
    expect(applyDelta(book, aDelta(U, u, pu))).toBe(outcome)
    expect(book.state).toBe(outcome === 'gap' ? 'RESYNCING' : 'SYNCED')
  })
})

describe('a synced order book', () => {
  it('treats a crossed book as a gap and buffers the delta for the next snapshot', () => {
    const book = synced()
    expect(applyDelta(book, aDelta(101, 110, 100, { bids: levels([1_001, 1]) }))).toBe('gap')
    expect(summariseBook(book)).toMatchObject(EMPTY_BOOK)
    expect(book.buffer).toHaveLength(1)
  })

  it('ignores a snapshot older than itself', () => {
    const book = synced()
    applyDelta(book, aDelta(95, 110, 94, { bids: levels([997, 3]) }))
    expect(applySnapshot(book, aSnapshot({ bids: levels([900, 1]) }))).toBe(true)
    expect(applyDelta(book, aDelta(111, 120, 110))).toBe('applied')
    expect(book.bids.depth).toBe(3)
  })

  it('restarts from a newer snapshot', () => {
    const book = synced()
    expect(applySnapshot(book, aSnapshot({ sequence: 200, bids: levels([990, 1]) }))).toBe(true)
    expect(summariseBook(book)).toMatchObject({ sequence: 200, bids: [[990, 1]] })
    expect(applyDelta(book, aDelta(195, 210, 194))).toBe('applied')
  })

  it('discards everything when its stream is interrupted', () => {
    const book = synced()
    invalidateBook(book)
    expect(summariseBook(book)).toMatchObject(EMPTY_BOOK)
    expect(applySnapshot(book, aSnapshot({ sequence: 3 }))).toBe(true)
    expect(book.sequence).toBe(3)
  })

  it('accepts an order book with one side only', () => {
    const book = createOrderBook()
    expect(applySnapshot(book, aSnapshot({ bids: [] }))).toBe(true)
    expect(summariseBook(book)).toMatchObject({ state: 'SYNCED', bids: [] })
  })
})
