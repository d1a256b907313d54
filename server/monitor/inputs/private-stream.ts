import { defineInput, limitOrZero } from '../frame/input.ts'

/** Private stream of our own orders; observed when its last message was received. */
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
