import type { Freshness } from '../../contract/common.ts'
import { ageMs, type Instant, isFresh, toRfc3339 } from '../core/instant.ts'

export type Origin = Freshness['origin']

/** An observation and how long it may be relied on. */
export interface Observation {
  readonly observedAtMs: Instant
  readonly maxAgeMs: number
}

/** Maximum age up to which an observation of each kind is fresh, ms. */
export const MAX_AGE_MS = { orderBook: 2_000, ticker: 5_000, trades: 30_000, klines: 30_000 } as const

/** Returns the freshness of an observation; one with a timestamp in the future has no known age and is stale. */
export const assessFreshness = ({ observedAtMs, maxAgeMs }: Observation, nowMs: Instant, origin: Origin): Freshness => {
  const status = isFresh(observedAtMs, nowMs, maxAgeMs) ? 'FRESH' : 'STALE'
  return { status, observedAt: toRfc3339(observedAtMs), ageMs: ageMs(observedAtMs, nowMs), maxAgeMs, origin }
}

/** Freshness of several observations: the age of the oldest, `PARTIAL` when only some are fresh. */
export const freshnessOfAll = (all: readonly Observation[], nowMs: Instant, origin: Origin): Freshness => {
  const each = all.map((observation) => assessFreshness(observation, nowMs, origin))
  const oldest = each.reduce((a, b) => ((a.ageMs ?? Infinity) >= (b.ageMs ?? Infinity) ? a : b))
  const stale = each.filter(({ status }) => status === 'STALE').length
  return { ...oldest, status: stale === 0 ? 'FRESH' : stale === each.length ? 'STALE' : 'PARTIAL' }
}
