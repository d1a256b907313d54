/** Paper orders in one observed instrument: queueing, resting, filling and ending. */

import type { Instant } from '../../../core/instant.ts'
import { lots, type Ticks } from '../../../domain/market/instrument.ts'
import type { Side } from '../../../domain/order/order.ts'
import type { MatchListener } from '../clearing/matcher.ts'
import { betterBy, type PaperOrder } from './paper-order.ts'
import { joinQueue, type RestingOrder } from './place-in-queue.ts'
import { createVisibleBook, isVisible, type VisibleBook, visibleAt } from './visible-book.ts'

/**
 * Observed market of one instrument, and our paper orders in it. They trade against the market only, never each other.
 */
export interface PaperMarket {
  readonly visibleBook: VisibleBook
  /** Resting orders by side, best price first, then oldest first. */
  readonly resting: Readonly<Record<Side, RestingOrder[]>>
  /** Orders that arrived while the order book was not visible, in order of arrival. */
  readonly held: Set<PaperOrder>
  /** Our orders by key, including those of other instruments and those in transit. */
  readonly orders: Map<string, PaperOrder>
  stream: 'awaited' | 'live' | 'lost' | 'ended'
  /** Sequence number of the last trade; null when the exchange does not number trades or the stream broke. */
  sequence: number | null
}

export const createPaperMarket = (orders: Map<string, PaperOrder>): PaperMarket => ({
  visibleBook: createVisibleBook(),
  resting: { BUY: [], SELL: [] },
  held: new Set(),
  orders,
  stream: 'awaited',
  sequence: null,
})

export const canSee = (paperMarket: PaperMarket): boolean => isVisible(paperMarket.visibleBook)

/** Queues an order behind the quantity displayed at its price, and behind our own earlier orders. */
export const rest = (paperMarket: PaperMarket, order: PaperOrder, price: Ticks, atMs: Instant): void => {
  const { side, key } = order.terms
  const resting: RestingOrder = { order, price, sinceMs: atMs, ahead: 0, overtaken: 0, overtakenMs: 0 }
  joinQueue(resting, visibleAt(paperMarket.visibleBook, side, price), atMs)
  const queue = paperMarket.resting[side]
  const index = queue.findIndex((other) => betterBy(side, price, other.price) > 0)
  queue.splice(index < 0 ? queue.length : index, 0, resting)
  order.listener.rested(key, atMs)
}

/** Reduces the order by a fill, then publishes the fill. */
export const fill = (
  paperMarket: PaperMarket,
  order: PaperOrder,
  deal: Parameters<MatchListener['traded']>[1],
): void => {
  order.left = lots(order.left - deal.quantity)
  if (order.left === 0) leave(paperMarket, order)
  order.listener.traded(order.terms.key, deal)
}

type Reason = Parameters<MatchListener['ended']>[1]

/** Ends the order and publishes the reason. */
export const end = (paperMarket: PaperMarket, order: PaperOrder, reason: Reason, atMs: Instant): void => {
  leave(paperMarket, order)
  order.listener.ended(order.terms.key, reason, atMs)
}

/** Removes the order wherever it waits, without an event. */
export const leave = (paperMarket: PaperMarket, order: PaperOrder): void => {
  order.left = lots(0)
  paperMarket.orders.delete(order.terms.key)
  paperMarket.held.delete(order)
  const queue = paperMarket.resting[order.terms.side]
  const index = queue.findIndex((resting) => resting.order === order)
  if (index >= 0) queue.splice(index, 1)
}
