/**
 * Funding of the simulated exchange: the rate by Binance's formula from the premium, its limits, and the settlement
 * times.
 */

import { type Decimal, decimal } from '../../../core/decimal.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../../core/instant.ts'
import type { PastFunding } from '../../../domain/market/market-event.ts'

/**
 * Creates the funding rate F = P + clamp(0.01% − P, −0.05%, 0.05%), within ±0.75%, where P is the average of the
 * premium at each minute of the period so far (binance.com/en/support/articles/360033525031, "Introduction to Binance
 * Futures Funding Rates").
 */
export const createFunding = (premium: (at: Instant) => number): Funding => {
  let periodMs = Number.NaN
  let minutes = 0
  let sum = 0

  /** Sums in order of time, regardless of earlier calls, so that the same minute always has the same average. */
  const averageTo = (at: Instant): number => {
    const wanted = Math.floor((at - floorToPeriod(at)) / MINUTE_MS) + 1
    if (periodMs !== floorToPeriod(at) || minutes > wanted) {
      periodMs = floorToPeriod(at)
      minutes = 0
      sum = 0
    }
    for (; minutes < wanted; minutes++) sum += premium(periodMs + minutes * MINUTE_MS)
    return sum / minutes
  }

  return {
    rate(at) {
      const average = averageTo(at)
      const rate = clamp(average + clamp(INTEREST - average, -DAMPENER, DAMPENER), -CAP, CAP)
      return { units: BigInt(Math.round(rate * 10 ** RATE_SCALE)), scale: RATE_SCALE }
    },
  }
}

export interface Funding {
  /**
   * Returns the estimate for the period that contains `at`, final at its last minute; the next settlement is at its
   * end.
   */
  rate(at: Instant): Decimal
}

/** Interval of settlements, which are at 00:00, 08:00 and 16:00 UTC. */
export const FUNDING_INTERVAL_MS = 8 * HOUR_MS

export const FUNDING_RATE_CAP = decimal('0.00750000')
export const FUNDING_RATE_FLOOR = decimal('-0.00750000')

const INTEREST = 0.0001
const DAMPENER = 0.0005
const CAP = 0.0075
const RATE_SCALE = 8

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** Returns the first settlement after `at`. */
export const nextFundingAfter = (at: Instant): Instant => floorToPeriod(at) + FUNDING_INTERVAL_MS

/** Returns the settlements of the last month before `at`, oldest first. */
export const pastFundings = (symbol: string, premium: (at: Instant) => number, at: Instant): readonly PastFunding[] => {
  const { rate } = createFunding(premium)
  const firstMs = nextFundingAfter(at) - FUNDINGS * FUNDING_INTERVAL_MS
  return Array.from({ length: FUNDINGS }, (_, index) => {
    const settledAtMs = firstMs + index * FUNDING_INTERVAL_MS
    return { symbol, rate: rate(settledAtMs - 1), settledAtMs, intervalMs: FUNDING_INTERVAL_MS }
  })
}

/** Number of settlements in a month. */
const FUNDINGS = 90

const floorToPeriod = (at: Instant): Instant => Math.floor(at / FUNDING_INTERVAL_MS) * FUNDING_INTERVAL_MS
