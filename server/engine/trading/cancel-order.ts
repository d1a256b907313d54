/** Cancels orders for callers and for the engine, and repeats unanswered cancel requests. */

import { isProtective, type Order } from '../../domain/order/order.ts'
import { isTerminal } from '../../domain/order/transition.ts'
import type { Command, CommandOutcome } from '../model/events.ts'
import { DONE, refused } from '../model/outcomes.ts'
import { audit, byEngine } from '../state/audit.ts'
import { record, requestVenue, type Turn } from '../state/turn.ts'
import { endAmendment } from './end-amendment.ts'

/** Cancels an order for a caller, and ends its amendment. The protection of an open position cannot be cancelled. */
export const cancelOrder = (
  turn: Turn,
  { orderId, instructed }: Extract<Command, { kind: 'cancelOrder' }>,
): CommandOutcome => {
  const order = turn.ledger.orders.get(orderId)
  if (!order) return refused({ kind: 'orderNotFound' })
  if (isTerminal(order.status)) return refused({ kind: 'orderTerminal', orderId })
  const position = turn.ledger.positions.get(order.terms.symbol)
  if (isProtective(order) && position !== undefined) {
    return refused({
      kind: 'protectionRemovalForbidden',
      detail: `It protects position ${position.positionId}. Move it with PATCH sl-tp, or close the position.`,
    })
  }
  if (order.status === 'PENDING_NEW' || order.status === 'OUTCOME_UNKNOWN') {
    return refused({ kind: 'outcomePending', detail: 'Whether the exchange has this order is not known yet.' })
  }
  if (order.status === 'TRIGGERED') {
    return refused({ kind: 'outcomePending', detail: 'It has been triggered and is being executed.' })
  }
  endAmendment(turn, orderId, 'CANCEL_REQUESTED')
  audit(turn, instructed, { action: 'ORDER_CANCEL', target: orderId, outcome: 'INTENT', reason: null })
  requestCancel(turn, order)
  return DONE
}

/** Time limits for an unanswered cancel, by attempt; the last one applies to all further attempts. */
const RETRY_AFTER_MS = [500, 1_000, 2_000, 5_000]

/** Sends a cancel request to the exchange, and repeats it until the outcome is known. */
export const requestCancel = (turn: Turn, order: Order): void => {
  if (order.status !== 'PENDING_CANCEL')
    record(turn, { kind: 'cancelRequested', orderId: order.orderId, atMs: turn.atMs })
  sendCancel(turn, order, 0)
}

/** Cancels an open order on behalf of the engine; waits for an order that is in flight or being executed. */
export const withdraw = (turn: Turn, order: Order, reason: string): void => {
  const stands = order.status === 'NEW' || order.status === 'UNTRIGGERED' || order.status === 'PARTIALLY_FILLED'
  if (!stands) return
  audit(turn, byEngine(turn), { action: 'ORDER_CANCEL', target: order.orderId, outcome: 'INTENT', reason })
  requestCancel(turn, order)
}

const sendCancel = (turn: Turn, { orderId, terms, venueClientId }: Order, attempts: number): void => {
  const waitMs = RETRY_AFTER_MS[Math.min(attempts, RETRY_AFTER_MS.length - 1)] ?? 0
  turn.session.cancels.set(orderId, { attempts: attempts + 1, nextAtMs: turn.atMs + waitMs })
  requestVenue(turn, { kind: 'cancel', symbol: terms.symbol, venueClientId })
}

/** Repeats unanswered cancels while the order is open; cancelling twice is harmless. */
export const retryCancels = (turn: Turn): void => {
  for (const [orderId, { attempts, nextAtMs }] of turn.session.cancels) {
    const order = turn.ledger.orders.get(orderId)
    if (order?.status !== 'PENDING_CANCEL') turn.session.cancels.delete(orderId)
    else if (nextAtMs <= turn.atMs) sendCancel(turn, order, attempts)
  }
}
