/** State of the market readers between readings: latency samples and the progress of reading stored candles. */

import type { Instant } from '../../core/instant.ts'
import { createMinutes, type Minutes } from '../../domain/microstructure/minutes.ts'

/** State of the market readers, changed in place by the readers only. */
export interface MarketMemory {
  /** Round trips of exchange time requests, and the last one counted. */
  readonly roundTrips: Samples
  roundTripAtMs: Instant
  /** Delays from the exchange to us, and the last message counted per instrument. */
  readonly lags: Samples
  readonly receivedAtMs: Map<string, Instant>
  readonly candles: Map<string, CandlesRead>
}

export interface Trend {
  readonly hourMs: Instant
  readonly adx: number | null
  readonly slope: number | null
  readonly bars: number
}

/** Progress in reading the stored candles of an instrument. */
export interface CandlesRead {
  /** Tick size with which the minutes were read; they are invalid with any other. */
  readonly step: string
  readonly minutes: Minutes
  /** End of the newest minute that has been read. */
  readToMs: Instant
  /** Trend of the hourly candles, and the start of its hour. */
  trend: Trend
}

/** Numbers of samples: two hours of round trips, and fifteen minutes of messages for three instruments. */
const ROUND_TRIPS = 240
const LAGS = 3_000

export const createMarketMemory = (): MarketMemory => ({
  roundTrips: createSamples(ROUND_TRIPS),
  roundTripAtMs: 0,
  lags: createSamples(LAGS),
  receivedAtMs: new Map(),
  candles: new Map(),
})

export const createCandlesRead = (step: string, fromMs: Instant): CandlesRead => ({
  step,
  minutes: createMinutes(),
  readToMs: fromMs,
  trend: { hourMs: 0, adx: null, slope: null, bars: 0 },
})

/** The most recent measurements of one kind. */
interface Samples {
  readonly values: Float64Array
  count: number
}

/** Minimum sample counts below which a median and a 99th percentile are meaningless. */
const MEDIAN_MIN = 20
const NINETY_NINTH_MIN = 100

export const createSamples = (size: number): Samples => ({ values: new Float64Array(size), count: 0 })

export const addSample = (samples: Samples, value: number): void => {
  samples.values[samples.count++ % samples.values.length] = value
}

/** Returns the median and 99th percentile by nearest rank; null with too few samples. */
export const durationQuantiles = ({
  values,
  count,
}: Samples): { p50: number | null; p99: number | null; n: number } => {
  const n = Math.min(count, values.length)
  const sorted = values.slice(0, n).sort()
  const at = (share: number, least: number): number | null =>
    n < least ? null : Math.round((sorted[Math.ceil(share * n) - 1] ?? 0) * 10) / 10
  return { p50: at(0.5, MEDIAN_MIN), p99: at(0.99, NINETY_NINTH_MIN), n }
}
