import type { Instant } from '../../../core/instant.ts'
import type { Ticks } from '../../../domain/market/instrument.ts'
import type { Trade } from '../../../domain/market/trade.ts'
import type { PaperOrder } from './paper-order.ts'

/** An order at rest, and its place in the queue of its price. */
export interface RestingOrder {
  readonly order: PaperOrder
  readonly price: Ticks
  /** Since when it waits in sight; what traded up to then passes it by. */
  sinceMs: Instant
  /** The most that others can have waiting before it; infinite where the market has not shown how much that is. */
  ahead: number
  /** How far `ahead` fell with the book shown at `overtakenMs`: trades up to then are in that fall already. */
  overtaken: number
  overtakenMs: Instant
}

/** What is left of a trade, and how much of it went to others who waited at its price. */
export interface TradeRest {
  left: number
  passed: number
}

/** Puts the order last: behind all that is shown at its price. */
export const lineUp = (resting: RestingOrder, displayed: number, atMs: Instant): void => {
  resting.sinceMs = atMs
  resting.ahead = displayed
  resting.overtaken = 0
}

/** Nobody is ahead who is no longer shown. That the level grows says nothing: who comes later waits behind. */
export const shorten = (resting: RestingOrder, displayed: number, bookMs: Instant): void => {
  if (displayed >= resting.ahead) return
  resting.overtaken += resting.ahead - displayed
  resting.overtakenMs = bookMs
  resting.ahead = displayed
}

/**
 * A trade at the price uses up what waits ahead. One that the book has overtaken uses up first what the book showed as
 * gone, so that no lot leaves the queue twice.
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
