/**
 * Effects of the observed order book on paper orders: arrival in the market, queue positions, and fills by crossing
 * prices.
 */

import type { Instant } from '../../../core/instant.ts'
import { lots } from '../../../domain/market/instrument.ts'
import type { BookDelta, Level } from '../../../domain/market/order-book.ts'
import type { Side } from '../../../domain/order/order.ts'
import { canSee, end, fill, type PaperMarket, rest } from './paper-market.ts'
import { betterBy, type PaperOrder } from './paper-order.ts'
import { joinQueue, type RestingOrder, shorten } from './place-in-queue.ts'
import { bestBeside, offersTo, reachesAcross, recordTaken, visibleAt } from './visible-book.ts'

/** Updates the queue positions of our orders after a change of the order book. */
export const followDelta = (
  paperMarket: PaperMarket,
  { bids, asks, exchangeTimeMs }: BookDelta,
  atMs: Instant,
): void => {
  shortenQueues(paperMarket, 'BUY', bids, exchangeTimeMs)
  shortenQueues(paperMarket, 'SELL', asks, exchangeTimeMs)
  fillCrossed(paperMarket, atMs)
}

const SIDES = ['BUY', 'SELL'] as const

/**
 * Updates the queue positions of our orders after a snapshot; if the book was lost before, they are behind every order
 * in it.
 */
export const followSnapshot = (paperMarket: PaperMarket, wasVisible: boolean, atMs: Instant): void => {
  const { visibleBook, resting } = paperMarket
  for (const side of SIDES) {
    for (const waiting of resting[side]) {
      const quantity = visibleAt(visibleBook, side, waiting.price)
      if (wasVisible) shorten(waiting, quantity, visibleBook.book.exchangeTimeMs)
      else joinQueue(waiting, quantity, atMs)
    }
  }
  fillCrossed(paperMarket, atMs)
}

const shortenQueues = (
  { resting, visibleBook }: PaperMarket,
  side: Side,
  levels: readonly Level[],
  bookMs: Instant,
): void => {
  if (resting[side].length === 0) return
  const best = bestBeside(visibleBook, side)
  const changed = new Map(levels.map(({ price, quantity }) => [price, quantity]))
  for (const waiting of resting[side]) {
    const improves = best === undefined || betterBy(side, waiting.price, best) > 0
    const quantity = improves ? 0 : changed.get(waiting.price)
    if (quantity !== undefined) shorten(waiting, quantity, bookMs)
  }
}

/** Fills an order at its own price when the other side reaches that price without a trade. */
const fillCrossed = (paperMarket: PaperMarket, atMs: Instant): void => {
  for (const side of SIDES) {
    for (const waiting of [...paperMarket.resting[side]]) {
      if (!reachesAcross(paperMarket.visibleBook, side, waiting.price)) break
      fillAcross(paperMarket, waiting, atMs)
    }
  }
}

const fillAcross = (paperMarket: PaperMarket, { order, price }: RestingOrder, atMs: Instant): void => {
  const { side } = order.terms
  for (const offer of offersTo(paperMarket.visibleBook, side, price)) {
    const quantity = lots(Math.min(offer.quantity, order.left))
    if (quantity === 0) return
    recordTaken(paperMarket.visibleBook, side, { price: offer.price, quantity })
    fill(paperMarket, order, { price, quantity, liquidity: 'MAKER', atMs })
  }
}

/**
 * Processes the arrival of an order in the market. Without a visible order book it waits for the next one; in an ended
 * market, it rests forever or ends.
 */
export const arrive = (paperMarket: PaperMarket, order: PaperOrder, atMs: Instant): void => {
  if (paperMarket.stream === 'ended') remain(paperMarket, order, atMs)
  else if (canSee(paperMarket)) enter(paperMarket, order, atMs)
  else paperMarket.held.add(order)
}

/** Releases the orders held without an order book: they are matched, or the market has ended. */
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
    recordTaken(paperMarket.visibleBook, order.terms.side, { price, quantity })
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
