import type { Freshness } from '../../contract/common.ts'
import { type Instant, MINUTE_MS, toRfc3339 } from '../core/instant.ts'
import type { InstrumentMarket } from '../domain/market/instrument-market.ts'
import { freshnessOfAll, MAX_AGE_MS, type Observation } from './freshness.ts'
import type { TradingReader } from './trading-reader.ts'

/**
 * Freshness of trading data: the ledger is local and always current, so its age is that of the account reading and
 * marks.
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

const priceObservedAtMs = (entry: InstrumentMarket | undefined): Instant | undefined =>
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
