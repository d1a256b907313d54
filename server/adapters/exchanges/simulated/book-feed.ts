import type { Instant } from '../../../core/instant.ts'
import type { Level } from '../../../domain/market/book-side.ts'
import { TICK_MS } from './agents/tick-view.ts'
import type { MatchingBook } from './book/matching-book.ts'
import type { Emit } from './trade-tape.ts'

/** Public feed of an order book. Sequences are numbers of ticks, so they grow from run to run. */
export interface BookFeed {
  snapshot(at: Instant, emit: Emit): void
  /** Emits the changes of a tick: at most one delta, and a quote when the touch has changed. */
  changes(tick: number, emit: Emit): void
}

const LAST_MS = TICK_MS - 1

const sameLevel = (a: Level | undefined, b: Level): boolean => a?.price === b.price && a.quantity === b.quantity

/** Creates a feed that begins with the order book as it is; `sequence` is the number of that state. */
export const createBookFeed = (symbol: string, book: MatchingBook, sequence: number): BookFeed => {
  let last = sequence
  let bid: Level | undefined
  let ask: Level | undefined
  book.takeChanges()

  const quote = (exchangeTimeMs: Instant, emit: Emit): void => {
    const bestBid = book.best('BUY')
    const bestAsk = book.best('SELL')
    if (!bestBid || !bestAsk || (sameLevel(bid, bestBid) && sameLevel(ask, bestAsk))) return
    bid = bestBid
    ask = bestAsk
    emit({ kind: 'quote', quote: { symbol, sequence: last, bid, ask, exchangeTimeMs } })
  }

  return {
    snapshot(at, emit) {
      const bids = book.top('BUY', Number.POSITIVE_INFINITY)
      const asks = book.top('SELL', Number.POSITIVE_INFINITY)
      emit({ kind: 'bookSnapshot', snapshot: { symbol, sequence: last, bids, asks, exchangeTimeMs: at } })
    },
    changes(tick, emit) {
      const exchangeTimeMs = tick * TICK_MS + LAST_MS
      const { bids, asks } = book.takeChanges()
      if (bids.length + asks.length === 0) return
      const sequences = { firstSequence: last + 1, lastSequence: tick, previousSequence: last }
      emit({ kind: 'bookDelta', delta: { symbol, ...sequences, bids, asks, exchangeTimeMs } })
      last = tick
      quote(exchangeTimeMs, emit)
    },
  }
}
