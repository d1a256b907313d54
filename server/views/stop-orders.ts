import type { StopResult } from '../../contract/control.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import type { Order } from '../domain/order/order.ts'
import { isTerminal } from '../domain/order/status.ts'
import { leftToCancel } from '../engine/control/sweep.ts'
import type { Latch } from '../engine/state/control-state.ts'
import { workingOrders } from '../engine/state/ledger.ts'
import { deadAt } from '../engine/trading/reports.ts'
import type { ControlReader } from './control-reader.ts'

/** Number of unsuccessful attempts after which a cancel is reported as failed so far. */
const FAILED_AFTER = 3

/** Returns the outcome of the orders found by a stop. */
export const stopOrders = (reader: ControlReader, latch: Latch | null): StopResult['orders'] => {
  const cancelling = cancelledBy(reader, latch)
  const unknown = cancelling.filter(({ status }) => status === 'OUTCOME_UNKNOWN')
  const failed = cancelling.flatMap(({ orderId, status }) => {
    const attempts = reader.state.session.cancels.get(orderId)?.attempts ?? 0
    return status === 'PENDING_CANCEL' && attempts > FAILED_AFTER ? [{ orderId, attempts }] : []
  })
  const ended = cancelling.filter(({ status }) => isTerminal(status))
  const filled = ended.filter(({ status }) => status === 'FILLED').length
  const protective = [...(latch?.retained ?? [])].filter((id) => reader.state.ledger.working.has(id)).length
  return {
    found: cancelling.length + protective,
    protectiveKept: protective,
    cancelled: ended.length - filled,
    filled,
    pending: cancelling.length - ended.length - unknown.length - failed.length,
    failed,
    outcomeUnknown: unknown.map(({ orderId, updatedAtMs }) => ({ orderId, since: toRfc3339(updatedAtMs) })),
  }
}

const cancelledBy = ({ state, store }: ControlReader, latch: Latch | null): Order[] => {
  if (!latch) return []
  const left = leftToCancel(state.ledger).map(({ orderId }) => orderId)
  return [...new Set([...latch.cancelling, ...left])].flatMap(
    (orderId) => state.ledger.orders.get(orderId) ?? store.findOrder(orderId) ?? [],
  )
}

/** Returns when no request in flight can still arrive: each expires on its own. */
export const quiescentBy = (reader: ControlReader, latchedAtMs: Instant): Instant => {
  const state = { ...reader.state, atMs: reader.now() }
  const onTheirWay = workingOrders(state.ledger).filter(
    ({ status }) => status === 'PENDING_NEW' || status === 'OUTCOME_UNKNOWN',
  )
  return Math.max(latchedAtMs, ...onTheirWay.map((order) => deadAt(state, order)))
}
