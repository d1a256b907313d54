import type { ExchangeId } from '../../../domain/market/exchange-id.ts'
import type { RejectionCategory } from '../../../engine/model/venue.ts'

/** What an exchange says when it refuses, in its own code and words. */
export interface VenueFault {
  readonly code: string
  readonly message: string
}

/** How an exchange says no. A code that is in none of the lists settles nothing. */
export interface ErrorDialect {
  /** The fault an answer's body tells of; undefined where it tells of none, or is not in the form of this exchange. */
  faultIn(body: unknown): VenueFault | undefined
  /** The codes of certain refusals: what got one of these was not carried out. */
  readonly refusals: ReadonlyMap<string, RejectionCategory>
  /** There is no such order, or it is not open any more. */
  readonly noSuchOrder: ReadonlySet<string>
  /** The key is wrong, revoked, without permission, or used from an address that is not allowed. */
  readonly keyRefused: ReadonlySet<string>
  /** What was asked for holds already. */
  readonly unchanged: ReadonlySet<string>
}

/** A stretch of time in which an exchange counts, and the most it lets through within. */
export interface CountingWindow {
  readonly most: number
  readonly perMs: number
  /** `aligned` begins anew at each full `perMs` of the exchange's clock; `rolling` is any stretch of that length. */
  readonly resets: 'rolling' | 'aligned'
}

/** One of the counts that a request goes into. */
export interface Count {
  /** What has the same name is counted together. */
  readonly name: string
  readonly window: CountingWindow
  readonly cost: number
  /** Whether all that is asked from here goes into it, or one kind of request alone, and what that kind does. */
  readonly of: 'everything' | 'reading' | 'ordering'
}

/** A request as the library is about to make it. */
export interface ApiRequest {
  readonly method: string
  /** The library's names for a part of the exchange and an address in it. */
  readonly api: string
  readonly path: string
  /** What the library takes it to cost, in its own units. */
  readonly weight: number
}

/** How an exchange counts what is asked of it. */
export interface LimitDialect {
  countsFor(request: ApiRequest): readonly Count[]
  /** Whether an answer shuts this address out for having asked too often, where that is said in a form of the exchange's own. */
  isShutOut?(status: number | undefined, body: string | undefined): boolean
  /** The headers in which it tells what it has counted itself, by the name of the count. */
  readonly published: ReadonlyMap<string, string>
}

/** What differs from one exchange to another and the library does not hide. */
export interface Dialect {
  readonly id: ExchangeId
  /** As people call it. */
  readonly name: string
  /** Keys have a third part, chosen by whoever made them. */
  readonly hasPassword: boolean
  /** Options for the library's client beside the common ones. */
  readonly options: Readonly<Record<string, unknown>>
  /** How long a request is good for at most where the exchange does not let us say; null where our window holds. */
  readonly requestLifeMs: number | null
  readonly limits: LimitDialect
  readonly errors: ErrorDialect
}
