import type { Instant } from '../../../server/core/instant.ts'
import { type Params, readText } from './params.ts'

/** HTTP route of the Binance API, with its request weight and required authentication. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly weight: number | ((params: Params) => number)
  readonly security: Security
  /** New orders are counted apart from weight; a request of this kind also changes what the account holds. */
  readonly trades?: boolean
  /** Returns the response body; throws a rejection. */
  answer(call: Call): unknown
}

/** A request that was let in. */
export interface Call {
  readonly params: Params
  /** Exchange time at which the request arrived. */
  readonly atMs: Instant
}

/** Required authorisation: none, an API key, or a signature. */
type Security = 'NONE' | 'KEY' | 'SIGNED'

/** A signed request about orders; anything but a question trades. */
export const tradingRoute = (
  method: Route['method'],
  path: string,
  weight: Route['weight'],
  answer: Route['answer'],
): Route => ({ method, path: `/fapi/v1/${path}`, weight, security: 'SIGNED', trades: method !== 'GET', answer })

/** A list of all symbols weighs more than a list of one. */
export const bySymbol = (params: Params): number => (readText(params, 'symbol') === undefined ? 40 : 1)
