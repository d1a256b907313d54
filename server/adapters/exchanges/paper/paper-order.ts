import type { Lots, Ticks } from '../../../domain/market/instrument.ts'
import { type Side, sideSign } from '../../../domain/order/order.ts'
import type { MatchListener, MatchOrder } from '../clearing/matcher.ts'
import type { Parcel } from './transit.ts'

/** An order of ours, on its way to the market or at rest in it. */
export interface PaperOrder {
  readonly terms: MatchOrder
  readonly listener: MatchListener
  /** What it travels in, once it was sent. */
  parcel: Parcel | undefined
  /** Zero when nothing more will come of it. */
  left: Lots
}

export const createPaperOrder = (terms: MatchOrder, listener: MatchListener): PaperOrder => ({
  terms,
  listener,
  parcel: undefined,
  left: terms.quantity,
})

/** How much better than `price` a limit is for the market, in ticks; zero is the same price. */
export const betterBy = (side: Side, limit: Ticks, price: Ticks): number => sideSign(side) * (limit - price)

/** Whether a taker with this limit would trade at a price; the null limit takes any. */
export const meets = (side: Side, limit: Ticks | null, price: Ticks): boolean =>
  limit === null || betterBy(side, limit, price) >= 0
