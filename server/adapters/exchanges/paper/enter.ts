import type { Instant } from '../../../core/instant.ts'
import type { Level } from '../../../domain/market/book-side.ts'
import { lots } from '../../../domain/market/instrument.ts'
import type { PaperOrder } from './paper-order.ts'
import { canSee, end, fill, type PaperPit, rest } from './paper-pit.ts'
import { offersTo, takeFrom } from './shown-book.ts'

/** Makes an order reach the market. Without a visible order book it waits for the next one; after the end, for ever. */
export const arrive = (pit: PaperPit, order: PaperOrder, atMs: Instant): void => {
  if (pit.stream === 'ended') remain(pit, order, atMs)
  else if (canSee(pit)) enter(pit, order, atMs)
  else pit.held.add(order)
}

/** Releases the orders held for want of an order book, which now meet it, or the end. */
export const releaseHeld = (pit: PaperPit, atMs: Instant): void => {
  for (const order of [...pit.held]) {
    pit.held.delete(order)
    if (order.left > 0) arrive(pit, order, atMs)
  }
}

const enter = (pit: PaperPit, order: PaperOrder, atMs: Instant): void => {
  const { side, price, timeInForce } = order.terms
  const offers = offersTo(pit.visibleBook, side, price)
  if (timeInForce === 'POST_ONLY' && offers.length > 0) end(pit, order, 'POST_ONLY_WOULD_TAKE', atMs)
  else if (timeInForce === 'FOK' && sumQuantity(offers) < order.left) end(pit, order, 'FOK_UNFILLABLE', atMs)
  else take(pit, order, offers, atMs)
  if (order.left > 0) remain(pit, order, atMs)
}

const sumQuantity = (offers: readonly Level[]): number => offers.reduce((total, { quantity }) => total + quantity, 0)

const take = (pit: PaperPit, order: PaperOrder, offers: readonly Level[], atMs: Instant): void => {
  for (const { price, quantity: offered } of offers) {
    const quantity = lots(Math.min(offered, order.left))
    if (quantity === 0) return
    takeFrom(pit.visibleBook, order.terms.side, { price, quantity })
    fill(pit, order, { price, quantity, liquidity: 'TAKER', atMs })
  }
}

/** Rests or ends the remainder that has not traded. */
const remain = (pit: PaperPit, order: PaperOrder, atMs: Instant): void => {
  const { price, timeInForce } = order.terms
  if (timeInForce === 'FOK') end(pit, order, 'FOK_UNFILLABLE', atMs)
  else if (timeInForce === 'IOC' || price === null) end(pit, order, 'IOC_REMAINDER', atMs)
  else rest(pit, order, price, atMs)
}
