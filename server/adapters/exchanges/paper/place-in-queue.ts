import type { Instant } from '../../../core/instant.ts'
import type { Ticks } from '../../../domain/market/instrument.ts'
import type { Trade } from '../../../domain/market/trade-tape.ts'
import type { PaperOrder } from './paper-order.ts'

/** Resting order with its estimated place in the queue at its price. */
export interface RestingOrder {
  readonly order: PaperOrder
  readonly price: Ticks
  /** Time since which it has been visible; trades up to then do not count for it. */
  sinceMs: Instant
  /** The most that others can have waiting before it; infinite where the market has not shown how much that is. */
  ahead: number
  /** Drop of `ahead` in the order book shown at `overtakenMs`: trades up to then are already included. */
  overtaken: number
  overtakenMs: Instant
}

/** Remainder of a trade, and the part of it filled by others resting at its price. */
export interface TradeRest {
  left: number
  passed: number
}

/** Puts the order last: behind all that is shown at its price. */
export const joinQueue = (resting: RestingOrder, displayed: number, atMs: Instant): void => {
  resting.sinceMs = atMs
  resting.ahead = displayed
  resting.overtaken = 0
}

/** Shortens the queue ahead to what is still shown. Growth of the level is ignored: later orders queue behind. */
export const shorten = (resting: RestingOrder, displayed: number, bookMs: Instant): void => {
  if (displayed >= resting.ahead) return
  resting.overtaken += resting.ahead - displayed
  resting.overtakenMs = bookMs
  resting.ahead = displayed
}

/**
 * Reduces the queue ahead by a trade at the price. A trade already reflected in the order book first uses up what
 * disappeared there, so that no lot leaves the queue twice.
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
