/** Order book of one instrument as the API body, and its parts for the stream. */

import type { OrderBook } from '../../contract/market.ts'
import { ok, type Result } from '../core/result.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { InstrumentMarket } from '../domain/market/instrument-market.ts'
import type { Level } from '../domain/market/order-book.ts'
import { type Answer, agedAnswer, openJson, type ViewRefusal } from './answer.ts'
import { MAX_AGE_MS } from './freshness.ts'
import { findObserved, type MarketReader } from './market-reader.ts'

/** Returns the order book of one instrument with `depth` levels per side; empty sides while it is being rebuilt. */
export const orderBookAnswer = (reader: MarketReader, symbol: string, depth: number): Result<Answer, ViewRefusal> => {
  const result = findObserved(reader, symbol, 'order book')
  if (!result.ok) return result
  const entry = result.value
  const version = `${entry.versions.book}.${entry.stream}`
  return ok(
    reader.cache(`book.${symbol}.${depth}`, version, (etag) =>
      agedAnswer(etag, openJson(bookBody(entry.instrument, displayedBook(entry, depth))), {
        entry,
        maxAgeMs: MAX_AGE_MS.orderBook,
        origin: reader.origin,
      }),
    ),
  )
}

type Book = Omit<OrderBook, 'asOf' | 'source'>

/** Best levels of an order book at one instant, with its state at that time. */
export interface DisplayedBook extends Pick<Book, 'depth' | 'bookSeq' | 'exchangeTimeMs' | 'state'> {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

export const displayedBook = ({ book, stream }: InstrumentMarket, depth: number): DisplayedBook => ({
  depth,
  bids: book.bids.top(depth),
  asks: book.asks.top(depth),
  bookSeq: book.sequence,
  exchangeTimeMs: book.exchangeTimeMs,
  state: book.state === 'SYNCED' && stream !== 'live' ? 'STALE' : book.state,
})

export const bookBody = (instrument: Instrument, { depth, bids, asks, ...standing }: DisplayedBook): Book => ({
  symbol: instrument.symbol,
  depth,
  bids: bids.map((level) => levelPair(level, instrument)),
  asks: asks.map((level) => levelPair(level, instrument)),
  ...standing,
})

const levelPair = ({ price, quantity }: Level, instrument: Instrument): [string, string] => [
  instrument.price.print(price),
  quantity === 0 ? GONE : instrument.quantity.print(quantity),
]

/** Quantity that marks a removed level. */
const GONE = '0'
