/** Types of an exchange's rate limits: the counters a request is added to, and the headers that publish their state. */

import type { Exchange } from 'ccxt'

/** A period in which an exchange counts requests, and its limit. */
export interface CountingWindow {
  readonly most: number
  readonly perMs: number
  /** `aligned` resets at each full `perMs` of the exchange's clock; `rolling` is any period of that length. */
  readonly resets: 'rolling' | 'aligned'
}

/** Counter that a request is added to, with the cost of the request. */
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
  /** The library's names for a section of the exchange's API and an endpoint in it. */
  readonly api: string
  readonly path: string
  /** Cost according to the library, in its own units. */
  readonly weight: number
}

/** Rate limits of an exchange. */
export interface LimitDialect {
  countsFor(request: ApiRequest): readonly Count[]
  /**
   * Returns whether a response bans this address for too many requests, if the exchange has its own format for that.
   */
  isBanned?(status: number | undefined, body: string | undefined): boolean
  /** Requests the limit per minute of the count named `weight`, if the exchange publishes both. */
  weightLimit?(rest: Exchange): Promise<number | undefined>
  /** Headers in which the exchange publishes its own counts, by the name of the limit. */
  readonly published: ReadonlyMap<string, string>
}

/** Classifies a method: GET changes nothing, every other method places or sets something. */
export const classifyMethod = (method: string): Count['of'] => (method === 'GET' ? 'reading' : 'ordering')
