/** Paper order, and comparisons of its limit price with prices of the market. */

import type { Lots, Ticks } from '../../../domain/market/instrument.ts'
import { type Side, sideSign } from '../../../domain/order/order.ts'
import type { MatchListener, MatchOrder } from '../clearing/matcher.ts'
import type { Parcel } from './transit.ts'

/** Paper order, in transit to the market or resting in it. */
export interface PaperOrder {
  readonly terms: MatchOrder
  readonly listener: MatchListener
  /** Parcel that delivers the order, once sent. */
  parcel: Parcel | undefined
  /** Remaining quantity; zero when the order has ended. */
  left: Lots
}

export const createPaperOrder = (terms: MatchOrder, listener: MatchListener): PaperOrder => ({
  terms,
  listener,
  parcel: undefined,
  left: terms.quantity,
})

/** Returns how much better than `price` a limit is for the market, in ticks; zero for the same price. */
export const betterBy = (side: Side, limit: Ticks, price: Ticks): number => sideSign(side) * (limit - price)

/** Returns whether a taker with this limit would trade at a price; the null limit accepts any. */
export const meets = (side: Side, limit: Ticks | null, price: Ticks): boolean =>
  limit === null || betterBy(side, limit, price) >= 0
