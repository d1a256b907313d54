/**
 * Queries the exchange about orders whose outcome is unknown, verifies stops, and resends reducing orders that never
 * arrived.
 */

import type { Instant } from '../../core/instant.ts'
import { isConditional, isProtective, type Order } from '../../domain/order/order.ts'
import { isTerminal } from '../../domain/order/transition.ts'
import { haltUntilCleared } from '../control/engage-stop.ts'
import type { QueryOutcome } from '../model/venue.ts'
import { workingOrders } from '../state/ledger.ts'
import type { OrderWatch } from '../state/session.ts'
import { record, requestVenue, type Turn } from '../state/turn.ts'
import { dispatch, judge } from './decide-order.ts'
import { onExecution } from './execution.ts'
import { getGuard, watchNow } from './guards.ts'
import { deadAt, isAwaitingSend, onReport, orderNamed } from './reports.ts'

/** Queries the exchange about orders with unknown outcomes, when due. */
export const queryOrders = (turn: Turn): void => {
  for (const [orderId, watch] of turn.session.watches) {
    const order = turn.ledger.orders.get(orderId)
    if (!order) turn.session.watches.delete(orderId)
    else if (isDue(watch, turn.atMs)) {
      watch.pending = { queryId: ++turn.session.queries, atMs: turn.atMs }
      watch.nextAtMs = turn.atMs + QUERY_EVERY_MS
      const { queryId } = watch.pending
      requestVenue(turn, {
        kind: 'queryOrder',
        symbol: order.terms.symbol,
        venueClientId: order.venueClientId,
        queryId,
        urgent: isProtective(order) && !turn.session.verified.has(orderId),
      })
    }
  }
}

/** Time after which an unanswered query has failed. */
const ANSWER_WITHIN_MS = 3_000
const QUERY_EVERY_MS = 1_000
/** Minimum interval between two "not found" responses that count separately. */
const ROUND_MS = 2_000
const VANISHED_ROUND_MS = 500
const ABSENT_ROUNDS = 2
/** Times after acknowledgement at which a stop is read back; the last one repeats indefinitely. */
const READ_BACK_AFTER_MS = [1_000, 2_000, 7_000, 10_000]

const isDue = ({ pending, nextAtMs }: OrderWatch, atMs: Instant): boolean =>
  nextAtMs <= atMs && (pending === null || atMs - pending.atMs >= ANSWER_WITHIN_MS)

export const onOrderQueried = (
  turn: Turn,
  { venueClientId, queryId, outcome }: { venueClientId: string; queryId: number; outcome: QueryOutcome },
): void => {
  const order = orderNamed(turn, venueClientId)
  const watch = order && turn.session.watches.get(order.orderId)
  if (!order || !watch) return
  if (watch.pending?.queryId === queryId) watch.pending = null
  if (outcome.kind === 'found') onOrderPresent(turn, order, outcome)
  else if (outcome.kind === 'notFound') onOrderAbsent(turn, order, watch)
}

const onOrderPresent = (turn: Turn, order: Order, outcome: Extract<QueryOutcome, { kind: 'found' }>): void => {
  for (const fill of outcome.fills) onExecution(turn, fill)
  onReport(turn, outcome.order)
  noteObserved(turn, order.orderId, outcome.order.terms)
}

/** Records that an order was read back with the expected terms; a stop is then verified. */
export const noteObserved = (turn: Turn, orderId: string, terms: Order['terms']): void => {
  const order = turn.ledger.orders.get(orderId)
  const watch = turn.session.watches.get(orderId)
  if (!order || !watch) return
  watch.absentRounds = 0
  if (isTerminal(order.status) || !isProtective(order)) {
    if (order.status !== 'OUTCOME_UNKNOWN') turn.session.watches.delete(orderId)
    if (isTerminal(order.status)) turn.session.verified.delete(orderId)
    return
  }
  if (order.status === 'UNTRIGGERED' && isAsPlanned(order, terms)) turn.session.verified.set(orderId, turn.atMs)
  planReadBack(watch, turn.atMs)
  turn.touched.add(order.terms.symbol)
}

/** Schedules the next read-back of a verified protective order. */
export const planReadBack = (watch: OrderWatch, atMs: Instant): void => {
  watch.nextAtMs = atMs + (READ_BACK_AFTER_MS[Math.min(watch.readBacks, READ_BACK_AFTER_MS.length - 1)] ?? 0)
  watch.readBacks++
}

const isAsPlanned = ({ terms }: Order, observed: Order['terms']): boolean =>
  observed.side === terms.side &&
  observed.reduceOnly &&
  observed.quantity === terms.quantity &&
  observed.trigger?.price === terms.trigger?.price &&
  observed.trigger?.by === terms.trigger?.by

