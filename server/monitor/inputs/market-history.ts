import { defineInput } from '../frame/input.ts'

/** Figures from the stored candles of one instrument over the last thirty days; null when there are too few. */
export interface HistoryTruth {
  readonly symbol: string
  readonly rv1hPct: number | null
  readonly rv24hPct: number | null
  readonly parkinson24hPct: number | null
  /** Percentile of the present hour among those before, however few they are. */
  readonly rvPercentile: number | null
  /** Hours that it is held against. */
  readonly hours: number
  /** Stretches of the last day of which whole minutes are not known. */
  readonly gaps24h: number
  /** ADX of the unbroken hourly candles up to now. */
  readonly adx14_1h: number | null
  readonly slope: number | null
  readonly bars: number
}

export const marketHistory = defineInput<readonly HistoryTruth[]>({
  kind: 'STATISTICS',
  source: 'store.candles',
  what: 'Volatility and trend of the stored candles',
  producedBy: 'engine store',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
