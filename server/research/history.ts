/** Market history in memory, as read by a backtest. */

import type { Decimal } from '../core/decimal.ts'
import type { Instant, TimeRange } from '../core/instant.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { PastFunding } from '../domain/market/market-event.ts'

/**
 * One-minute candles as columns; row `i` is the minute that opens at `fromMs + i · 60,000`. Rows inside `gaps` contain
 * zeros and must not be used.
 */
export interface CandleColumns {
  readonly fromMs: Instant
  /** Number of minutes, including gaps. */
  readonly length: number
  /** Prices in ticks of the instrument. Mark and index prices are rounded to the nearest tick. */
  readonly open: Int32Array
  readonly high: Int32Array
  readonly low: Int32Array
  readonly close: Int32Array
  /** Volume in lots; whole numbers. Zero in mark and index candles. */
  readonly volume: Float64Array
  /** Taker buy volume in lots, NaN for a minute without it; null when the source does not report it. */
  readonly takerBuyVolume: Float64Array | null
  /** Turnover in tick·lots, whole numbers, NaN for a minute without it; null when the source does not report it. */
  readonly turnover: Float64Array | null
  readonly tradeCount: Int32Array | null
  /** Ranges of whole minutes without data, ascending and disjoint. */
  readonly gaps: readonly TimeRange[]
}

/** Open interest in base currency, as reported by the exchange at `atMs`. */
export interface OpenInterestReading {
  readonly atMs: Instant
  readonly openInterest: Decimal
}

/** Stored history of one instrument over `[fromMs, toMs)`; null for a kind that was never stored. */
export interface InstrumentHistory {
  readonly instrument: Instrument
  readonly last: CandleColumns
  readonly mark: CandleColumns | null
  readonly index: CandleColumns | null
  readonly funding: readonly PastFunding[] | null
  readonly openInterest: readonly OpenInterestReading[] | null
  /** SHA-256 over the decoded columns of every kind and month; equal data give equal digests. */
  readonly digest: string
}

/** Minute whose trades a driver asks for; it is resumed with them, or with null if they are not stored. */
export interface WantedTrades {
  readonly symbol: string
  readonly minuteMs: Instant
}

/** Trades of one minute in the order of their execution. */
export interface MinuteTrades {
  /** Milliseconds since the start of the minute. */
  readonly offsetMs: Int32Array
  /** Prices in quote currency. */
  readonly price: Float64Array
}

/** Stored trades of one exchange. */
export interface StoredTrades {
  /** Returns whether trades of any part of a range are stored. */
  covers(symbol: string, range: TimeRange): boolean
  /** Returns the trades of a minute; null if they are not stored. */
  read(wanted: WantedTrades): Promise<MinuteTrades | null>
  /** Returns the SHA-256 of all stored trades of a symbol in the days of a range. */
  digestStored(symbol: string, range: TimeRange): string
  /** Returns the SHA-256 of the trades of a symbol that have been read, and of the minutes without any. */
  digest(symbol: string): Promise<string>
}

/** Reads stored history; fails with `HISTORY_MISSING` when a symbol has no candles in the range. */
export type ReadHistory = (query: {
  readonly symbol: string
  readonly fromMs: Instant
  readonly toMs: Instant
}) => Promise<InstrumentHistory>
