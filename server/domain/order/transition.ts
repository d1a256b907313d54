/**
 * State machine of an order: its state after every report, fill, cancel or dispatch, and the table of allowed
 * transitions.
 */

import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import { err, ok, type Result } from '../../core/result.ts'
import type { Money } from '../account/money.ts'
import { type Lots, lots, type Ticks } from '../market/instrument.ts'
import type { Dispatch, Order, OrderStatus } from './order.ts'
import type { VenueReport, VenueStatus } from './venue-report.ts'

/**
 * Order after an exchange report, and whether the report changed it. `missing` is the executed quantity for which no
 * fill was received.
 */
export type Reported =
  | { readonly kind: 'applied'; readonly order: Order; readonly missing: Lots }
  | { readonly kind: 'redundant'; readonly missing: Lots }
  | { readonly kind: 'illegal' }

/**
 * Applies an exchange report to an order. Only fills change the filled quantity; a report of executions merely
 * acknowledges the order. A report older than the current status is accepted without effect.
 */
export const reportOn = (order: Order, report: VenueReport, atMs: Instant): Reported => {
  const missing = lots(Math.max(0, report.filled - order.filled))
  if (report.sequence <= order.reportSequence) return { kind: 'redundant', missing }
  const status = statusAfter(order, report.status)
  if (status === undefined) return { kind: 'illegal' }
  const taken: Order = {
    ...changed(order, atMs),
    status,
    statusReason: status === order.status ? order.statusReason : report.reason,
    exchangeOrderId: report.exchangeOrderId,
    dispatch: answered(order.dispatch),
    reportSequence: report.sequence,
  }
  return { kind: 'applied', order: taken, missing }
}

export interface FillPart {
  /** The order's ID at the exchange, if the fill contains it. */
  readonly exchangeOrderId?: string | null
  readonly price: Ticks
  readonly quantity: Lots
  readonly fee: Money
}

/**
 * Books a fill on its order, whatever its status, because an execution at the exchange is final. A fill after the end
 * of the order is late.
 */
export const fillOn = (
  order: Order,
  { price, quantity, fee, exchangeOrderId = null }: FillPart,
  atMs: Instant,
): Result<{ readonly order: Order; readonly late: boolean }, 'overfilled'> => {
  const filled = lots(order.filled + quantity)
  if (filled > order.terms.quantity) return err('overfilled')
  const status = statusFilled(order.status, filled === order.terms.quantity)
  const booked: Order = {
    ...changed(order, atMs),
    status,
    statusReason: status === order.status ? order.statusReason : null,
    exchangeOrderId: order.exchangeOrderId ?? exchangeOrderId,
    filled,
    filledTickLots: order.filledTickLots + BigInt(price) * BigInt(quantity),
    feesPaid: order.feesPaid + fee,
    dispatch: answered(order.dispatch),
  }
  return ok({ order: booked, late: isTerminal(order.status) })
}

/** Marks a cancel as requested; no effect until the exchange has acknowledged the order. */
export const cancelRequestedOn = (order: Order, atMs: Instant): Order =>
  moved(order, { status: 'PENDING_CANCEL', atMs })

/** Names the order that replaces this one; null when the amendment ended without a replacement. */
export const replacedByOn = (
  { replacedBy: _, ...order }: Order,
  replacement: Id<'ord'> | null,
  atMs: Instant,
): Order => ({
  ...changed(order, atMs),
  ...(replacement && { replacedBy: replacement }),
})

/** Marks an order as uncertain: it is unknown whether the exchange has it. */
export const uncertainOn = (order: Order, reason: string, provenDeadAtMs: Instant, atMs: Instant): Order => {
  if (order.status !== 'PENDING_NEW' && order.status !== 'OUTCOME_UNKNOWN') return order
  return {
    ...changed(order, atMs),
    status: 'OUTCOME_UNKNOWN',
    statusReason: reason,
    dispatch: { ...order.dispatch, state: 'OUTCOME_UNKNOWN', provenDeadAtMs },
  }
}

/** Marks an order as definitely rejected by the exchange. */
export const rejectedOn = (order: Order, reason: string, atMs: Instant): Order =>
  moved(order, { status: 'REJECTED', reason, dispatch: answered(order.dispatch), atMs })

/** Marks an order as proven absent: the exchange does not have it and can no longer accept it. */
export const provenAbsentOn = (order: Order, atMs: Instant): Order =>
  moved(order, {
    status: 'NEVER_ACCEPTED',
    reason: 'NEVER_ACCEPTED',
    dispatch: { ...order.dispatch, state: 'RESOLVED' },
    atMs,
  })

/** Marks an order as withheld after the decision and before it was sent. */
export const abandonedOn = (order: Order, reason: string, atMs: Instant): Order =>
  moved(order, { status: 'DENIED', reason, dispatch: { ...order.dispatch, state: 'ABANDONED' }, atMs })

/** Records that the order was sent again under the same ID; its status is unchanged until the exchange reports. */
export const resentOn = (order: Order, signedAtMs: Instant, atMs: Instant): Order => ({
  ...changed(order, atMs),
  dispatch: { state: 'DISPATCHING', attempts: order.dispatch.attempts + 1, signedAtMs, provenDeadAtMs: null },
})

/** Marks an order that the exchange had accepted but no longer reports. */
export const vanishedOn = (order: Order, atMs: Instant): Order =>
  moved(order, { status: 'CANCELED', reason: 'VANISHED', dispatch: answered(order.dispatch), atMs })

const changed = (order: Order, atMs: Instant): Order => ({ ...order, version: order.version + 1, updatedAtMs: atMs })

