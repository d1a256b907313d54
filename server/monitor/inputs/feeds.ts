import { defineInput, limitOrZero } from '../frame/input.ts'

/** Feed quality of one instrument. */
export interface FeedTruth {
  readonly symbol: string
  readonly bookState: 'SYNCED' | 'RESYNCING' | 'STALE'
  readonly bookAgeMs: number | null
  readonly markAgeMs: number | null
}

/** Feed quality of the market; observed at the time of the oldest mark price among the instruments. */
export const feeds = defineInput<readonly FeedTruth[]>({
  kind: 'HEARTBEAT',
  source: 'market.feed',
  what: 'Prices of every instrument',
  producedBy: 'market source',
  maxAgeMs: ({ data }) => limitOrZero(data.maxMarkAgeMs),
})
