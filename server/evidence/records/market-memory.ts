import type { Instant } from '../../core/instant.ts'
import { createMinutes, type Minutes } from '../../domain/microstructure/minutes.ts'
import { createSamples, type Samples } from './samples.ts'

/** Progress of reading the stored candles of an instrument. */
export interface CandlesRead {
  /** The step of its prices: counted in others, the minutes before mean nothing. */
  readonly step: string
  readonly minutes: Minutes
  /** Everything before is read. */
  readToMs: Instant
  /** Trend of its hourly candles, as of the hour that began then. */
  trend: Trend
}

export interface Trend {
  readonly hourMs: Instant
  readonly adx: number | null
  readonly slope: number | null
  readonly bars: number
}

/** State that the market readers keep between readings. Changed in place, by them alone. */
export interface MarketMemory {
  /** There and back of questions for the exchange's time; the last of them that was counted. */
  readonly roundTrips: Samples
  roundTripAtMs: Instant
  /** From the exchange to us; the last message of each instrument that was counted. */
  readonly lags: Samples
  readonly receivedAtMs: Map<string, Instant>
  readonly candles: Map<string, CandlesRead>
}

/** Two hours of questions; a quarter of an hour of three instruments. */
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
