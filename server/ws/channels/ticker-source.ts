import type { TickerData } from '../../../contract/stream/channel-data.ts'
import { MAX_AGE_MS } from '../../views/freshness.ts'
import type { MarketReader } from '../../views/market-reader.ts'
import { tickerBody } from '../../views/tickers.ts'
import type { ConflatedSource } from '../source.ts'
import { createWatch, freshnessAt, isNew, POLL_EVERY_MS, type Watch } from './watch.ts'

/** Data source of the ticker channels: publishes the complete ticker whenever any part has changed. */
export const tickerSource = (reader: MarketReader, symbol: string): ConflatedSource => {
  const computeVersion = ({ versions }: Watch['entry']): string => String(versions.ticker)
  const watch = createWatch({ reader, symbol, maxAgeMs: MAX_AGE_MS.ticker, computeVersion })
  let version = 0
  let json: string | undefined
  return {
    delivery: 'CONFLATE',
    everyMs: POLL_EVERY_MS,
    poll(nowMs) {
      if (isNew(watch, nowMs)) {
        version++
        json = undefined
      }
      return version
    },
    since(sentVersion) {
      json ??= JSON.stringify(toData(watch))
      return { type: sentVersion === undefined ? 'snapshot' : 'delta', json }
    },
  }
}

const toData = (watch: Watch): TickerData => ({
  ...tickerBody(watch.entry),
  exchangeTimeMs: watch.entry.exchangeTimeMs ?? null,
  source: freshnessAt(watch),
})
