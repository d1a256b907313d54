import { type Params, readText } from './params.ts'
import type { Route } from './route.ts'

/** A signed request about orders; anything but a question trades. */
export const tradingRoute = (
  method: Route['method'],
  path: string,
  weight: Route['weight'],
  answer: Route['answer'],
): Route => ({ method, path: `/fapi/v1/${path}`, weight, security: 'SIGNED', trades: method !== 'GET', answer })

/** A list over all symbols weighs more than that of one. */
export const bySymbol = (params: Params): number => (readText(params, 'symbol') === undefined ? 40 : 1)
