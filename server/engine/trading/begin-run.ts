import { isTerminal } from '../../domain/order/status.ts'
import { workingOrders } from '../state/ledger.ts'
import type { Turn } from '../state/turn.ts'
import { requestCancel } from './cancel-order.ts'
import { becomeUncertain } from './reports.ts'
import { watchNow } from './watches.ts'

/**
 * Begins a run. After a restart nothing is assumed: orders in flight become uncertain, and all open orders are queried.
 */
export const beginRun = (turn: Turn): void => {
  turn.session.reconciliation.beganAtMs = turn.atMs
  for (const order of workingOrders(turn.ledger)) {
    if (order.status === 'PENDING_NEW') becomeUncertain(turn, order, 'RESTART')
    else if (order.status === 'PENDING_CANCEL') requestCancel(turn, order)
    else if (!isTerminal(order.status)) watchNow(turn, order.orderId)
  }
}
