/** Funding, open interest and basis of one instrument, and how unusual their current values are. */

import { compareDecimals, type Decimal, toFloat } from '../../core/decimal.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { MarkPrice, PastFunding } from '../market/market-event.ts'
import { computeMidRank, createHourlySeries, type HourlySeries, setHour } from './hourly-series.ts'
import { MICRO_RULES } from './micro-rules.ts'

/** Values received from the exchange, with the history they are compared with. */
export interface Funding {
  mark: MarkPrice | undefined
  rate: number | null
  /** Hourly rate, and the settled rates of the last ninety periods. */
  readonly hours: HourlySeries
  readonly settled: number[]
  /** First open interest received in each five-minute period of a day. */
  readonly interests: Float64Array
  readonly stamps: Float64Array
  /** Cached rank of a rate among the preceding hours; null after these hours changed. */
  rank: { readonly hour: number; readonly rate: number; readonly value: number | null } | null
}

const SAMPLE_MS = 5 * MINUTE_MS

/** A day of samples plus the reference sample. */
const SAMPLES = (24 * HOUR_MS) / SAMPLE_MS + 2

export const createFunding = (): Funding => ({
  mark: undefined,
  rate: null,
  hours: createHourlySeries(),
  settled: [],
  interests: new Float64Array(SAMPLES),
  stamps: new Float64Array(SAMPLES).fill(-1),
  rank: null,
})

export const enterMark = (funding: Funding, mark: MarkPrice): void => {
  const before = funding.mark
  if (before && mark.exchangeTimeMs < before.exchangeTimeMs) return
  if (isSettlement(before, mark) && funding.rate !== null) {
    keep(funding.settled, funding.rate)
  }
  funding.mark = mark
  funding.rate = mark.fundingRate && toFloat(mark.fundingRate)
  if (funding.rate !== null) {
    setHour(funding.hours, mark.exchangeTimeMs, funding.rate)
    if (funding.rank && Math.floor(mark.exchangeTimeMs / HOUR_MS) < funding.rank.hour) funding.rank = null
  }
  if (mark.openInterest) enterInterest(funding, toFloat(mark.openInterest), mark.exchangeTimeMs)
}

/** Records a settled rate, which applied to the hours up to its settlement. */
export const enterSettled = (funding: Funding, { rate, settledAtMs, intervalMs }: PastFunding): void => {
  const { settled, hours } = funding
  const value = toFloat(rate)
  funding.rank = null
  keep(settled, value)
  for (let at = settledAtMs - intervalMs; at < settledAtMs; at += HOUR_MS) setHour(hours, at, value)
}

/** Returns |rate| divided by the limit on its side; null when the venue publishes none. */
export const computeCapRatio = ({ mark, rate }: Funding): number | null => {
  if (!mark || rate === null) return null
  const bound = rate < 0 ? (mark.fundingRateFloor ?? mark.fundingRateCap) : mark.fundingRateCap
  if (!bound || compareDecimals(bound, ZERO) === 0) return null
  return Math.abs(rate / toFloat(bound))
}

/** Z-score of the rate against the settled ones; 0 when all of them are equal. */
export const settledZ = ({ rate, settled }: Funding): { z: number | null; n: number } => {
  const n = settled.length
  if (rate === null || n < MICRO_RULES.fundingSettlements) return { z: null, n }
  const mean = settled.reduce((sum, value) => sum + value, 0) / n
  const variance = settled.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n
  return { z: variance === 0 ? 0 : (rate - mean) / Math.sqrt(variance), n }
}

/** Returns the rank of the rate among the rates of the last thirty days; null while fewer than seven days are known. */
export const rateRank = (funding: Funding, at: Instant): number | null => {
  const { rate, hours, rank } = funding
  if (rate === null) return null
  const hour = Math.floor(at / HOUR_MS)
  if (rank?.hour === hour && rank.rate === rate) return rank.value
  const value = computeMidRank(hours, at, rate, RANK_DAYS_MIN)
  funding.rank = { hour, rate, value }
  return value
}

const RANK_DAYS_MIN = 7

/** The last mark price, of which only the prices are read. */
export interface MarkedFunding {
  readonly mark: Pick<MarkPrice, 'mark' | 'index'> | undefined
}

/** Mark price relative to index price, in basis points. */
export const computeBasisBps = ({ mark }: MarkedFunding): number | null =>
  mark?.index ? 10_000 * (mark.mark / mark.index - 1) : null

/**
 * Returns the change in open interest over the period that ends at `at`, as a share; null when either end is unknown.
 */
export const interestChange = (funding: Funding, at: Instant, lengthMs: number): number | null => {
  const now = interestAt(funding, at)
  const then = interestAt(funding, at - lengthMs)
  return now === null || then === null || then === 0 ? null : now / then - 1
}

/** Decline of open interest since an instant, as a share; null when unknown. */
export const interestDrop = (funding: Funding, sinceMs: Instant): number | null => {
  const then = interestAt(funding, sinceMs)
  const now = funding.mark?.openInterest
  return then === null || then === 0 || !now ? null : 1 - toFloat(now) / then
}

/** Returns the last known value at an instant, at most two samples old. */
const interestAt = ({ interests, stamps }: Funding, at: Instant): number | null => {
  const sample = Math.floor(at / SAMPLE_MS)
  for (let back = 0; back <= 1; back++) {
    const slot = (sample - back) % SAMPLES
    if (sample >= back && stamps[slot] === sample - back) return interests[slot] as number
  }
  return null
}

const keep = (settled: number[], rate: number): void => {
  settled.push(rate)
  if (settled.length > MICRO_RULES.fundingSettlements) settled.shift()
}

const ZERO: Decimal = { units: 0n, scale: 0 }

const isSettlement = (before: MarkPrice | undefined, { nextFundingAtMs }: MarkPrice): boolean =>
  nextFundingAtMs !== null && before !== undefined && (before.nextFundingAtMs ?? nextFundingAtMs) < nextFundingAtMs

const enterInterest = ({ interests, stamps }: Funding, interest: number, at: Instant): void => {
  const sample = Math.floor(at / SAMPLE_MS)
  const slot = sample % SAMPLES
  if ((stamps[slot] as number) >= sample) return
  interests[slot] = interest
  stamps[slot] = sample
}
