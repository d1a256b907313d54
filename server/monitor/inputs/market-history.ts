import { defineInput } from '../frame/input.ts'

/** What the stored candles of one instrument say of the last thirty days; null where there are too few. */
export interface HistoryTruth {
  readonly symbol: string
  readonly rv1hPct: number | null
  readonly rv24hPct: number | null
  readonly parkinson24hPct: number | null
  /** Of the present hour among those before, however few they are. */
  readonly rvPercentile: number | null
  /** Hours that it is held against. */
  readonly hours: number
  /** Stretches of the last day of which whole minutes are not known. */
  readonly gaps24h: number
  /** Of the unbroken hourly candles up to now. */
  readonly adx14_1h: number | null
  readonly slope: number | null
  readonly bars: number
}

export const marketHistory = defineInput<readonly HistoryTruth[]>({
  kind: 'STATISTICS',
  source: 'store.candles',
  what: 'What the stored candles say of volatility and trend',
  producedBy: 'engine store',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
