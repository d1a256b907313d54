import type { Freshness } from '../../contract/common.ts'
import { freshnessOfAll, MAX_AGE_MS, type Observation } from './freshness.ts'
import type { SymbolFilter } from './page.ts'
import { unread } from './trading-freshness.ts'
import type { TradingReader } from './trading-reader.ts'

/** Freshness of signals, which are computed from market data: that of the symbol with the oldest data. */
export const signalFreshness = (
  { market, now }: Pick<TradingReader, 'market' | 'now'>,
  symbols: SymbolFilter,
): Freshness => {
  const requested = symbols ?? [...market.instruments.keys()]
  const observations = requested.flatMap((symbol): Observation | Observation[] => {
    const observedAtMs = market.instruments.get(symbol)?.observedAtMs
    return observedAtMs === undefined ? [] : { observedAtMs, maxAgeMs: MAX_AGE_MS.klines }
  })
  if (observations.length === 0) return unread(now(), MAX_AGE_MS.klines)
  const freshness = freshnessOfAll(observations, now(), 'LOCAL_LEDGER')
  return observations.length === requested.length ? freshness : { ...freshness, status: 'PARTIAL' }
}
