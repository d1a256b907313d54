/**
 * Market data events of any source: instruments, candles, trades, order books, quotes, mark prices, funding,
 * liquidations and stream changes.
 */

import { assertNever } from '../../core/assert.ts'
import type { Decimal } from '../../core/decimal.ts'
import type { Instant } from '../../core/instant.ts'
import { type Candle, closeTime } from './candle.ts'
import type { Instrument, Lots, Ticks } from './instrument.ts'
import type { BookDelta, BookSnapshot, Level } from './order-book.ts'
import type { Trade } from './trade-tape.ts'

/** Market data event, as any market source publishes it. The times are the exchange's. */
export type MarketEvent =
  | { readonly kind: 'instrument'; readonly instrument: Instrument }
  | { readonly kind: 'stream'; readonly change: StreamChange }
  /** A closed one-minute candle from before the stream, oldest first. */
  | { readonly kind: 'history'; readonly candle: Candle }
  /**
   * A closed one-minute candle of the exchange that replaces an incompletely observed one; only for the last closed
   * minute.
   */
  | { readonly kind: 'repair'; readonly candle: Candle }
  /** A closed minute from a source that delivers candles instead of trades. */
  | { readonly kind: 'minute'; readonly candle: Candle }
  /** Funding from before the stream, oldest first. */
  | { readonly kind: 'funding'; readonly funding: PastFunding }
  | { readonly kind: 'trade'; readonly trade: Trade }
  | { readonly kind: 'bookSnapshot'; readonly snapshot: BookSnapshot }
  | { readonly kind: 'bookDelta'; readonly delta: BookDelta }
  /** The source lost the sequence of an order book; a snapshot will follow without a request. */
  | { readonly kind: 'bookLost'; readonly symbol: string }
  | { readonly kind: 'quote'; readonly quote: Quote }
  | { readonly kind: 'markPrice'; readonly markPrice: MarkPrice }
  | { readonly kind: 'liquidation'; readonly liquidation: Liquidation }
  /**
   * All liquidations that the exchange publishes from `sinceMs` on were or will be received, until the stream is lost or
   * ends. Sent again after one could not be read. Without this event, no liquidations does not mean that there were none.
   */
  | { readonly kind: 'liquidationStream'; readonly symbol: string; readonly sinceMs: Instant }

/** Best bid and ask, from a faster stream than the order book. */
export interface Quote {
  readonly symbol: string
  readonly sequence: number
  readonly bid: Level
  readonly ask: Level
  readonly exchangeTimeMs: Instant
}

/** Price and funding data of the exchange; fields are null when it sends none. */
export interface MarkPrice {
  readonly symbol: string
  readonly mark: Ticks
  readonly index: Ticks | null
  readonly fundingRate: Decimal | null
  readonly fundingIntervalMs: number | null
  readonly nextFundingAtMs: Instant | null
  readonly fundingRateCap: Decimal | null
  readonly fundingRateFloor: Decimal | null
  /** Open interest in base currency. */
  readonly openInterest: Decimal | null
  readonly exchangeTimeMs: Instant
}

/**
 * Forced order of a participant whose margin was exhausted, as the exchange publishes it. Some publish at most one per
 * second and symbol.
 */
export interface Liquidation {
  readonly symbol: string
  /** Side of the forced order: `SELL` closes a long position. */
  readonly side: 'BUY' | 'SELL'
  /** Average price of execution, or the bankruptcy price where the exchange publishes only that; nearest tick. */
  readonly price: Ticks
  readonly quantity: Lots
  readonly liquidatedAtMs: Instant
}

/** A past funding rate. */
export interface PastFunding {
  readonly symbol: string
  readonly rate: Decimal
  readonly settledAtMs: Instant
  readonly intervalMs: number
}

/**
 * Completeness of an instrument's data. `live`: all data since `sinceMs` was or will be received. `lost`: later data
 * was not received. `ended`: the stream ended without losses.
 */
export type StreamChange =
  | { readonly symbol: string; readonly state: 'live'; readonly sinceMs: Instant }
  | { readonly symbol: string; readonly state: 'lost' | 'ended' }

/** An event about an instrument that is already listed. */
export type InstrumentEvent = Exclude<MarketEvent, { kind: 'instrument' }>

export const eventSymbol = (event: InstrumentEvent): string => {
  switch (event.kind) {
    case 'stream':
      return event.change.symbol
    case 'history':
    case 'repair':
    case 'minute':
      return event.candle.symbol
    case 'bookLost':
      return event.symbol
    case 'funding':
      return event.funding.symbol
    case 'trade':
      return event.trade.symbol
    case 'bookSnapshot':
      return event.snapshot.symbol
    case 'bookDelta':
      return event.delta.symbol
    case 'quote':
      return event.quote.symbol
    case 'markPrice':
      return event.markPrice.symbol
    case 'liquidation':
      return event.liquidation.symbol
    case 'liquidationStream':
      return event.symbol
    default:
      return assertNever(event)
  }
}

/**
 * Returns the exchange time of an observation; stream changes and candles from other sources do not advance the clock.
 */
export const eventTime = (event: InstrumentEvent): Instant | undefined => {
  switch (event.kind) {
    case 'stream':
    case 'history':
    case 'repair':
    case 'funding':
    case 'bookLost':
    case 'liquidationStream':
      return undefined
    case 'minute':
      return closeTime(event.candle)
    case 'trade':
      return event.trade.tradedAtMs
    case 'bookSnapshot':
      return event.snapshot.exchangeTimeMs
    case 'bookDelta':
      return event.delta.exchangeTimeMs
    case 'quote':
      return event.quote.exchangeTimeMs
    case 'markPrice':
      return event.markPrice.exchangeTimeMs
    case 'liquidation':
      return event.liquidation.liquidatedAtMs
    default:
      return assertNever(event)
  }
}

/**
 * Delay between exchange time and receipt of recorded messages, ms, across two clocks; negative when the recorder's
 * clock was behind.
 */
export interface RecordedLag {
  readonly messages: number
  readonly minMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}
