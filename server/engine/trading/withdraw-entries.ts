import { workingOrders } from '../ledger.ts'
import type { Turn } from '../turn.ts'
import { withdraw } from './cancel-order.ts'

/**
 * While the latch is engaged, no order of ours that could still increase the risk is left at the exchange. Where a newer
 * engine has taken over, its orders are not ours to take back.
 */
export const withdrawEntries = (turn: Turn): void => {
  const { latch } = turn.ledger
  if (!latch || latch.reason === 'FOREIGN_EPOCH') return
  for (const order of workingOrders(turn.ledger)) {
    if (!order.terms.reduceOnly && order.origin !== 'EXTERNAL') withdraw(turn, order)
  }
}
