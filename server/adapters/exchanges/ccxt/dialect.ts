import type { ExchangeId } from '../../../domain/market/exchange-id.ts'
import type { RejectionCategory } from '../../../engine/model/venue.ts'

/** Code and message with which an exchange refuses a request. */
export interface VenueFault {
  readonly code: string
  readonly message: string
}

/** Meaning of an exchange's error codes. A code in none of the lists proves nothing. */
export interface ErrorDialect {
  /**
   * Returns the fault in a response body; undefined when there is none, or when the body has not this exchange's
   * format.
   */
  faultIn(body: unknown): VenueFault | undefined
  /** The codes of certain refusals: what got one of these was not carried out. */
  readonly refusals: ReadonlyMap<string, RejectionCategory>
  /** There is no such order, or it is not open any more. */
  readonly noSuchOrder: ReadonlySet<string>
  /** The key is wrong, revoked, without permission, or used from an address that is not allowed. */
  readonly keyRefused: ReadonlySet<string>
  /** Codes that mean the requested setting is already in effect. */
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
  /** Counts of the same name share one limit. */
  readonly name: string
  readonly window: CountingWindow
  readonly cost: number
  /** Scope of the limit: all requests from here, or one kind of request only, by purpose. */
  readonly of: 'everything' | 'reading' | 'ordering'
}

/** A request as the library is about to make it. */
export interface ApiRequest {
  readonly method: string
  /** The library's names for a part of the exchange and an address in it. */
  readonly api: string
  readonly path: string
  /** Cost according to the library, in its own units. */
  readonly weight: number
}

/** Rate limits of an exchange. */
export interface LimitDialect {
  countsFor(request: ApiRequest): readonly Count[]
  /**
   * Returns whether a response bans this address for too many requests, where the exchange has its own format for that.
   */
  isShutOut?(status: number | undefined, body: string | undefined): boolean
  /** Headers in which the exchange publishes its own counts, by the name of the limit. */
  readonly published: ReadonlyMap<string, string>
}

/** Differences between exchanges that the library does not hide. */
export interface Dialect {
  readonly id: ExchangeId
  /** Display name. */
  readonly name: string
  /** True when keys have a third part, a passphrase chosen by the person who created them. */
  readonly hasPassword: boolean
  /** Options for the library's client in addition to the common ones. */
  readonly options: Readonly<Record<string, unknown>>
  /** Maximum lifetime of a request where the exchange does not let the caller choose; null where our window applies. */
  readonly requestLifeMs: number | null
  readonly limits: LimitDialect
  readonly errors: ErrorDialect
}
