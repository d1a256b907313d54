import type { Instant } from '../../core/instant.ts'
import type { RecordedLag } from '../../domain/market/recorded-lag.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Durations of an operation; null while there are too few samples. */
interface DurationsTruth {
  readonly p50: number | null
  readonly p99: number | null
  readonly n: number
}

/** Latency and completeness of the exchange feeds. */
export interface VenueHealthTruth {
  readonly restLatencyMs: DurationsTruth
  readonly wsLagMs: DurationsTruth
  /** Of a recording that is played: from the exchange time of its messages to their receipt; null of any other market. */
  readonly recordedLag: RecordedLag | null
  /** Number of sequence losses of each order book, by symbol. */
  readonly resyncs: readonly { readonly symbol: string; readonly lastHour: number; readonly lastDay: number }[]
  readonly observedSinceMs: Instant
  /** Version of all tick sizes, lot sizes and bounds. */
  readonly filtersVersion: string | null
}

export const venueHealth = defineInput<VenueHealthTruth>({
  kind: 'STATE',
  source: 'exchange.feed',
  what: 'Latency and completeness of the exchange feeds',
  producedBy: 'market source',
  maxAgeMs: () => 2 * atOnce(),
})
