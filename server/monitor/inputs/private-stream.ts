import { defineInput, limitOrZero } from '../frame/input.ts'

/** What the exchange tells us of our own orders; observed when something of it was last heard. */
export interface PrivateStreamTruth {
  readonly state: 'none' | 'connected' | 'lost'
}

export const privateStream = defineInput<PrivateStreamTruth>({
  kind: 'HEARTBEAT',
  source: 'exchange.private.ws',
  what: 'A heartbeat from the exchange private stream',
  producedBy: 'exchange adapter',
  maxAgeMs: ({ data }) => limitOrZero(data.maxPrivateStreamAgeMs),
})
