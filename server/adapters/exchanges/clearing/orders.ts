/** Life of an order at the built-in exchange: submission, triggering, cancellation, and restoration after a restart. */

import type { Instant } from '../../../core/instant.ts'
import { lots, type Ticks, ticks } from '../../../domain/market/instrument.ts'
import { isConditional, type OrderTerms } from '../../../domain/order/order.ts'
import type { Rejection, Submission } from '../../../engine/model/venue.ts'
import { computeMarginPrice, findRefusal, type IsKnown, refusalOfMargin } from './acceptance.ts'
import { addOpenOrder, type Book, type Clearing, nextOrderId } from './clearing.ts'
import type { MatchOrder } from './matcher.ts'
import { keepReduceOnly, roomToReduce, roomWhenTriggered } from './reduce-only.ts'
import { conclude, publishConclusion, publishReport, recount, report } from './reporting.ts'
import { isUntriggered, remainingLots, toReport, type WorkingOrder } from './working-order.ts'

/** Accepts or refuses an order, responds, and sends an accepted one to the matcher. */
export const submit = (clearing: Clearing, submission: Submission, isKnown: IsKnown): void => {
  const { venueClientId, terms } = submission
  const rejection = findRefusal(clearing, submission, isKnown)
  if (rejection) reject(clearing, venueClientId, rejection)
  else acceptOrder(clearing, { venueClientId, terms, answers: true })
}

const reject = ({ turn }: Clearing, venueClientId: string, rejection: Rejection): void => {
  turn.events.push({ kind: 'submitAnswered', venueClientId, outcome: { kind: 'rejected', rejection } })
}

export interface Incoming {
  readonly venueClientId: string
  readonly terms: OrderTerms
  /** True when a caller waits for a response; the event is published on the stream in any case. */
  readonly answers: boolean
}

/** Enters an order that has passed the checks. */
export const acceptOrder = (clearing: Clearing, { venueClientId, terms, answers }: Incoming): void => {
  const book = clearing.books.get(terms.symbol)
  if (!book) return
  const order = createOrder(clearing, book, { venueClientId, terms })
  const { turn } = clearing
  addOpenOrder(clearing, book, order)
  const accepted = report(clearing, order, { status: order.status, reason: null, atMs: order.atMs })
  if (answers)
    turn.events.push({ kind: 'submitAnswered', venueClientId, outcome: { kind: 'accepted', report: accepted } })
  turn.events.push({ kind: 'report', report: toReport(order) })
  if (!isUntriggered(order)) enterMarket(clearing, book, order)
}

const createOrder = (
  clearing: Clearing,
  book: Book,
  { venueClientId, terms }: Pick<Incoming, 'venueClientId' | 'terms'>,
): WorkingOrder => ({
  venueClientId,
  exchangeOrderId: nextOrderId(clearing),
  terms,
  enteredAtMs: clearing.matcher.timeMs,
  marginPrice: computeMarginPrice(terms, book.mark ?? FIRST_TICK),
  status: isConditional(terms) ? 'UNTRIGGERED' : 'NEW',
  filled: lots(0),
  allowed: terms.reduceOnly && !isConditional(terms) ? least(terms, roomToReduce(book, terms)) : terms.quantity,
  sequence: 0,
  reason: null,
  atMs: clearing.clock(),
  vanished: false,
  held: 0n,
})

const FIRST_TICK: Ticks = ticks(1)

const least = ({ quantity }: OrderTerms, room: number) => lots(Math.min(quantity, room))

/** Sends the remainder of an order to the matcher. */
export const enterMarket = (clearing: Clearing, book: Book, order: WorkingOrder): void => {
  recount(book, order)
  clearing.matcher.place(toMatchOrder(order), clearing.listener)
  keepReduceOnly(clearing, book, order.atMs)
}

const toMatchOrder = (order: WorkingOrder): MatchOrder => {
  const { venueClientId: key, terms } = order
  const { symbol, side } = terms
  const waits = terms.type === 'LIMIT'
  const price = isConditional(terms) ? null : terms.price
  return { key, symbol, side, price, quantity: remainingLots(order), timeInForce: waits ? terms.timeInForce : 'IOC' }
}

/** Triggers a conditional order: it becomes a market order for the quantity it may trade now, or expires. */
export const triggerOrder = (clearing: Clearing, book: Book, order: WorkingOrder, atMs: Instant): void => {
  const { terms, venueClientId } = order
  if (terms.reduceOnly) order.allowed = least(terms, roomWhenTriggered(book, terms))
  publishReport(clearing, order, { status: 'TRIGGERED', reason: null, atMs })
  const impediment = findImpediment(clearing, book, order)
  if (impediment) publishConclusion(clearing, book, order, { status: 'EXPIRED', reason: impediment, atMs })
  else {
    book.conditional.delete(venueClientId)
    book.resting.set(venueClientId, order)
    enterMarket(clearing, book, order)
  }
}

const findImpediment = (clearing: Clearing, book: Book, order: WorkingOrder): string | undefined => {
  if (order.allowed === 0) return 'REDUCE_ONLY'
  const { terms, marginPrice } = order
  if (terms.reduceOnly) return undefined
  return refusalOfMargin(clearing, book, { terms, marginPrice, quantity: terms.quantity })?.category
}

/** Cancels the open remainder and responds; an order that is not open receives a distinct response. */
export const cancel = (clearing: Clearing, symbol: string, venueClientId: string): void => {
  const { events } = clearing.turn
  const order = clearing.open.get(venueClientId)
  const book = clearing.books.get(symbol)
  if (!order || !book || order.terms.symbol !== symbol || !withdraw(clearing, order)) {
    events.push({ kind: 'cancelAnswered', venueClientId, outcome: { kind: 'notOpen' } })
    return
  }
  const canceled = conclude(clearing, book, order, { status: 'CANCELED', reason: null, atMs: clearing.clock() })
  events.push({ kind: 'cancelAnswered', venueClientId, outcome: { kind: 'canceled', report: canceled } })
  events.push({ kind: 'report', report: canceled })
}

/** Removes an order from the market; false when it no longer waits there. */
export const withdraw = (clearing: Clearing, order: WorkingOrder): boolean =>
  isUntriggered(order) || clearing.matcher.cancel(order.venueClientId)

/**
 * Restores an order that was open when the exchange went down. It rests behind existing orders; an immediate order has
 * expired, unless it is a triggered stop.
 */
export const reinstate = (clearing: Clearing, order: WorkingOrder): void => {
  const book = clearing.books.get(order.terms.symbol)
  if (!book) return
  addOpenOrder(clearing, book, order)
  const { type, timeInForce } = order.terms
  const missed = type === 'MARKET' || (type === 'LIMIT' && (timeInForce === 'IOC' || timeInForce === 'FOK'))
  const standing = { status: 'EXPIRED' as const, reason: 'RESTARTED', atMs: order.atMs }
  if (missed) publishConclusion(clearing, book, order, standing)
  else if (!isUntriggered(order)) enterMarket(clearing, book, order)
}
