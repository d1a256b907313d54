/** Freshness of market and trading data, as included in API bodies: status, age and maximum age. */

import type { Freshness } from '../../contract/common.ts'
import { ageMs, type Instant, isFresh, MINUTE_MS, toRfc3339 } from '../core/instant.ts'
import type { InstrumentMarket } from '../domain/market/instrument-market.ts'
import type { TradingReader } from './trading-reader.ts'

/**
 * Returns the freshness of an observation; an observation with a timestamp in the future has no known age and is stale.
 */
export const assessFreshness = ({ observedAtMs, maxAgeMs }: Observation, nowMs: Instant, origin: Origin): Freshness => {
  const status = isFresh(observedAtMs, nowMs, maxAgeMs) ? 'FRESH' : 'STALE'
  return { status, observedAt: toRfc3339(observedAtMs), ageMs: ageMs(observedAtMs, nowMs), maxAgeMs, origin }
}

/** An observation and the period for which it is valid. */
export interface Observation {
  readonly observedAtMs: Instant
  readonly maxAgeMs: number
}

export type Origin = Freshness['origin']

/** Maximum age up to which an observation of each kind is fresh, ms. */
export const MAX_AGE_MS = { orderBook: 2_000, ticker: 5_000, trades: 30_000, klines: 30_000 } as const

/** Returns the freshness of several observations: the age of the oldest, `PARTIAL` when only some are fresh. */
export const freshnessOfAll = (all: readonly Observation[], nowMs: Instant, origin: Origin): Freshness => {
  const each = all.map((observation) => assessFreshness(observation, nowMs, origin))
  const oldest = each.reduce((a, b) => ((a.ageMs ?? Infinity) >= (b.ageMs ?? Infinity) ? a : b))
  const stale = each.filter(({ status }) => status === 'STALE').length
  return { ...oldest, status: stale === 0 ? 'FRESH' : stale === each.length ? 'STALE' : 'PARTIAL' }
}

/**
 * Returns the freshness of trading data: the ledger is local and always current, so the age is that of the account
 * reading and mark prices.
 */
export const tradingFreshness = (reader: TradingReader, symbols: readonly string[] = []): Freshness => {
  const { data } = reader.constitution
  const nowMs = reader.now()
  const readMaxAgeMs = data.maxReconciliationAgeMs ?? MINUTE_MS
  const marks = symbols.map((symbol) => priceObservedAtMs(reader.market.instruments.get(symbol)))
  const observations = [
    ...observed(reader.venueReadAtMs(), readMaxAgeMs),
    ...marks.flatMap((atMs) => observed(atMs, data.maxMarkAgeMs ?? MAX_AGE_MS.ticker)),
  ]
  if (observations.length === 0) return unread(nowMs, readMaxAgeMs)
  const freshness = freshnessOfAll(observations, nowMs, 'LOCAL_LEDGER')
  return observations.length === marks.length + 1 ? freshness : { ...freshness, status: 'PARTIAL' }
}

/** Returns the time of the valuation price: for a market without a mark price, the mid price. */
export const priceObservedAtMs = (entry: InstrumentMarket | undefined): Instant | undefined =>
  entry?.markPrice ? entry.markObservedAtMs : entry?.bookObservedAtMs

const observed = (observedAtMs: Instant | null | undefined, maxAgeMs: number): Observation[] =>
  observedAtMs === null || observedAtMs === undefined ? [] : [{ observedAtMs, maxAgeMs }]

/** Freshness before the first account reading: only the ledger is available. */
export const unread = (nowMs: Instant, maxAgeMs: number): Freshness => ({
  status: 'PARTIAL',
  observedAt: toRfc3339(nowMs),
  ageMs: 0,
  maxAgeMs,
  origin: 'LOCAL_LEDGER',
})
