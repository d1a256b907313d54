import type { OrderBook } from '../../contract/market.ts'
import { ok, type Result } from '../core/result.ts'
import type { Level } from '../domain/market/book-side.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import { type Answer, agedAnswer, openJson, type ViewRefusal } from './answer.ts'
import { MAX_AGE_MS } from './freshness.ts'
import { findObserved, type MarketReader, type ObservedMarket } from './market-reader.ts'

/** The book of one instrument to `depth` levels a side; empty sides while it is being rebuilt. */
export const orderBookAnswer = (reader: MarketReader, symbol: string, depth: number): Result<Answer, ViewRefusal> => {
  const found = findObserved(reader, symbol, 'order book')
  if (!found.ok) return found
  const entry = found.value
  const version = `${entry.versions.book}.${entry.stream}`
  return ok(
    reader.cache(`book.${symbol}.${depth}`, version, (etag) =>
      agedAnswer(etag, openJson(bookOf(entry, depth)), {
        entry,
        maxAgeMs: MAX_AGE_MS.orderBook,
        origin: reader.origin,
      }),
    ),
  )
}

type Book = Omit<OrderBook, 'asOf' | 'source'>

const bookOf = ({ book, instrument, stream }: ObservedMarket, depth: number): Book => ({
  symbol: instrument.symbol,
  depth,
  bids: book.bids.top(depth).map((level) => pairOf(level, instrument)),
  asks: book.asks.top(depth).map((level) => pairOf(level, instrument)),
  bookSeq: book.sequence,
  exchangeTimeMs: book.exchangeTimeMs,
  state: book.state === 'SYNCED' && stream !== 'live' ? 'STALE' : book.state,
})

const pairOf = ({ price, quantity }: Level, instrument: Instrument): [string, string] => [
  instrument.price.print(price),
  instrument.quantity.print(quantity),
]
