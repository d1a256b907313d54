/** Requests to an exchange, and its responses. */

import type { Instant } from '../../core/instant.ts'
import type { OrderTerms, Trigger } from '../../domain/order/order.ts'
import type {
  AccountSnapshot,
  VenueFill,
  VenueFunding,
  VenueOrder,
  VenuePosition,
  VenueReport,
} from '../../domain/order/venue-report.ts'

/** An order to sign and send. */
export interface Submission {
  readonly venueClientId: string
  readonly terms: OrderTerms
  /** Sent with the entry if the exchange supports an attached stop; a separate stop is placed in any case. */
  readonly stopLoss?: Trigger
  readonly signedAtMs: Instant
  readonly recvWindowMs: number
}

/** A request of the engine to an exchange. Calls return nothing; responses arrive as events. */
export type VenueRequest =
  | { readonly kind: 'submit'; readonly submission: Submission }
  | { readonly kind: 'cancel'; readonly symbol: string; readonly venueClientId: string }
  /** Searches open orders, order history and executions. */
  | ({
      readonly kind: 'queryOrder'
      readonly symbol: string
      readonly venueClientId: string
      readonly queryId: number
    } & Urgent)
  | ({ readonly kind: 'readAccount'; readonly sinceMs: Instant; readonly queryId: number } & Urgent)
  | { readonly kind: 'readTime'; readonly queryId: number }

interface Urgent {
  /** True when protection waits for the response, which therefore takes precedence over other requests. */
  readonly urgent?: boolean
}

/** Classes of rejections that the engine acts on. */
export type RejectionCategory =
  | 'INSUFFICIENT_MARGIN'
  | 'WOULD_TRIGGER'
  | 'WOULD_TAKE'
  | 'REDUCE_ONLY'
  | 'FILTER'
  | 'DUPLICATE'
  | 'EXPIRED_REQUEST'
  | 'RATE_LIMIT'
  | 'UNKNOWN_SYMBOL'
  | 'OTHER'

export interface Rejection {
  readonly code: string
  readonly message: string
  readonly category: RejectionCategory
}

/** A response or stream event of an exchange; events may arrive in any order and repeatedly. */
export type VenueEvent =
  | { readonly kind: 'submitAnswered'; readonly venueClientId: string; readonly outcome: SubmitOutcome }
  /** The request is about to leave this process, signed with the time of this event. */
  | { readonly kind: 'sent'; readonly venueClientId: string }
  /** The request never left this process. */
  | { readonly kind: 'notSent'; readonly venueClientId: string; readonly reason: string }
  | { readonly kind: 'cancelAnswered'; readonly venueClientId: string; readonly outcome: CancelOutcome }
  | {
      readonly kind: 'orderQueried'
      readonly venueClientId: string
      readonly queryId: number
      readonly outcome: QueryOutcome
    }
  | { readonly kind: 'accountRead'; readonly queryId: number; readonly snapshot: AccountSnapshot | null }
  | { readonly kind: 'timeRead'; readonly queryId: number; readonly serverTimeMs: Instant | null }
  | { readonly kind: 'report'; readonly report: VenueReport }
  | { readonly kind: 'fill'; readonly fill: VenueFill }
  | { readonly kind: 'funding'; readonly funding: VenueFunding }
  | { readonly kind: 'position'; readonly position: VenuePosition }
  | { readonly kind: 'heartbeat' }
  /** Published only by an exchange that could not be reached at the start, which sends nothing until it is. */
  | { readonly kind: 'connection'; readonly state: 'awaited' | 'established' }
  /** State of the private stream; events that occurred while it was lost are not sent again. */
  | { readonly kind: 'stream'; readonly state: 'connected' | 'lost' }

/** Rejected only when the exchange definitely refused; anything uncertain is unknown. */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly report: VenueReport }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | { readonly kind: 'unknown'; readonly reason: string }

export type CancelOutcome =
  | { readonly kind: 'canceled'; readonly report: VenueReport }
  /** The order is not open: it was filled or cancelled before, or never known. */
  | { readonly kind: 'notOpen' }
  | { readonly kind: 'unknown'; readonly reason: string }

export type QueryOutcome =
  | { readonly kind: 'found'; readonly order: VenueOrder; readonly fills: readonly VenueFill[] }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'failed'; readonly reason: string }
