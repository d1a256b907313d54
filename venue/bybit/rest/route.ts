import type { Instant } from '../../../server/core/instant.ts'
import type { Params } from './params.ts'

/** A request that was let in. */
export interface BybitCall {
  readonly params: Params
  /** The exchange's clock when the request came in. */
  readonly atMs: Instant
}

/** Required authorisation: none, any key, or a key that may place orders or change positions. */
type Needs = 'nothing' | 'key' | 'Order' | 'Position'

/** One HTTP route. */
export interface BybitRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly needs: Needs
  /** Requests a second allowed for the account; zero leaves only the limit of the address. */
  readonly perSecond: number
  /** It changes what the account holds. */
  readonly trades?: boolean
  /** The `result` of the answer; what is refused is thrown. */
  answer(call: BybitCall): unknown
  /** True when the result is `Extended`. */
  readonly isExtended?: boolean
}

/** A result with additional information beside it. */
export interface Extended {
  readonly result: unknown
  readonly retExtInfo: unknown
}

/** A route without authentication. */
export const publicRoute = (path: string, answer: BybitRoute['answer']): BybitRoute => ({
  method: 'GET',
  path: `/v5/market/${path}`,
  needs: 'nothing',
  perSecond: 0,
  answer,
})

/** A question about the account. */
export const readRoute = (path: string, perSecond: number, answer: BybitRoute['answer']): BybitRoute => ({
  method: 'GET',
  path: `/v5/${path}`,
  needs: 'key',
  perSecond,
  answer,
})

/** A route that changes orders or positions. */
export const tradingRoute = (
  needs: 'Order' | 'Position',
  path: string,
  perSecond: number,
  answer: BybitRoute['answer'],
): BybitRoute => ({ method: 'POST', path: `/v5/${path}`, needs, perSecond, trades: true, answer })