/** Handles an order that was not found; an order whose response is still pending may not have arrived yet. */
const onOrderAbsent = (turn: Turn, order: Order, watch: OrderWatch): void => {
  if (isTerminal(order.status)) turn.session.watches.delete(order.orderId)
  else if (order.status === 'PENDING_NEW') return
  else if (order.status === 'OUTCOME_UNKNOWN') onUnknownAbsent(turn, order, watch)
  else if (countAbsence(turn, watch, VANISHED_ROUND_MS)) conclude(turn, order, 'orderVanished')
}

/** Counts absences of an order with unknown outcome only once the exchange can no longer accept it. */
const onUnknownAbsent = (turn: Turn, order: Order, watch: OrderWatch): void => {
  if (watch.taken) {
    if (countAbsence(turn, watch, VANISHED_ROUND_MS)) conclude(turn, order, 'orderVanished')
    return
  }
  if (order.terms.reduceOnly && resend(turn, order)) return
  if (turn.atMs < deadAt(turn, order)) return
  readAccountAfter(turn, deadAt(turn, order))
  if (countAbsence(turn, watch, ROUND_MS) && isExplained(turn, order)) conclude(turn, order, 'orderProvenAbsent')
}

/** Requests a reading now, because an earlier one cannot show the order's effect on the position. */
const readAccountAfter = ({ session, atMs }: Turn, deadAtMs: Instant): void => {
  const { reconciliation } = session
  if (reconciliation.pending === null && (reconciliation.doneAtMs ?? 0) <= deadAtMs) reconciliation.dueAtMs = atMs
}

/** Counts an absence; returns true after enough of them, far enough apart. */
const countAbsence = (turn: Turn, watch: OrderWatch, apartMs: number): boolean => {
  if (turn.atMs - watch.absentAtMs < apartMs) return false
  watch.absentAtMs = turn.atMs
  return ++watch.absentRounds >= ABSENT_ROUNDS
}

const conclude = (turn: Turn, { orderId, terms }: Order, kind: 'orderProvenAbsent' | 'orderVanished'): void => {
  const lastReadAtMs = turn.session.verified.get(orderId)
  record(turn, { kind, orderId, ...(lastReadAtMs !== undefined && { lastReadAtMs }), atMs: turn.atMs })
  turn.session.watches.delete(orderId)
  turn.session.verified.delete(orderId)
  turn.touched.add(terms.symbol)
}

/**
 * Returns whether the position was read after the order could last have been accepted, and is explained by known fills.
 */
const isExplained = (turn: Turn, order: Order): boolean =>
  (turn.session.reconciliation.doneAtMs ?? 0) > deadAt(turn, order) &&
  ![...turn.ledger.differences.values()].some(
    ({ kind, symbol }) => kind === 'QTY_MISMATCH' && symbol === order.terms.symbol,
  )

/** Stops the engine for an outcome that cannot be determined. */
export const noteUnresolved = (turn: Turn): void => {
  const { unknownOutcomeHaltMs } = turn.rules.constitution.execution
  for (const { orderId, status, dispatch } of workingOrders(turn.ledger)) {
    if (status !== 'OUTCOME_UNKNOWN') continue
    if (!turn.session.watches.has(orderId)) watchNow(turn, orderId)
    if (turn.atMs - (dispatch.signedAtMs ?? turn.atMs) < unknownOutcomeHaltMs) continue
    haltUntilCleared(turn, 'UNRESOLVED_OUTCOME', `Whether the exchange has ${orderId} cannot be established.`)
  }
}

/**
 * Maximum number of attempts to send a reduce-only order, always under the same ID. An exchange may accept an ID again
 * once its order has ended: a conditional order is then refused, and a full close finds nothing left to close, but a
 * partial close would be executed twice.
 */
export const ATTEMPTS_MAX = 5

/** Resends a reduce-only order; returns false when that is not allowed, or not yet after a refusal. */
const resend = (turn: Turn, order: Order): boolean => {
  const { atMs, ledger, market } = turn
  const { symbol } = order.terms
  const position = ledger.positions.get(symbol)
  const stillOpen = position?.positionId === order.positionId
  if (isAwaitingSend(turn, order)) return false
  const onceAtMost = isConditional(order.terms) || order.terms.quantity >= (position?.quantity ?? 0)
  if (!onceAtMost || order.dispatch.attempts >= ATTEMPTS_MAX || !stillOpen || !market.instruments.has(symbol))
    return false
  if (isProtective(order) && position && getGuard(turn, position).placeAtMs > atMs) return false
  const { approved } = judge(turn, order, atMs)
  if (!approved) return false
  record(turn, { kind: 'orderResent', orderId: order.orderId, signedAtMs: atMs, atMs })
  turn.session.sent.delete(order.orderId)
  dispatch(turn, approved)
  return true
}
