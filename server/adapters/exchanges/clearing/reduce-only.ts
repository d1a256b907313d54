/** Rules for reduce-only orders, which never exceed the position. */

import type { Instant } from '../../../core/instant.ts'
import { type Lots, lots } from '../../../domain/market/instrument.ts'
import { isConditional, type OrderTerms, type Side } from '../../../domain/order/order.ts'
import type { Book, Clearing } from './clearing.ts'
import { publishConclusion } from './reporting.ts'
import { isImmediate, isUntriggered, remainingLots, type WorkingOrder } from './working-order.ts'

/**
 * Ensures that reduce-only orders never exceed the position. When it has shrunk, the newest orders are reduced first;
 * when it has closed or reversed, all of them expire, including conditional ones if the rules require it.
 */
export const keepReduceOnly = (clearing: Clearing, book: Book, atMs: Instant): void => {
  if (book.reduceOnly.size === 0) return
  const closing = getClosingSide(book)
  for (const order of [...book.reduceOnly.values()]) {
    if (order.terms.side !== closing && goesNow(clearing, order))
      end(clearing, book, order, { status: 'EXPIRED', atMs })
  }
  let room = Math.abs(book.quantity)
  for (const order of oldestFirst(book)) {
    const retained = Math.min(remainingLots(order), room)
    room -= retained
    if (retained === 0) end(clearing, book, order, { status: 'CANCELED', atMs })
    else curtail(clearing, order, lots(remainingLots(order) - retained))
  }
}

/** Returns the side of an order that reduces the position; null without a position. */
export const getClosingSide = ({ quantity }: Pick<Book, 'quantity'>): Side | null => {
  if (quantity === 0) return null
  return quantity > 0 ? 'SELL' : 'BUY'
}

const REASON = 'REDUCE_ONLY'

/**
 * Returns how much a further reduce-only order may trade: the position less the quantity that other reduce-only orders
 * in the market may trade. An immediate order is limited only by other immediate orders.
 */
export const roomToReduce = (book: Book, terms: OrderTerms): Lots => {
  if (terms.side !== getClosingSide(book)) return lots(0)
  if (isConditional(terms)) return lots(Math.abs(book.quantity))
  return roomBeside(book, isImmediate({ terms }))
}

/** Returns how much a triggered order may trade. */
export const roomWhenTriggered = (book: Book, terms: OrderTerms): Lots =>
  terms.side === getClosingSide(book) ? roomBeside(book, true) : lots(0)

const roomBeside = (book: Book, immediate: boolean): Lots => {
  let room = Math.abs(book.quantity)
  for (const order of book.reduceOnly.values()) {
    if (!isUntriggered(order) && (!immediate || isImmediate(order))) room -= remainingLots(order)
  }
  return lots(Math.max(0, room))
}

const goesNow = ({ rules }: Clearing, order: WorkingOrder): boolean =>
  !isUntriggered(order) || rules.endsWithPosition(order.terms)

/** Returns the orders in the market: immediate ones before resting ones. */
const oldestFirst = (book: Book): WorkingOrder[] => {
  const inMarket = [...book.reduceOnly.values()].filter((order) => !isUntriggered(order))
  return [...inMarket.filter(isImmediate), ...inMarket.filter((order) => !isImmediate(order))]
}

interface Ending {
  readonly status: 'EXPIRED' | 'CANCELED'
  readonly atMs: Instant
}

const end = (clearing: Clearing, book: Book, order: WorkingOrder, { status, atMs }: Ending): void => {
  if (!isUntriggered(order)) clearing.matcher.cancel(order.venueClientId)
  publishConclusion(clearing, book, order, { status, reason: REASON, atMs })
}

const curtail = (clearing: Clearing, order: WorkingOrder, by: Lots): void => {
  if (by === 0) return
  order.allowed = lots(order.allowed - by)
  clearing.turn.orders.set(order.venueClientId, order)
  clearing.matcher.reduce(order.venueClientId, by)
}
