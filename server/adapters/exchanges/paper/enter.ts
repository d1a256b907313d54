import type { Instant } from '../../../core/instant.ts'
import { lots } from '../../../domain/market/instrument.ts'
import type { Level } from '../../../domain/market/order-book.ts'
import { canSee, end, fill, type PaperMarket, rest } from './paper-market.ts'
import type { PaperOrder } from './paper-order.ts'
import { offersTo, takeFrom } from './visible-book.ts'

/** Makes an order reach the market. Without a visible order book it waits for the next one; after the end, for ever. */
export const arrive = (paperMarket: PaperMarket, order: PaperOrder, atMs: Instant): void => {
  if (paperMarket.stream === 'ended') remain(paperMarket, order, atMs)
  else if (canSee(paperMarket)) enter(paperMarket, order, atMs)
  else paperMarket.held.add(order)
}

/** Releases the orders held for want of an order book, which now meet it, or the end. */
export const releaseHeld = (paperMarket: PaperMarket, atMs: Instant): void => {
  for (const order of [...paperMarket.held]) {
    paperMarket.held.delete(order)
    if (order.left > 0) arrive(paperMarket, order, atMs)
  }
}

const enter = (paperMarket: PaperMarket, order: PaperOrder, atMs: Instant): void => {
  const { side, price, timeInForce } = order.terms
  const offers = offersTo(paperMarket.visibleBook, side, price)
  if (timeInForce === 'POST_ONLY' && offers.length > 0) end(paperMarket, order, 'POST_ONLY_WOULD_TAKE', atMs)
  else if (timeInForce === 'FOK' && sumQuantity(offers) < order.left) end(paperMarket, order, 'FOK_UNFILLABLE', atMs)
  else take(paperMarket, order, offers, atMs)
  if (order.left > 0) remain(paperMarket, order, atMs)
}

const sumQuantity = (offers: readonly Level[]): number => offers.reduce((total, { quantity }) => total + quantity, 0)

const take = (paperMarket: PaperMarket, order: PaperOrder, offers: readonly Level[], atMs: Instant): void => {
  for (const { price, quantity: offered } of offers) {
    const quantity = lots(Math.min(offered, order.left))
    if (quantity === 0) return
    takeFrom(paperMarket.visibleBook, order.terms.side, { price, quantity })
    fill(paperMarket, order, { price, quantity, liquidity: 'TAKER', atMs })
  }
}

/** Rests or ends the remainder that has not traded. */
const remain = (paperMarket: PaperMarket, order: PaperOrder, atMs: Instant): void => {
  const { price, timeInForce } = order.terms
  if (timeInForce === 'FOK') end(paperMarket, order, 'FOK_UNFILLABLE', atMs)
  else if (timeInForce === 'IOC' || price === null) end(paperMarket, order, 'IOC_REMAINDER', atMs)
  else rest(paperMarket, order, price, atMs)
}
