import type { Order } from '../../domain/order/order.ts'
import { record, type Turn } from '../turn.ts'
import { dispatch, judge } from './dispatch.ts'

/** How often an order that only reduces may be sent; always under the same id, so that the exchange takes it once. */
const ATTEMPTS_MAX = 5

/** Sends an order that only reduces once more; false when it may not be. */
export const resend = (turn: Turn, order: Order): boolean => {
  const { atMs, ledger, market } = turn
  const { symbol } = order.terms
  const stillOpen = ledger.positions.get(symbol)?.positionId === order.positionId
  if (order.dispatch.attempts >= ATTEMPTS_MAX || !stillOpen || !market.instruments.has(symbol)) return false
  const { approved } = judge(turn, order, atMs)
  if (!approved) return false
  record(turn, { kind: 'orderResent', orderId: order.orderId, signedAtMs: atMs, atMs })
  dispatch(turn, approved)
  return true
}
