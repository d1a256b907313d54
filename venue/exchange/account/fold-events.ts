/**
 * Applies the committed events of the local exchange to its account book, and publishes the resulting account events.
 */

import type { Instant } from '../../../server/core/instant.ts'
import { type Lots, lots } from '../../../server/domain/market/instrument.ts'
import type { VenueFunding, VenuePosition, VenueReport } from '../../../server/domain/order/venue-report.ts'
import type { VenueEvent } from '../../../server/engine/model/venue.ts'
import {
  type AlgoStatus,
  addFill,
  addFunding,
  addOrder,
  isInMarket,
  isOver,
  nothingBooked,
  positionIn,
  positionSize,
  toAlgoStatus,
  toWireStatus,
  type WireFill,
  type WireOrder,
  type WireStatus,
} from './account-book.ts'
import { type OrderDesk, settleAnswer } from './order-desk.ts'

/** Applies a batch of events, publishes the changes, and then settles pending requests. */
export const foldEvents = (desk: OrderDesk, events: readonly VenueEvent[], publish: Publish): void => {
  const neverWas = desk.hidesFailedMakers ? neverWereIn(events) : NONE
  const fold: Fold = { desk, events, publish, neverWas, fills: new Map() }
  for (const [index, event] of events.entries()) foldEvent(fold, event, index)
  for (const event of events) settleAnswer(desk, event)
}

type Execution = 'NEW' | 'AMENDMENT' | 'TRADE' | 'CANCELED' | 'EXPIRED' | 'CALCULATED'

export type Publish = (news: AccountNews) => void

/** An event of the account stream, in the order of occurrence. */
export type AccountNews =
  | {
      readonly kind: 'order'
      readonly order: WireOrder
      readonly execution: Execution
      readonly status: WireStatus
      readonly fill: WireFill | undefined
      readonly atMs: Instant
    }
  | { readonly kind: 'algo'; readonly order: WireOrder; readonly status: AlgoStatus; readonly atMs: Instant }
  | { readonly kind: 'fill'; readonly order: WireOrder; readonly fill: WireFill }
  | { readonly kind: 'moved'; readonly symbol: string; readonly atMs: Instant }
  | { readonly kind: 'funding'; readonly paid: VenueFunding }
  /** Position after all changes of the batch. */
  | { readonly kind: 'position'; readonly position: VenuePosition }
  /** Some events were not sent: subscribers must read the account again. */
  | { readonly kind: 'lost' }

/** The fold of one batch: events that the exchange published together after committing them. */
interface Fold {
  readonly desk: OrderDesk
  readonly events: readonly VenueEvent[]
  readonly publish: Publish
  /** Post-only orders that were accepted and ended immediately; they are treated as never placed. */
  readonly neverWas: ReadonlySet<string>
  /** Executions whose order report has not arrived yet. */
  readonly fills: Map<string, WireFill[]>
}

const NONE: ReadonlySet<string> = new Set()

const neverWereIn = (events: readonly VenueEvent[]): ReadonlySet<string> => {
  const accepted = new Set(
    events.flatMap((event) =>
      event.kind === 'submitAnswered' && event.outcome.kind === 'accepted' ? [event.venueClientId] : [],
    ),
  )
  return new Set(
    events.flatMap((event) => {
      if (event.kind !== 'report' || event.report.reason !== 'POST_ONLY_WOULD_TAKE') return []
      const { venueClientId, filled } = event.report
      return filled === 0 && accepted.has(venueClientId) ? [venueClientId] : []
    }),
  )
}

const foldEvent = (fold: Fold, event: VenueEvent, index: number): void => {
  const { desk, publish } = fold
  switch (event.kind) {
    case 'submitAnswered':
      if (event.outcome.kind === 'accepted') enter(fold, event.outcome.report)
      return
    case 'fill':
      return foldFill(fold, event.fill)
    case 'report':
      return foldReport(fold, event.report, index)
    case 'funding':
      addFunding(desk.book, event.funding)
      return publish({ kind: 'funding', paid: event.funding })
    case 'position': {
      const { symbol, quantity, cost } = event.position
      desk.book.positions.set(symbol, { ...positionIn(desk.book, symbol), quantity, cost })
      return publish({ kind: 'position', position: event.position })
    }
    case 'stream':
      return event.state === 'lost' ? foldLoss(fold) : undefined
    default:
      return
  }
}

/** Handles lost events: pending changes are read again with everything else, and no request waits for them. */
const foldLoss = ({ desk, publish }: Fold): void => {
  for (const { settle } of desk.amended.values()) settle()
  desk.amended.clear()
  publish({ kind: 'lost' })
}

