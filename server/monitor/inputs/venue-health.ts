import type { Instant } from '../../core/instant.ts'
import type { RecordedLag } from '../../domain/market/recorded-lag.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** How long something takes; null while there are too few samples for it. */
interface DurationsTruth {
  readonly p50: number | null
  readonly p99: number | null
  readonly n: number
}

/** How quickly and how wholly the exchange is heard. */
export interface VenueHealthTruth {
  readonly restLatencyMs: DurationsTruth
  readonly wsLagMs: DurationsTruth
  /** Of a recording that is played: from the exchange time of its messages to their receipt; null of any other market. */
  readonly recordedLag: RecordedLag | null
  /** How often a book lost its sequence, by symbol. */
  readonly resyncs: readonly { readonly symbol: string; readonly lastHour: number; readonly lastDay: number }[]
  readonly observedSinceMs: Instant
  /** Of every tick, lot and bound. */
  readonly filtersVersion: string | null
}

export const venueHealth = defineInput<VenueHealthTruth>({
  kind: 'STATE',
  source: 'exchange.feed',
  what: 'How quickly and how wholly the exchange is heard',
  producedBy: 'market source',
  maxAgeMs: () => 2 * atOnce(),
})
