/** Type of the HTTP routes of the Binance API, with request weight and required authentication. */

import type { Instant } from '../../../server/core/instant.ts'
import { type Params, readText } from './params.ts'

/** One HTTP route. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly weight: number | ((params: Params) => number)
  readonly security: Security
  /**
   * True when the request changes orders or positions: it needs the trading permission, and its response has the order
   * counts.
   */
  readonly trades?: boolean
  /** Returns the response body; throws a rejection. */
  answer(call: Call): unknown
}

/** Admitted request. */
export interface Call {
  readonly params: Params
  /** Exchange time at which the request arrived. */
  readonly atMs: Instant
}

/** Required authorisation: none, an API key, or a signature. */
type Security = 'NONE' | 'KEY' | 'SIGNED'

/** Creates a signed route about orders; all methods but GET count as trading. */
export const tradingRoute = (
  method: Route['method'],
  path: string,
  weight: Route['weight'],
  answer: Route['answer'],
): Route => ({ method, path: `/fapi/v1/${path}`, weight, security: 'SIGNED', trades: method !== 'GET', answer })

/** Returns the request weight of a list: higher for all symbols than for one. */
export const bySymbol = (params: Params): number => (readText(params, 'symbol') === undefined ? 40 : 1)
