import type { TickerData } from '../../../contract/stream/channel-data.ts'
import { MAX_AGE_MS } from '../../views/freshness.ts'
import type { MarketReader } from '../../views/market-reader.ts'
import { tickerOf } from '../../views/tickers.ts'
import type { ConflatedSource } from '../source.ts'
import { createWatch, freshnessAt, isNew, LOOK_EVERY_MS, type Watch } from './watch.ts'

/** The whole ticker, whenever anything of it has changed. */
export const tickerSource = (reader: MarketReader, symbol: string): ConflatedSource => {
  const versionOf = ({ versions }: Watch['entry']): string => String(versions.ticker)
  const watch = createWatch({ reader, symbol, maxAgeMs: MAX_AGE_MS.ticker, versionOf })
  let looks = 0
  let json: string | undefined
  return {
    delivery: 'CONFLATE',
    everyMs: LOOK_EVERY_MS,
    look(nowMs) {
      if (isNew(watch, nowMs)) {
        looks++
        json = undefined
      }
      return looks
    },
    since(seen) {
      json ??= JSON.stringify(dataOf(watch))
      return { type: seen === undefined ? 'snapshot' : 'delta', json }
    },
  }
}

const dataOf = (watch: Watch): TickerData => ({
  ...tickerOf(watch.entry),
  exchangeTimeMs: watch.entry.exchangeTimeMs ?? null,
  source: freshnessAt(watch),
})
