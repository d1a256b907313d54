/**
 * Interface of an exchange within a run (market data, order entry, request limits), and the count of requests that a
 * local exchange rejects.
 */

import type { ClearingStore } from '../../adapters/exchanges/clearing/clearing-store.ts'
import type { Secret } from '../../adapters/keys/exchange-keys.ts'
import type { KeyFault } from '../../adapters/keys/key-fault.ts'
import type { Config } from '../../config/config.ts'
import type { Execution } from '../../config/market.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { Random } from '../../core/random.ts'
import { createRecentCount } from '../../core/recent-count.ts'
import type { Result } from '../../core/result.ts'
import type { KeyPermissions } from '../../domain/account/account.ts'
import type { BracketLookup } from '../../domain/margin/brackets.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import type { Clock, ExecutionVenue, MarketSource, Trouble } from '../../engine/model/ports.ts'

/** Exchange of this run: a market data source and the matching order entry. */
export interface Exchange {
  /** Display name. */
  readonly name: string
  /** Notice about the results of a synthetic market; null for other markets. */
  readonly notice: string | null
  readonly execution: Execution
  readonly source: MarketSource
  readonly brackets: BracketLookup
  /** Time for which a sent request can still be accepted, if longer than our window. */
  readonly requestLifeMs: number | null
  /** True when a stop is placed together with the entry. */
  readonly attachesStops: boolean
  /** False while an external exchange has not been reached since the start. */
  isConnected(): boolean
  /** Returns the current problems of the exchange connection. */
  troubles(): readonly Trouble[]
  /** Returns the request limits, their used share, and the requests rejected for exceeding them. */
  allowance(): Allowance
  /** Reads the permissions of our key now; null without a key, undefined when the exchange does not report them. */
  keyPermissions(): Promise<KeyPermissions | null | undefined>
  /** Prepares the account for trading; call it when no other process can be using the account. */
  prepare(): Promise<void>
  /**
   * Opens the venue with its state in a directory; the source starts afterwards. `commit` writes the state of an
   * exchange that Plimsoll runs.
   */
  openVenue(
    directory: string,
    commit: ClearingStore['commit'],
  ): { readonly venue: ExecutionVenue; close(): void | PromiseLike<void> }
  close(): Promise<void>
}

export interface ExchangeParts {
  readonly config: Config
  readonly constitution: Constitution
  readonly clock: Clock
  /** Monotonic clock, for durations. */
  readonly monotonic: () => number
  readonly random: Random
  /** Finds the passphrase of the keys: in the given file, or elsewhere on the host. */
  passphrase(file: string | undefined): Promise<Result<Secret, KeyFault>>
  /** Called when the exchange's own store has failed permanently; all work must stop. */
  readonly fail: (error: Error) => void
  /** True when only the market is read: no keys are opened, and no venue. */
  readonly watchesOnly?: boolean
  readonly note: ExchangeNote
}

/**
 * Log event of an exchange: `down` and `up` for a local exchange, `trouble` for a problem of an external exchange that
 * starts or ends.
 */
export interface ExchangeNote {
  down(detail: string): void
  up(detail: string): void
  trouble(trouble: Trouble, state: 'raised' | 'cleared'): void
  remark(words: string): void
}

/** Used share of the limits of an exchange. */
export interface Allowance {
  readonly counts: readonly {
    readonly name: string
    readonly limit: number
    readonly windowMs: number
    readonly used: number
    /** Part of the limit reserved for protective orders and stops. */
    readonly reservedForStops: number
    /** Time of the last count published by the exchange. */
    readonly publishedAtMs: Instant | null
  }[]
  /** Requests rejected within the last hour, to the minute. */
  readonly rejected1h: { readonly http429: number; readonly http418: number; readonly venueCode: number }
  /** Returns how often a request was queued within the last `latelyMs`. */
  delayedWithin(latelyMs: number): number
  /** Time until which the exchange accepts no deferrable requests; null without such a restriction. */
  readonly silentUntilMs: Instant | null
}

/** Form of a rejection by an exchange in this process: an HTTP status, or an exchange code. */
type Refusal = 'http429' | 'venueCode'

/**
 * Counts the requests that an exchange in this process rejected for exceeding its limits. Such an exchange has no
 * request budget.
 */
export const createLocalThrottle = (monotonic: () => number) => {
  const minutes = HOUR_MS / MINUTE_MS
  const counts = { http429: createRecentCount(MINUTE_MS, minutes), venueCode: createRecentCount(MINUTE_MS, minutes) }
  const within1h = (what: Refusal): number => counts[what].since(HOUR_MS, monotonic())
  return {
    note: (what: Refusal): void => counts[what].note(monotonic()),
    allowance: (): Allowance => ({
      counts: [],
      rejected1h: { http429: within1h('http429'), http418: 0, venueCode: within1h('venueCode') },
      delayedWithin: () => 0,
      silentUntilMs: null,
    }),
  }
}

/** Combines the allowance of a watched exchange with the refusals of the paper account. */
export const withLocalRefusals = (watched: Allowance, { rejected1h }: Allowance): Allowance => ({
  ...watched,
  rejected1h: {
    http429: watched.rejected1h.http429 + rejected1h.http429,
    http418: watched.rejected1h.http418 + rejected1h.http418,
    venueCode: watched.rejected1h.venueCode + rejected1h.venueCode,
  },
})