const enter = ({ desk, neverWas }: Fold, report: VenueReport): void => {
  const record = desk.submitted.get(report.venueClientId)?.record
  if (!record || neverWas.has(record.key)) return
  addOrder(desk.book, {
    record,
    orderId: report.exchangeOrderId,
    status: report.status,
    filled: lots(0),
    tickLots: 0n,
    booked: nothingBooked(),
    quantity: record.quantity,
    reason: null,
    triggeredAtMs: 0,
    updatedAtMs: report.atMs,
  })
}

const foldFill = ({ desk, fills, publish }: Fold, reported: Parameters<typeof addFill>[1]): void => {
  const fill = addFill(desk.book, reported)
  if (!fill) return
  if (fill.venueClientId !== null) {
    fills.set(fill.venueClientId, [...(fills.get(fill.venueClientId) ?? []), fill])
    return
  }
  const order = desk.book.orders.get(fill.exchangeOrderId)
  publish({ kind: 'moved', symbol: fill.symbol, atMs: fill.executedAtMs })
  if (order) publish({ kind: 'order', order, execution: 'CALCULATED', status: 'FILLED', fill, atMs: fill.executedAtMs })
}

const foldReport = (fold: Fold, report: VenueReport, index: number): void => {
  const { desk, publish } = fold
  const order = desk.book.orders.get(report.venueClientId)
  if (!order) return
  const wasWaiting = !isInMarket(order)
  order.status = report.status
  order.filled = report.filled
  order.reason = report.reason
  order.updatedAtMs = report.atMs
  if (foldAmendment(fold, order)) return
  if (wasWaiting) foldWaiting(fold, order, index)
  else foldInMarket(fold, order)
  if (!isOver(order)) return
  desk.book.open.delete(order.record.key)
  if (!wasWaiting && order.record.algoId !== null)
    publish({ kind: 'algo', order, status: 'FINISHED', atMs: report.atMs })
  desk.ends.get(order.record.key)?.()
}

/** Handles the first event of an order after its change; returns true when no further event follows. */
const foldAmendment = ({ desk, publish }: Fold, order: WireOrder): boolean => {
  const amended = desk.amended.get(order.record.key)
  if (!amended) return false
  desk.amended.delete(order.record.key)
  const { change, settle } = amended
  order.record = { ...order.record, ...change }
  order.quantity = change.quantity
  settle()
  if (isOver(order)) return false
  publish({
    kind: 'order',
    order,
    execution: 'AMENDMENT',
    status: toWireStatus(order),
    fill: undefined,
    atMs: order.updatedAtMs,
  })
  return true
}

/** Handles a report of a conditional order that had not been triggered before. */
const foldWaiting = (fold: Fold, order: WireOrder, index: number): void => {
  const { desk, publish } = fold
  const atMs = order.updatedAtMs
  if (order.status !== 'TRIGGERED') return publish({ kind: 'algo', order, status: toAlgoStatus(order), atMs })
  publish({ kind: 'algo', order, status: 'TRIGGERING', atMs })
  if (isRefusedNext(fold, order, index)) return
  order.triggeredAtMs = atMs
  order.quantity = sizeWhenTriggered(order, positionSize(desk.book, order.record.symbol))
  publish({ kind: 'algo', order, status: 'TRIGGERED', atMs })
  publish({ kind: 'order', order, execution: 'NEW', status: 'NEW', fill: undefined, atMs })
}

const sizeWhenTriggered = ({ record }: WireOrder, position: Lots): Lots =>
  record.closePosition ? position : record.quantity

/** Returns whether a triggered order was refused in the market: its next event is its end. */
const isRefusedNext = ({ events }: Fold, { record }: WireOrder, index: number): boolean => {
  const next = events
    .slice(index + 1)
    .find((event) => event.kind === 'report' && event.report.venueClientId === record.key)
  return (
    next?.kind === 'report' &&
    next.report.status === 'EXPIRED' &&
    next.report.filled === 0 &&
    next.report.reason !== 'IOC_REMAINDER'
  )
}

const foldInMarket = ({ fills, publish }: Fold, order: WireOrder): void => {
  const status = toWireStatus(order)
  const atMs = order.updatedAtMs
  const booked = fills.get(order.record.key) ?? []
  fills.delete(order.record.key)
  for (const fill of booked) {
    publish({ kind: 'fill', order, fill })
    publish({ kind: 'moved', symbol: fill.symbol, atMs: fill.executedAtMs })
    const reached = status === 'FILLED' ? status : 'PARTIALLY_FILLED'
    publish({ kind: 'order', order, execution: 'TRADE', status: reached, fill, atMs: fill.executedAtMs })
  }
  if (status === 'NEW' || status === 'CANCELED' || status === 'EXPIRED') {
    publish({ kind: 'order', order, execution: status, status, fill: undefined, atMs })
  }
}
