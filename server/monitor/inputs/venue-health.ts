import type { Instant } from '../../core/instant.ts'
import { atOnce, inputOf } from '../input.ts'

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
  /** How often a book lost its sequence, by symbol. */
  readonly resyncs: readonly { readonly symbol: string; readonly lastHour: number; readonly lastDay: number }[]
  readonly observedSinceMs: Instant
  /** Of every tick, lot and bound. */
  readonly filtersVersion: string | null
}

export const venueHealth = inputOf<VenueHealthTruth>({
  kind: 'STATE',
  source: 'exchange.feed',
  what: 'How quickly and how wholly the exchange is heard',
  producedBy: 'market source',
  maxAgeMs: () => 2 * atOnce(),
})
