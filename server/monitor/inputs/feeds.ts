import { defineInput, limitOrZero } from '../frame/input.ts'

/** How well one instrument is seen. */
export interface FeedTruth {
  readonly symbol: string
  readonly bookState: 'SYNCED' | 'RESYNCING' | 'STALE'
  readonly bookAgeMs: number | null
  readonly markAgeMs: number | null
}

/** How well the market is seen; observed when the mark of the instrument that was heard of longest ago was. */
export const feeds = defineInput<readonly FeedTruth[]>({
  kind: 'HEARTBEAT',
  source: 'market.feed',
  what: 'Prices of every instrument',
  producedBy: 'market source',
  maxAgeMs: ({ data }) => limitOrZero(data.maxMarkAgeMs),
})
