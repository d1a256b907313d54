/**
 * Type of the HTTP routes of the Bybit API, with required permission and rate limit, and functions that create them.
 */

import type { Instant } from '../../../server/core/instant.ts'
import { neededText, type Params } from './params.ts'
import { badParameter } from './refusal.ts'

/** Creates a GET route that requires an API key. */
export const readRoute = (path: string, perSecond: number, answer: BybitRoute['answer']): BybitRoute => ({
  method: 'GET',
  path: `/v5/${path}`,
  needs: 'key',
  perSecond,
  answer,
})

/** An admitted request. */
export interface BybitCall {
  readonly params: Params
  /** Exchange time at which the request arrived. */
  readonly atMs: Instant
}

/** Required authorisation: none, any key, or a key that may place orders or change positions. */
type Needs = 'nothing' | 'key' | 'Order' | 'Position'

/** One HTTP route. */
export interface BybitRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly needs: Needs
  /** Requests per second allowed for the account; zero leaves only the limit of the address. */
  readonly perSecond: number
  /** True when the request changes orders or positions. */
  readonly trades?: boolean
  /** Returns the `result` of the response; throws a rejection. */
  answer(call: BybitCall): unknown
  /** True when the result is `Extended`. */
  readonly isExtended?: boolean
}

/** A result with additional information. */
export interface Extended {
  readonly result: unknown
  readonly retExtInfo: unknown
}

/** Creates a public route. */
export const publicRoute = (path: string, answer: BybitRoute['answer']): BybitRoute => ({
  method: 'GET',
  path: `/v5/market/${path}`,
  needs: 'nothing',
  perSecond: 0,
  answer,
})

/** Creates a route that changes orders or positions. */
export const tradingRoute = (
  needs: 'Order' | 'Position',
  path: string,
  perSecond: number,
  answer: BybitRoute['answer'],
): BybitRoute => ({ method: 'POST', path: `/v5/${path}`, needs, perSecond, trades: true, answer })

const CATEGORIES: ReadonlySet<string> = new Set(['spot', 'linear', 'inverse', 'option'])

/** Wraps a list of linear contracts: the other categories are valid, with empty lists. */
export const listsLinear =
  (answer: BybitRoute['answer']): BybitRoute['answer'] =>
  (call) => {
    const category = readCategory(call.params)
    return category === 'linear' ? answer(call) : { category, list: [], nextPageCursor: '' }
  }

/** Wraps an action on linear contracts: the other categories are refused. */
export const actsOnLinear =
  (answer: BybitRoute['answer']): BybitRoute['answer'] =>
  (call) => {
    if (readCategory(call.params) !== 'linear') throw badParameter('params error: category not supported')
    return answer(call)
  }

const readCategory = (params: Params): string => {
  const category = neededText(params, 'category')
  if (!CATEGORIES.has(category)) throw badParameter('Illegal category')
  return category
}
