/** Content of a recording beside a paper account: what its exchange was given, in the order in which it was given. */

import type { Instant } from '../../../core/instant.ts'
import type { Bracket } from '../../../domain/margin/brackets.ts'
import type { InstrumentFilters } from '../../../domain/market/instrument.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import type { MarketSource } from '../../../engine/model/ports.ts'
import type { VenueRequest } from '../../../engine/model/venue.ts'
import type { StoredAccount, StoredOrder } from '../clearing/clearing-store.ts'

/** Entry of a recording, with the wall clock time at which it was received or sent. */
export type RecordedEntry = { readonly atMs: Instant } & RecordedContent

type RecordedContent =
  | { readonly kind: 'event'; readonly event: MarketEvent }
  | { readonly kind: 'request'; readonly request: SentRequest }
  | { readonly kind: 'account'; readonly account: RecordedAccount }
  /** The exchange was closed, and nothing was executed afterwards. */
  | { readonly kind: 'end' }

/** Request that changes the orders of the account. */
export type SentRequest = Extract<VenueRequest, { kind: 'submit' | 'cancel' }>

/** Account and rules of the paper exchange at the start of a segment: enough to continue from here. */
export interface RecordedAccount {
  /** Identifies the market, as its source does. */
  readonly market: string
  readonly origin: MarketSource['origin']
  readonly instruments: readonly InstrumentFilters[]
  readonly brackets: readonly (readonly [symbol: string, brackets: readonly Bracket[]])[]
  readonly leverage: number
  /** Latency of orders and cancels to the market. */
  readonly latencyMs: number
  readonly account: StoredAccount
  readonly orders: readonly StoredOrder[]
  /** Number of entries dropped since the segment before. */
  readonly dropped: number
}
