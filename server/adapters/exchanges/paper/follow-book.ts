import type { Instant } from '../../../core/instant.ts'
import { lots } from '../../../domain/market/instrument.ts'
import type { BookDelta, Level } from '../../../domain/market/order-book.ts'
import type { Side } from '../../../domain/order/order.ts'
import { fill, type PaperMarket } from './paper-market.ts'
import { betterBy } from './paper-order.ts'
import { lineUp, type RestingOrder, shorten } from './place-in-queue.ts'
import { bestBeside, offersTo, reachesAcross, takeFrom, visibleAt } from './visible-book.ts'

const SIDES = ['BUY', 'SELL'] as const

/** Updates our orders after a change of the order book. */
export const followDelta = (
  paperMarket: PaperMarket,
  { bids, asks, exchangeTimeMs }: BookDelta,
  atMs: Instant,
): void => {
  shortenQueues(paperMarket, 'BUY', bids, exchangeTimeMs)
  shortenQueues(paperMarket, 'SELL', asks, exchangeTimeMs)
  meetCrossing(paperMarket, atMs)
}

/** Our orders after a whole book; when it is the first one after a loss of sight they wait behind all it shows. */
export const followSnapshot = (paperMarket: PaperMarket, wasVisible: boolean, atMs: Instant): void => {
  const { visibleBook, resting } = paperMarket
  for (const side of SIDES) {
    for (const waiting of resting[side]) {
      const quantity = visibleAt(visibleBook, side, waiting.price)
      if (wasVisible) shorten(waiting, quantity, visibleBook.book.exchangeTimeMs)
      else lineUp(waiting, quantity, atMs)
    }
  }
  meetCrossing(paperMarket, atMs)
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

/** Fills an order, at its own price, where the other side reaches that price without a trade. */
const meetCrossing = (paperMarket: PaperMarket, atMs: Instant): void => {
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
    takeFrom(paperMarket.visibleBook, side, { price: offer.price, quantity })
    fill(paperMarket, order, { price, quantity, liquidity: 'MAKER', atMs })
  }
}
