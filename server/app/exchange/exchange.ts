import type { KeyFault } from '../../adapters/keys/key-fault.ts'
import type { Secret } from '../../adapters/keys/secret.ts'
import type { Config } from '../../config/config.ts'
import type { Execution } from '../../config/market.ts'
import type { Instant } from '../../core/instant.ts'
import type { Random } from '../../core/random.ts'
import type { Result } from '../../core/result.ts'
import type { KeyPermissions } from '../../domain/account/key-permissions.ts'
import type { BracketLookup } from '../../domain/margin/brackets.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import type { Clock, ExecutionVenue, MarketSource, Trouble } from '../../engine/model/ports.ts'

export interface ExchangeParts {
  readonly config: Config
  readonly constitution: Constitution
  readonly clock: Clock
  /** Never runs backwards; for durations. */
  readonly monotonic: () => number
  readonly random: Random
  /** Finds the passphrase of the keys: in the file that is named, or wherever else the host keeps it. */
  passphrase(file: string | undefined): Promise<Result<Secret, KeyFault>>
  /** Told when the exchange's own store has failed for good: nothing may go on. */
  readonly fail: (error: Error) => void
  readonly note: ExchangeNote
}

/** What a log is told of an exchange: of one we run, that it is down or back; of another, what is wrong and what is over. */
export interface ExchangeNote {
  down(detail: string): void
  up(detail: string): void
  trouble(trouble: Trouble, state: 'raised' | 'cleared'): void
  remark(words: string): void
}

/** How much of what an exchange lets through has been used. */
export interface Allowance {
  readonly counts: readonly {
    readonly name: string
    readonly limit: number
    readonly windowMs: number
    readonly used: number
    /** The part that nothing but what protects and stops may use. */
    readonly reservedForStops: number
    /** When it last said itself what it has counted. */
    readonly publishedAtMs: Instant | null
  }[]
  /** Within the last hour, to the minute. */
  readonly rejected1h: { readonly http429: number; readonly http418: number; readonly venueCode: number }
  /** How often something waited for its turn within the last `latelyMs`. */
  delayedWithin(latelyMs: number): number
  /** Until when it wants to hear nothing that can wait; null when it does not. */
  readonly silentUntilMs: Instant | null
}

/** Where this run trades: a market that is listened to, and an exchange that takes orders for it. */
export interface Exchange {
  /** As people call it. */
  readonly name: string
  /** What has to be known of a made market before its results are read; null of any other. */
  readonly notice: string | null
  readonly execution: Execution
  readonly source: MarketSource
  readonly brackets: BracketLookup
  /** How long a request that has left can still be accepted, where that is longer than our window. */
  readonly requestLifeMs: number | null
  /** Whether it sets a stop together with the entry. */
  readonly attachesStops: boolean
  /** What is wrong between us and it now. */
  troubles(): readonly Trouble[]
  /** What may be asked of it, how much of that has been, and what it refused because it was asked too often. */
  allowance(): Allowance
  /** What our key may do, as the exchange says now; null where there is no key, undefined where it does not say. */
  keyPermissions(): Promise<KeyPermissions | null | undefined>
  /** Makes the account ready to be traded with; to be called when no other process can be using it. */
  prepare(): Promise<void>
  /** Opens the exchange on what it remembers in a directory; the source speaks after that. */
  openVenue(directory: string): { readonly venue: ExecutionVenue; close(): void }
  close(): Promise<void>
}
