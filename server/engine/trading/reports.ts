/**
 * Applies reports and answers of the exchange to our orders, marks unanswered ones as uncertain, and records the
 * results of orders.
 */

import type { Instant } from '../../core/instant.ts'
import { noteAttempt } from '../../domain/control/breakers.ts'
import { isProtective, type Order } from '../../domain/order/order.ts'
import { reportOn } from '../../domain/order/transition.ts'
import { type VenueReport, writeRejection } from '../../domain/order/venue-report.ts'
import type { Rejection, RejectionCategory, SubmitOutcome } from '../model/venue.ts'
import { audit, byEngine } from '../state/audit.ts'
import { record, type Turn } from '../state/turn.ts'
import { noteStopRefused, watchNow } from './guards.ts'

/** Returns our order with a client ID; undefined if there is none. */
export const orderNamed = ({ ledger }: Turn, venueClientId: string): Order | undefined => {
  const orderId = ledger.byVenueClientId.get(venueClientId)
  return orderId && ledger.orders.get(orderId)
}

/**
 * Handles an order report of the exchange: applies it, ignores it if already known, or records it as impossible and
 * queries the order.
 */
export const onReport = (turn: Turn, report: VenueReport): void => {
  const order = orderNamed(turn, report.venueClientId)
  if (!order) return
  const { orderId } = order
  const result = reportOn(order, report, turn.atMs)
  if (result.kind === 'illegal') {
    noteRefusedReport(turn, order, report)
    return watchNow(turn, orderId)
  }
  if (result.missing > 0) watchNow(turn, orderId)
  if (result.kind === 'redundant') return
  record(turn, { kind: 'orderReported', orderId, report, atMs: turn.atMs })
  if (isProtective(order)) watchNow(turn, orderId)
  turn.touched.add(order.terms.symbol)
}

/** Records a refused report once, however often the exchange sends it. */
const noteRefusedReport = (turn: Turn, { orderId, status }: Order, report: VenueReport): void => {
  const { refusedReports } = turn.session
  if (refusedReports.get(orderId) === report.sequence) return
  refusedReports.set(orderId, report.sequence)
  record(turn, { kind: 'reportRefused', orderId, report, status, atMs: turn.atMs })
}

/** Handles the response to a submission. Only a definite refusal counts as such; otherwise the outcome is unknown. */
export const onSubmitAnswered = (turn: Turn, venueClientId: string, outcome: SubmitOutcome): void => {
  const order = orderNamed(turn, venueClientId)
  if (!order) return
  noteAnswer(turn, outcome)
  if (outcome.kind === 'accepted') return onReport(turn, outcome.report)
  if (order.status !== 'PENDING_NEW' && order.status !== 'OUTCOME_UNKNOWN') return
  if (outcome.kind === 'unknown') return markOutcomeUnknown(turn, order, outcome.reason)
  if (outcome.rejection.category === 'DUPLICATE') return onDuplicate(turn, order)
  if (order.status === 'OUTCOME_UNKNOWN' && order.dispatch.attempts > 1) {
    noteStopRefused(turn, order, outcome.rejection.category)
    return watchNow(turn, order.orderId)
  }
  reject(turn, order, outcome.rejection)
}

/** Handles a rejection as a duplicate id: the order was accepted before, and is open or has ended. */
const onDuplicate = (turn: Turn, order: Order): void => {
  markOutcomeUnknown(turn, order, 'DUPLICATE')
  const watch = turn.session.watches.get(order.orderId)
  if (watch) watch.taken = true
}

/** Requests the exchange time or the account immediately when a rejection shows that ours is wrong. */
const learnFrom = ({ session, atMs }: Turn, { category }: Rejection): void => {
  if (category === 'EXPIRED_REQUEST') session.clock.dueAtMs = atMs
  if (category === 'REDUCE_ONLY') session.reconciliation.dueAtMs = atMs
}

const reject = (turn: Turn, order: Order, rejection: Rejection): void => {
  const reason = writeRejection(rejection)
  record(turn, { kind: 'orderRejected', orderId: order.orderId, reason, atMs: turn.atMs })
  learnFrom(turn, rejection)
  if (order.terms.reduceOnly) noteStopRefused(turn, order, rejection.category)
  turn.touched.add(order.terms.symbol)
}

/**
 * Marks an order that may or may not exist. An increasing order is never sent again; its outcome is found by querying.
 */
