import type { Instant } from '../../../core/instant.ts'
import type { Level } from '../../../domain/market/book-side.ts'
import { lots } from '../../../domain/market/instrument.ts'
import type { BookDelta } from '../../../domain/market/order-book.ts'
import type { Side } from '../../../domain/order/order.ts'
import { betterBy } from './paper-order.ts'
import { fill, type PaperPit } from './paper-pit.ts'
import { lineUp, type RestingOrder, shorten } from './place-in-queue.ts'
import { bestBeside, offersTo, reachesAcross, takeFrom, visibleAt } from './shown-book.ts'

const SIDES = ['BUY', 'SELL'] as const

/** Updates our orders after a change of the order book. */
export const followDelta = (pit: PaperPit, { bids, asks, exchangeTimeMs }: BookDelta, atMs: Instant): void => {
  shortenQueues(pit, 'BUY', bids, exchangeTimeMs)
  shortenQueues(pit, 'SELL', asks, exchangeTimeMs)
  meetCrossing(pit, atMs)
}

/** Our orders after a whole book; when it is the first one after a loss of sight they wait behind all it shows. */
export const followSnapshot = (pit: PaperPit, wasVisible: boolean, atMs: Instant): void => {
  const { visibleBook, resting } = pit
  for (const side of SIDES) {
    for (const waiting of resting[side]) {
      const quantity = visibleAt(visibleBook, side, waiting.price)
      if (wasVisible) shorten(waiting, quantity, visibleBook.book.exchangeTimeMs)
      else lineUp(waiting, quantity, atMs)
    }
  }
  meetCrossing(pit, atMs)
}

const shortenQueues = (
  { resting, visibleBook }: PaperPit,
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
const meetCrossing = (pit: PaperPit, atMs: Instant): void => {
  for (const side of SIDES) {
    for (const waiting of [...pit.resting[side]]) {
      if (!reachesAcross(pit.visibleBook, side, waiting.price)) break
      fillAcross(pit, waiting, atMs)
    }
  }
}

const fillAcross = (pit: PaperPit, { order, price }: RestingOrder, atMs: Instant): void => {
  const { side } = order.terms
  for (const offer of offersTo(pit.visibleBook, side, price)) {
    const quantity = lots(Math.min(offer.quantity, order.left))
    if (quantity === 0) return
    takeFrom(pit.visibleBook, side, { price: offer.price, quantity })
    fill(pit, order, { price, quantity, liquidity: 'MAKER', atMs })
  }
}
