/** Status reports of orders at the built-in exchange, and the value of resting orders for the margin. */

import type { Instant } from '../../../core/instant.ts'
import { valueAt } from '../../../domain/account/money.ts'
import type { VenueReport, VenueStatus } from '../../../domain/order/venue-report.ts'
import { type Book, type Clearing, removeOpenOrder } from './clearing.ts'
import { remainingLots, toReport, type WorkingOrder } from './working-order.ts'

/** Assigns an order its next numbered report, to be written and published; its time never decreases. */
export const report = (clearing: Clearing, order: WorkingOrder, { status, reason, atMs }: Standing): VenueReport => {
  order.status = status
  order.reason = reason
  order.atMs = Math.max(order.atMs, atMs)
  order.sequence++
  clearing.turn.orders.set(order.venueClientId, order)
  return toReport(order)
}

/** Status of an order, its reason, and its time. */
export interface Standing {
  readonly status: VenueStatus
  readonly reason: string | null
  readonly atMs: Instant
}

export const publishReport = (clearing: Clearing, order: WorkingOrder, standing: Standing): void => {
  clearing.turn.events.push({ kind: 'report', report: report(clearing, order, standing) })
}

/** Ends an order, so that none of it is open. The report is not yet published. */
export const conclude = (clearing: Clearing, book: Book, order: WorkingOrder, standing: Standing): VenueReport => {
  removeOpenOrder(clearing, book, order)
  recount(book, order)
  return report(clearing, order, standing)
}

/** Ends an order and publishes its report. */
export const publishConclusion = (clearing: Clearing, book: Book, order: WorkingOrder, standing: Standing): void => {
  clearing.turn.events.push({ kind: 'report', report: conclude(clearing, book, order, standing) })
}

/** Recomputes an order's value among the resting orders; call it whenever its remainder has changed. */
export const recount = (book: Book, order: WorkingOrder): void => {
  const { side, reduceOnly } = order.terms
  const counts = book.resting.has(order.venueClientId) && !reduceOnly
  const held = counts ? valueAt(book.instrument, order.marginPrice, remainingLots(order)) : 0n
  book.held[side] += held - order.held
  order.held = held
}
