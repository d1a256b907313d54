import type { Order } from '../../domain/order/order.ts'
import { Approved } from '../../domain/risk/approved.ts'
import { GATES } from '../../domain/risk/gates/index.ts'
import { record, type Turn } from '../turn.ts'
import { venueTimeOf } from './clock.ts'
import { riskViewOf } from './risk-view.ts'

/** How often an order that only reduces may be sent; always under the same id, so that the exchange takes it once. */
const ATTEMPTS_MAX = 5

/** Sends an order that only reduces once more; false when it may not be. */
export const resend = (turn: Turn, order: Order): boolean => {
  const { atMs, ledger, market, rules } = turn
  const { symbol } = order.terms
  const stillOpen = ledger.positions.get(symbol)?.positionId === order.positionId
  if (order.dispatch.attempts >= ATTEMPTS_MAX || !stillOpen || !market.instruments.has(symbol)) return false
  const { approved } = Approved.passGates(order, riskViewOf(turn, order, atMs), GATES)
  if (!approved) return false
  record(turn, { kind: 'orderResent', orderId: order.orderId, signedAtMs: atMs, atMs })
  const { recvWindowMs } = rules.constitution.execution
  turn.effects.push({ kind: 'submitOrder', order: approved, signedAtMs: venueTimeOf(turn), recvWindowMs })
  return true
}