export const markOutcomeUnknown = (turn: Turn, order: Order, reason: string): void => {
  const { orderId, auditId } = order
  if (order.status === 'PENDING_NEW') {
    noteDoubt(turn, reason)
    record(turn, { kind: 'orderUncertain', orderId, reason, provenDeadAtMs: deadAt(turn, order), atMs: turn.atMs })
    audit(turn, byEngine(turn, auditId), { action: 'ORDER_PLACE', target: orderId, outcome: 'OUTCOME_UNKNOWN', reason })
  }
  watchNow(turn, orderId)
}

/** Records that the request of an order is sent now, or can no longer be sent. */
export const noteSent = ({ session, atMs }: Turn, order: Order | undefined): void => {
  if (order && isInDoubt(order)) session.sent.set(order.orderId, atMs)
}

const isInDoubt = ({ status }: Order): boolean => status === 'PENDING_NEW' || status === 'OUTCOME_UNKNOWN'

/**
 * Returns whether the last request of an uncertain order may not have been sent yet because its decision is not
 * durable.
 */
export const isAwaitingSend = ({ session }: Pick<Turn, 'session'>, order: Order): boolean =>
  isInDoubt(order) && order.dispatch.provenDeadAtMs === null && !session.sent.has(order.orderId)

/**
 * Returns the time from which the exchange can no longer accept the last request, because it has expired.
 *
 * A request is signed when it is sent, so its validity starts then rather than at the decision. A request that waits
 * for its commit may be sent at any moment, so until it is, the result remains in the future. After a crash, it is
 * unknown whether and when a request was sent, but the process that could send it has ended, so the start of the new
 * run is the latest possible time. A time already recorded with the order was derived in the same way.
 */
export const deadAt = (
  { rules, session, atMs }: Pick<Turn, 'rules' | 'session' | 'atMs'>,
  { orderId, dispatch }: Order,
): Instant => {
  const { recvWindowMs, settleMs } = rules.constitution.execution
  const skewMs = Math.abs(session.clock.offsetMs ?? 0) + (session.clock.errorMs ?? 0)
  return dispatch.provenDeadAtMs ?? (session.sent.get(orderId) ?? atMs) + recvWindowMs + Math.ceil(skewMs) + settleMs
}

/**
 * Marks orders as uncertain when no response arrived within the validity of the request, or sooner for protective
 * orders.
 */
export const noteUnanswered = (turn: Turn): void => {
  const { sent } = turn.session
  const { recvWindowMs } = turn.rules.constitution.execution
  for (const [orderId, sentAtMs] of sent) {
    const order = turn.ledger.orders.get(orderId)
    if (!order || !isInDoubt(order)) sent.delete(orderId)
    else if (order.status === 'PENDING_NEW') {
      const answerTimeoutMs = order.terms.reduceOnly ? Math.min(REDUCING_TIMEOUT_MS, recvWindowMs) : recvWindowMs
      if (turn.atMs - sentAtMs >= answerTimeoutMs) markOutcomeUnknown(turn, order, 'NO_ANSWER')
    }
  }
}

const REDUCING_TIMEOUT_MS = 1_000

/** Rejections caused by the market, the account or the order itself rather than the exchange connection. */
const ORDINARY: ReadonlySet<RejectionCategory> = new Set([
  'INSUFFICIENT_MARGIN',
  'WOULD_TRIGGER',
  'WOULD_TAKE',
  'REDUCE_ONLY',
  'DUPLICATE',
])

/**
 * Counts an answer to an order as success or failure; orders without an answer are counted when they become uncertain.
 */
const noteAnswer = ({ session, atMs }: Turn, outcome: SubmitOutcome): void => {
  if (outcome.kind === 'unknown') return
  const failed = outcome.kind === 'rejected' && !ORDINARY.has(outcome.rejection.category)
  noteAttempt(session.attempts, { atMs, failed })
}

/** Counts an order without a response; uncertainty due to a restart or a used ID is not a fault of the exchange. */
const noteDoubt = ({ session, atMs }: Turn, reason: string): void => {
  if (reason !== 'RESTART' && reason !== 'DUPLICATE') noteAttempt(session.attempts, { atMs, failed: true })
}

/** Records the outcomes of the orders that ended in this turn, under their original intent. */
export const noteResults = (turn: Turn): void => {
  for (const orderId of turn.ended) {
    const order = turn.ledger.orders.get(orderId)
    if (!order || order.origin === 'EXTERNAL') continue
    const { auditId, status, statusReason, filled, terms } = order
    const quantity = turn.market.instruments.get(terms.symbol)?.instrument.quantity
    audit(turn, byEngine(turn, auditId), {
      action: 'ORDER_PLACE',
      target: orderId,
      after: quantity ? `filled ${quantity.print(filled)} of ${quantity.print(terms.quantity)}` : null,
      outcome: status,
      reason: statusReason,
    })
  }
}
