/** Estimated queue position of a resting paper order, updated by order book changes and trades. */

import type { Instant } from '../../../core/instant.ts'
import type { Ticks } from '../../../domain/market/instrument.ts'
import type { Trade } from '../../../domain/market/trade-tape.ts'
import type { PaperOrder } from './paper-order.ts'

/** Resting order with its estimated place in the queue at its price. */
export interface RestingOrder {
  readonly order: PaperOrder
  readonly price: Ticks
  /** Time since which the order has been in the market; earlier trades do not count. */
  sinceMs: Instant
  /** Maximum quantity of other orders ahead; infinite if the order book does not reach its price. */
  ahead: number
  /** Decrease of `ahead` by the order book of `overtakenMs`, which includes the trades up to then. */
  overtaken: number
  overtakenMs: Instant
}

/** Remainder of a trade, and the part of it filled by others resting at its price. */
export interface TradeRest {
  left: number
  passed: number
}

/** Puts the order behind the quantity displayed at its price. */
export const joinQueue = (resting: RestingOrder, displayed: number, atMs: Instant): void => {
  resting.sinceMs = atMs
  resting.ahead = displayed
  resting.overtaken = 0
}

/**
 * Reduces the queue ahead to the quantity still displayed. Growth of the level is ignored: later orders queue behind.
 */
export const shorten = (resting: RestingOrder, displayed: number, bookMs: Instant): void => {
  if (displayed >= resting.ahead) return
  resting.overtaken += resting.ahead - displayed
  resting.overtakenMs = bookMs
  resting.ahead = displayed
}

/**
 * Reduces the queue ahead by a trade at the price. A trade already reflected in the order book first uses up the
 * quantity that disappeared there, so that no lot leaves the queue twice.
 */
export const useUpAhead = (resting: RestingOrder, trade: Trade, rest: TradeRest): void => {
  if (trade.tradedAtMs > resting.overtakenMs) resting.overtaken = 0
  const used = Math.min(rest.left, Math.max(0, resting.overtaken + resting.ahead - rest.passed))
  rest.left -= used
  rest.passed += used
  const known = Math.min(resting.overtaken, rest.passed)
  resting.overtaken -= known
  resting.ahead -= Math.min(resting.ahead, rest.passed - known)
}