interface MoveTo {
  readonly status: OrderStatus
  readonly reason?: string | null
  readonly dispatch?: Dispatch
  readonly atMs: Instant
}

/**
 * Moves an order to a status; unchanged when the table does not allow the transition, because its current status is at
 * least as advanced.
 */
const moved = (order: Order, { status, reason = null, dispatch = order.dispatch, atMs }: MoveTo): Order =>
  ALLOWED[order.status].includes(status) ? { ...changed(order, atMs), status, statusReason: reason, dispatch } : order

const answered = (dispatch: Dispatch): Dispatch => {
  if (dispatch.state === 'DISPATCHING') return { ...dispatch, state: 'ACKED' }
  return dispatch.state === 'OUTCOME_UNKNOWN' ? { ...dispatch, state: 'RESOLVED' } : dispatch
}

/** Returns the status after a fill; a pending cancel remains pending during partial fills. */
const statusFilled = (status: OrderStatus, whole: boolean): OrderStatus => {
  if (whole) return 'FILLED'
  return status === 'PENDING_CANCEL' || isTerminal(status) ? status : 'PARTIALLY_FILLED'
}

type Ending = Extract<VenueStatus, 'CANCELED' | 'EXPIRED' | 'REJECTED'>

const isEnding = (status: VenueStatus): status is Ending =>
  status === 'CANCELED' || status === 'EXPIRED' || status === 'REJECTED'

/** Returns the status after a report, often the current one; undefined when the transition is impossible. */
const statusAfter = (order: Order, reported: VenueStatus): OrderStatus | undefined => {
  if (isEnding(reported)) return endedAs(order.status, reported)
  if (isTerminal(order.status)) return reported === 'FILLED' || order.status === 'FILLED' ? order.status : undefined
  return acknowledgedAs(order, reported)
}

/** Retains the first reported final status of an order, unless the order proves never to have existed. */
const endedAs = (status: OrderStatus, reported: Ending): OrderStatus | undefined => {
  if (status === 'CANCELED' || status === 'EXPIRED' || status === 'REJECTED') return status
  return ALLOWED[status].includes(reported) ? reported : undefined
}

const acknowledgedAs = (order: Order, reported: Exclude<VenueStatus, Ending>): OrderStatus => {
  const executed = reported === 'PARTIALLY_FILLED' || reported === 'FILLED'
  switch (order.status) {
    case 'PENDING_NEW':
    case 'OUTCOME_UNKNOWN':
      return executed ? 'NEW' : reported
    case 'UNTRIGGERED':
      return executed ? 'TRIGGERED' : reported
    case 'TRIGGERED':
      return reported === 'NEW' ? 'NEW' : order.status
    case 'PENDING_CANCEL':
      return cancelRefusedAs(order, reported)
    default:
      return order.status
  }
}

/**
 * Returns the status after a rejected cancel: a new report that the order is resting means the exchange did not cancel
 * it.
 */
const cancelRefusedAs = ({ status, filled }: Order, reported: VenueStatus): OrderStatus => {
  if (reported === 'UNTRIGGERED') return reported
  if (reported !== 'NEW') return status
  return filled > 0 ? 'PARTIALLY_FILLED' : 'NEW'
}

/**
 * Allowed transitions from each status. Exchanges send events late, twice and out of order: a fill may arrive before
 * the acknowledgement or trigger that preceded it, or after the end of an order whose cancel raced with it.
 */
export const ALLOWED: Record<OrderStatus, readonly OrderStatus[]> = {
  PENDING_NEW: [
    'DENIED',
    'NEW',
    'UNTRIGGERED',
    'TRIGGERED',
    'PARTIALLY_FILLED',
    'FILLED',
    'REJECTED',
    'CANCELED',
    'EXPIRED',
    'OUTCOME_UNKNOWN',
  ],
  OUTCOME_UNKNOWN: [
    'NEW',
    'UNTRIGGERED',
    'TRIGGERED',
    'PARTIALLY_FILLED',
    'FILLED',
    'REJECTED',
    'CANCELED',
    'EXPIRED',
    'NEVER_ACCEPTED',
  ],
  NEW: ['PARTIALLY_FILLED', 'FILLED', 'PENDING_CANCEL', 'CANCELED', 'EXPIRED', 'REJECTED'],
  UNTRIGGERED: ['TRIGGERED', 'NEW', 'PARTIALLY_FILLED', 'FILLED', 'PENDING_CANCEL', 'CANCELED', 'EXPIRED', 'REJECTED'],
  TRIGGERED: ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'REJECTED', 'EXPIRED'],
  PARTIALLY_FILLED: ['PARTIALLY_FILLED', 'FILLED', 'PENDING_CANCEL', 'CANCELED', 'EXPIRED'],
  PENDING_CANCEL: ['CANCELED', 'FILLED', 'PARTIALLY_FILLED', 'NEW', 'UNTRIGGERED', 'EXPIRED', 'REJECTED'],
  FILLED: [],
  CANCELED: ['FILLED'],
  EXPIRED: ['FILLED'],
  REJECTED: ['FILLED'],
  NEVER_ACCEPTED: ['FILLED'],
  DENIED: ['FILLED'],
}

const TERMINAL: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'REJECTED',
  'NEVER_ACCEPTED',
  'DENIED',
])

/** Returns whether the status is final, though a fill may still arrive late. */
export const isTerminal = (status: OrderStatus): boolean => TERMINAL.has(status)

/** True when the order may still trade. */
export const isWorking = (status: OrderStatus): boolean => !TERMINAL.has(status)
