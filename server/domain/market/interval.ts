/** Candle intervals, their lengths, and their opening times in UTC. */

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'

/** All intervals, shortest first. */
export const INTERVALS = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d', '1w'] as const
export type Interval = (typeof INTERVALS)[number]

const WEEK_MS = 7 * DAY_MS

/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS

const LENGTH_MS: Record<Interval, number> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '1w': WEEK_MS,
}

export const intervalLength = (interval: Interval): number => LENGTH_MS[interval]

/** Returns the opening time of the candle that contains `at`. All candles are aligned to UTC. */
export const intervalStart = (interval: Interval, at: Instant): Instant => {
  const offset = interval === '1w' ? FIRST_MONDAY_MS : 0
  const length = LENGTH_MS[interval]
  return Math.floor((at - offset) / length) * length + offset
}
