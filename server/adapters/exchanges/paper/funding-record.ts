import { HOUR_MS, type Instant, MINUTE_MS } from '../../../core/instant.ts'
import type { Ticks } from '../../../domain/market/instrument.ts'
import type { MarketEvent, PastFunding } from '../../../domain/market/market-event.ts'

/** Record of past funding settlements, collected from the events of an observed market. */
export interface FundingRecord {
  observe(event: MarketEvent): void
  /**
   * Returns the published rate of a settlement, valued at the opening price of its minute in place of the mark price;
   * undefined if the rate was not published.
   */
  at(symbol: string, settledAtMs: Instant): { readonly rate: PastFunding['rate']; readonly mark?: Ticks } | undefined
}

/** Maximum number of records per symbol: three months of hourly settlements. */
const RATES_MAX = 2_200

export const createFundingRecord = (): FundingRecord => {
  const rates = new Map<string, Map<Instant, PastFunding['rate']>>()
  const opens = new Map<string, Map<Instant, Ticks>>()
  return {
    observe(event) {
      if (event.kind === 'funding') {
        const { symbol, settledAtMs, rate } = event.funding
        keep(rates, symbol, nearestMinute(settledAtMs), rate)
      } else if (event.kind === 'history' && event.candle.openMs % HOUR_MS === 0) {
        keep(opens, event.candle.symbol, event.candle.openMs, event.candle.open)
      }
    },
    at(symbol, settledAtMs) {
      const minute = nearestMinute(settledAtMs)
      const rate = rates.get(symbol)?.get(minute)
      const mark = opens.get(symbol)?.get(minute)
      return rate && { rate, ...(mark !== undefined && { mark }) }
    },
  }
}

/** Rounds a settlement time to its announced minute, because exchange timestamps are off by some milliseconds. */
const nearestMinute = (at: Instant): Instant => Math.round(at / MINUTE_MS) * MINUTE_MS

const keep = <T>(bySymbol: Map<string, Map<Instant, T>>, symbol: string, at: Instant, value: T): void => {
  const values = bySymbol.get(symbol) ?? new Map<Instant, T>()
  bySymbol.set(symbol, values)
  values.set(at, value)
  const [oldest] = values.keys()
  if (values.size > RATES_MAX && oldest !== undefined) values.delete(oldest)
}
