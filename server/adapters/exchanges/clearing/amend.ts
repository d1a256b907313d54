import { type Lots, lots, type Ticks } from '../../../domain/market/instrument.ts'
import type { OrderTerms } from '../../../domain/order/order.ts'
import type { Rejection } from '../../../engine/model/venue.ts'
import { computeMarginPrice, refusalOfAmendment } from './acceptance.ts'
import type { Book, Clearing } from './clearing.ts'
import { enterMarket, withdraw } from './orders.ts'
import { roomToReduce } from './reduce-only.ts'
import { publishConclusion, publishReport } from './reporting.ts'
import { isImmediate, remainingLots, type WorkingOrder } from './working-order.ts'

/** New terms of a resting limit order. */
export interface Amendment {
  readonly price: Ticks
  /** With what of it was executed already. */
  readonly quantity: Lots
}

export type AmendOutcome =
  | { readonly kind: 'amended' }
  /** No more than was executed already was asked for: what was left is cancelled. */
  | { readonly kind: 'canceled' }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | { readonly kind: 'notOpen' }
  /** The exchange is down: nothing was done. */
  | { readonly kind: 'unknown' }

/** Changes an order under its ids. It loses its place in the queue; what is refused leaves it as it is. */
export const amend = (clearing: Clearing, venueClientId: string, change: Amendment): AmendOutcome => {
  const order = clearing.open.get(venueClientId)
  const book = order && clearing.books.get(order.terms.symbol)
  if (!order || !book || order.terms.type !== 'LIMIT' || isImmediate(order)) return { kind: 'notOpen' }
  const terms: OrderTerms = { ...order.terms, ...change }
  const rejection = refusalOfAmendment(clearing, book, { terms, filled: order.filled, held: order.held })
  if (rejection) return { kind: 'rejected', rejection }
  if (!withdraw(clearing, order)) return { kind: 'notOpen' }
  const atMs = clearing.clock()
  if (change.quantity <= order.filled) {
    publishConclusion(clearing, book, order, { status: 'CANCELED', reason: 'AMENDED', atMs })
    return { kind: 'canceled' }
  }
  order.allowed = allowedBy(book, order, terms)
  order.terms = terms
  order.marginPrice = computeMarginPrice(terms, book.mark ?? change.price)
  publishReport(clearing, order, { status: order.status, reason: null, atMs })
  enterMarket(clearing, book, order)
  return { kind: 'amended' }
}

/** Returns the quantity allowed: the room the order itself has taken is still its own. */
const allowedBy = (book: Book, order: WorkingOrder, terms: OrderTerms): Lots => {
  if (!terms.reduceOnly) return terms.quantity
  return lots(Math.min(terms.quantity, order.filled + remainingLots(order) + roomToReduce(book, terms)))
}
