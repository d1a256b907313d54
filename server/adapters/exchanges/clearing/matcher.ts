/**
 * Interface between the built-in exchange and the matcher that executes its orders: in a simulated, observed or
 * replayed market.
 */

import type { Instant } from '../../../core/instant.ts'
import type { Lots, Ticks } from '../../../domain/market/instrument.ts'
import type { Side, TimeInForce } from '../../../domain/order/order.ts'
import type { Liquidity } from '../../../domain/order/venue-report.ts'

/** Matches the account's orders: against an order book with simulated agents, an observed market, or candles. */
export interface Matcher {
  place(order: MatchOrder, listener: MatchListener): void
  /** Removes an order from the market; false when it no longer waits there. */
  cancel(key: string): boolean
  /** Reduces a resting order without losing its place in the queue. */
  reduce(key: string, by: Lots): void
  /** The market's own time. */
  readonly timeMs: Instant
}

/** An order as sent to the market. Conditional orders are sent when triggered, as market orders. */
export interface MatchOrder {
  /** Key of the order in all events of the matcher; never reused. */
  readonly key: string
  readonly symbol: string
  readonly side: Side
  /** Null accepts any price and never rests. */
  readonly price: Ticks | null
  readonly quantity: Lots
  readonly timeInForce: TimeInForce
}

/** Receives the events of orders in the market, within `place` or later. */
export interface MatchListener {
  traded(
    key: string,
    fill: { readonly price: Ticks; readonly quantity: Lots; readonly liquidity: Liquidity; readonly atMs: Instant },
  ): void
  /** The order now rests in the order book. */
  rested(key: string, atMs: Instant): void
  /** Called when the remainder ends: an IOC remainder, or a FOK or POST_ONLY order that could not be executed. */
  ended(key: string, reason: 'IOC_REMAINDER' | 'FOK_UNFILLABLE' | 'POST_ONLY_WOULD_TAKE', atMs: Instant): void
}
