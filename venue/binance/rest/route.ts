import type { Instant } from '../../../server/core/instant.ts'
import type { Params } from './params.ts'

/** A request that was let in. */
export interface Call {
  readonly params: Params
  /** The exchange's clock when the request came in. */
  readonly atMs: Instant
}

/** Required authorisation: none, an API key, or a signature. */
type Security = 'NONE' | 'KEY' | 'SIGNED'

/** One HTTP route. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly weight: number | ((params: Params) => number)
  readonly security: Security
  /** New orders are counted apart from weight; a request of this kind also changes what the account holds. */
  readonly trades?: boolean
  /** The body of the answer; what is refused is thrown. */
  answer(call: Call): unknown
}
