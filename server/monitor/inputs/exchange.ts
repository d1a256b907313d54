/** Inputs of the monitor: the exchange connection, its key, clock and request allowance. */

import type { AutotradingStatus } from '../../../contract/control.ts'
import type { Instant } from '../../core/instant.ts'
import type { KeyPermissions } from '../../domain/account/account.ts'
import type { RecordedLag } from '../../domain/market/market-event.ts'
import { atOnce, defineInput, limitOrZero } from '../frame/input.ts'

/** Current problems of the exchange connection. */
export const exchange = defineInput<AutotradingStatus['exchange']>({
  kind: 'STATE',
  source: 'exchange.adapter',
  what: 'The current exchange connection problems',
  producedBy: 'exchange adapter',
  maxAgeMs: atOnce,
})

/** Exchange key used for orders; without permissions when there is none, as in paper trading. */
export interface ExchangeKeyTruth {
  readonly rights: KeyPermissions | null
}

export const exchangeKey = defineInput<ExchangeKeyTruth>({
  kind: 'PROBE',
  source: 'exchange.key',
  what: 'Permissions of the exchange API key',
  producedBy: 'exchange adapter',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})

/** Offset of the platform clock from the exchange's; observed when it was last measured. */
export interface ClockTruth {
  /** False when the market's own clock is used, as in a replay, and nothing is measured. */
  readonly checked: boolean
  readonly offsetMs: number | null
  readonly errorMs: number | null
}

export const clock = defineInput<ClockTruth>({
  kind: 'STATE',
  source: 'exchange.time',
  what: 'A comparison of the host clock with the exchange clock',
  producedBy: 'exchange adapter',
  maxAgeMs: ({ data }) => limitOrZero(data.maxClockAgeMs),
})

/** Durations of an operation; null with too few samples. */
interface DurationsTruth {
  readonly p50: number | null
  readonly p99: number | null
  readonly n: number
}

/** Latency and completeness of the exchange feeds. */
export interface VenueHealthTruth {
  readonly restLatencyMs: DurationsTruth
  readonly wsLagMs: DurationsTruth
  /** Lag of a replayed recording, from exchange time to receipt; null for other markets. */
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

/**
 * Request budget of the exchange, and its rejections. `counts` is empty for an exchange that Plimsoll runs, which has
 * no budget.
 */
export interface VenueBudgetTruth {
  readonly venue: string
  readonly counts: readonly {
    readonly name: string
    readonly limit: number
    readonly windowMs: number
    readonly used: number
    readonly reservedForStops: number
    readonly publishedAtMs: number | null
  }[]
  readonly rejected1h: { readonly http429: number; readonly http418: number; readonly venueCode: number }
  /** Number of delayed requests within the recent period. */
  readonly delayedLately: number
  readonly silentUntilMs: number | null
}

export const venueBudget = defineInput<VenueBudgetTruth>({
  kind: 'STATE',
  source: 'exchange.allowance',
  what: 'The remaining request budget of the exchange',
  producedBy: 'exchange adapter',
  maxAgeMs: atOnce,
})
