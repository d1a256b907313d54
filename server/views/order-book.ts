import type { OrderBook } from '../../contract/market.ts'
import { ok, type Result } from '../core/result.ts'
import type { Level } from '../domain/market/book-side.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { InstrumentMarket } from '../domain/market/instrument-market.ts'
import { type Answer, agedAnswer, openJson, type ViewRefusal } from './answer.ts'
import { MAX_AGE_MS } from './freshness.ts'
import { findObserved, type MarketReader } from './market-reader.ts'

/** The book of one instrument to `depth` levels a side; empty sides while it is being rebuilt. */
export const orderBookAnswer = (reader: MarketReader, symbol: string, depth: number): Result<Answer, ViewRefusal> => {
  const found = findObserved(reader, symbol, 'order book')
  if (!found.ok) return found
  const entry = found.value
  const version = `${entry.versions.book}.${entry.stream}`
  return ok(
    reader.cache(`book.${symbol}.${depth}`, version, (etag) =>
      agedAnswer(etag, openJson(bookBody(entry.instrument, shownBook(entry, depth))), {
        entry,
        maxAgeMs: MAX_AGE_MS.orderBook,
        origin: reader.origin,
      }),
    ),
  )
}

type Book = Omit<OrderBook, 'asOf' | 'source'>

/** The best levels of a book at one instant, and how it stood then. */
export interface ShownBook extends Pick<Book, 'depth' | 'bookSeq' | 'exchangeTimeMs' | 'state'> {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

export const shownBook = ({ book, stream }: InstrumentMarket, depth: number): ShownBook => ({
  depth,
  bids: book.bids.top(depth),
  asks: book.asks.top(depth),
  bookSeq: book.sequence,
  exchangeTimeMs: book.exchangeTimeMs,
  state: book.state === 'SYNCED' && stream !== 'live' ? 'STALE' : book.state,
})

export const bookBody = (instrument: Instrument, { depth, bids, asks, ...standing }: ShownBook): Book => ({
  symbol: instrument.symbol,
  depth,
  bids: bids.map((level) => pairOf(level, instrument)),
  asks: asks.map((level) => pairOf(level, instrument)),
  ...standing,
})

const pairOf = ({ price, quantity }: Level, instrument: Instrument): [string, string] => [
  instrument.price.print(price),
  quantity === 0 ? GONE : instrument.quantity.print(quantity),
]

/** What stands for the quantity of a level that is gone. */
const GONE = '0'
