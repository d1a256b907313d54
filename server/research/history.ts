/** Market history in memory, as a backtest reads it. */

import type { Decimal } from '../core/decimal.ts'
import type { Instant, TimeRange } from '../core/instant.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { PastFunding } from '../domain/market/market-event.ts'

/**
 * One-minute candles as columns; row `i` is the minute that opens at `fromMs + i · 60,000`. Rows inside `gaps` hold
 * zeros that no reader may use.
 */
export interface CandleColumns {
  readonly fromMs: Instant
  /** Minutes, gaps included. */
  readonly length: number
  /** Prices in ticks of the instrument. Mark and index prices are rounded to the nearest tick. */
  readonly open: Int32Array
  readonly high: Int32Array
  readonly low: Int32Array
  readonly close: Int32Array
  /** In lots; whole numbers. Zero in mark and index candles. */
  readonly volume: Float64Array
  /** In lots, NaN in a minute that lacks it; null when the source does not report it. */
  readonly takerBuyVolume: Float64Array | null
  /** In ticks times lots, whole numbers, NaN in a minute that lacks it; null when the source does not report it. */
  readonly turnover: Float64Array | null
  readonly tradeCount: Int32Array | null
  /** Ranges of whole minutes without data, ascending and disjoint. */
  readonly gaps: readonly TimeRange[]
}

/** Open contracts in base currency, as the exchange reported them at `atMs`. */
export interface OpenInterestReading {
  readonly atMs: Instant
  readonly openInterest: Decimal
}

/** Everything that is known of one instrument over `[fromMs, toMs)`; null for a kind that was never stored. */
export interface InstrumentHistory {
  readonly instrument: Instrument
  readonly last: CandleColumns
  readonly mark: CandleColumns | null
  readonly index: CandleColumns | null
  readonly funding: readonly PastFunding[] | null
  readonly openInterest: readonly OpenInterestReading[] | null
  /** SHA-256 over the decoded columns of every kind, each month named; equal data give equal digests. */
  readonly digest: string
}

/** Reads stored history; refused with `HISTORY_MISSING` when a symbol has no candles in the range. */
export type ReadHistory = (query: {
  readonly symbol: string
  readonly fromMs: Instant
  readonly toMs: Instant
}) => Promise<InstrumentHistory>
