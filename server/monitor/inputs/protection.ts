import type { Instant } from '../../core/instant.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** What the guardian does about one position, beside what the books say of it. */
export interface GuardTruth {
  readonly positionId: string
  readonly sinceFirstFillMs: number
  /** When its stop was last read back as it should be. */
  readonly stopReadAtMs: Instant | null
  /** Null where that was not observed. */
  readonly lastFillAtMs: Instant | null
  /** Protective orders that were refused. */
  readonly refusals: number
  readonly lastRefusal: { readonly code: string; readonly message: string; readonly category: string } | null
  /** Stops that were found gone at the exchange in the last 24 hours, as far as they were observed. */
  readonly lostStops24h: number
  readonly lastStopLostAtMs: Instant | null
  /** The price of stop or target is reached already. */
  readonly isPriceThrough: boolean
  /** Whether this process could place a stop: the account was read, or the exchange has refused one. */
  readonly isAble: boolean
  readonly closesFailed: number
  readonly isClosing: boolean
}

export interface ProtectionTruth {
  readonly guards: readonly GuardTruth[]
  /** As the gate G23 is shown it. */
  readonly unprotectedBeyondBudget: number
  /** Whether the exchange sets a stop with the entry. */
  readonly attachesStops: boolean
  readonly fillToVerifiedMs: {
    readonly p50: number | null
    readonly p99: number | null
    readonly max: number | null
    readonly n: number
  }
  /** Without a verified stop, of any position of the last 24 hours, also of those that are gone. */
  readonly longestUnprotectedMs: number
  /** Of all positions, also of those that are gone. */
  readonly lostStops24h: number
  /** USDT times seconds. */
  readonly exposureUsdSeconds: string
  /** Since when this is counted. */
  readonly recordedSinceMs: Instant
}

export const protection = defineInput<ProtectionTruth>({
  kind: 'STATE',
  source: 'engine.guardian',
  what: 'What the guardian does about open positions',
  producedBy: 'guardian',
  maxAgeMs: atOnce,
})
