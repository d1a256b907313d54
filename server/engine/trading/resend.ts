import { isConditional, isProtective, type Order } from '../../domain/order/order.ts'
import { record, type Turn } from '../state/turn.ts'
import { dispatch, judge } from './dispatch.ts'
import { getGuard } from './guards.ts'

/**
 * Maximum number of times an order that only reduces may be sent, always under the same id. An exchange may accept an
 * id again once its order has ended: a conditional order is refused the second time, and an order that closes the whole
 * position finds nothing left to close; a partial close would be executed twice.
 */
export const ATTEMPTS_MAX = 5

/** Sends an order that only reduces once more; false when it may not be, or not yet: one that was refused waits a little. */
export const resend = (turn: Turn, order: Order): boolean => {
  const { atMs, ledger, market } = turn
  const { symbol } = order.terms
  const position = ledger.positions.get(symbol)
  const stillOpen = position?.positionId === order.positionId
  const onceAtMost = isConditional(order.terms) || order.terms.quantity >= (position?.quantity ?? 0)
  if (!onceAtMost || order.dispatch.attempts >= ATTEMPTS_MAX || !stillOpen || !market.instruments.has(symbol))
    return false
  if (isProtective(order) && position && getGuard(turn, position).placeAtMs > atMs) return false
  const { approved } = judge(turn, order, atMs)
  if (!approved) return false
  record(turn, { kind: 'orderResent', orderId: order.orderId, signedAtMs: atMs, atMs })
  dispatch(turn, approved)
  return true
}
