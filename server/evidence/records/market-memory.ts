/** State of the market readers between readings: latency samples and the progress of reading stored candles. */

import type { Instant } from '../../core/instant.ts'
import { createMinutes, type Minutes } from '../../domain/microstructure/minutes.ts'

/** The state; changed only by the readers, in place. */
export interface MarketMemory {
  /** Round trips of requests for the exchange's time, and the last one counted. */
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

/** Progress of reading the stored candles of an instrument. */
export interface CandlesRead {
  /** The tick size that the minutes were read with; with another one they are invalid. */
  readonly step: string
  readonly minutes: Minutes
  /** Everything before is read. */
  readToMs: Instant
  /** Trend of its hourly candles, as of the hour that began then. */
  trend: Trend
}

/** Numbers of samples: two hours of round trips, and a quarter of an hour of messages of three instruments. */
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

/** Median and 99th percentile by nearest rank; null where there are too few. */
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
