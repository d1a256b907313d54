import type { Instant } from '../../../server/core/instant.ts'
import type { Params } from './params.ts'

/** A request that was let in. */
export interface BybitCall {
  readonly params: Params
  /** The exchange's clock when the request came in. */
  readonly atMs: Instant
}

/** Who may ask: anybody, any key, or one that may order or change positions. */
type Needs = 'nothing' | 'key' | 'Order' | 'Position'

/** One thing that can be asked for over HTTP. */
export interface BybitRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly needs: Needs
  /** How often a second the account may ask; zero leaves it to what its address may. */
  readonly perSecond: number
  /** It changes what the account holds. */
  readonly trades?: boolean
  /** The `result` of the answer; what is refused is thrown. */
  answer(call: BybitCall): unknown
  /** What is answered is `Extended`. */
  readonly isExtended?: boolean
}

/** A result with what is told beside it. */
export interface Extended {
  readonly result: unknown
  readonly retExtInfo: unknown
}

/** A question anybody may ask. */
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

/** What changes orders or positions. */
export const tradingRoute = (
  needs: 'Order' | 'Position',
  path: string,
  perSecond: number,
  answer: BybitRoute['answer'],
): BybitRoute => ({ method: 'POST', path: `/v5/${path}`, needs, perSecond, trades: true, answer })
