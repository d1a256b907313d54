import { isTerminal } from '../../domain/order/status.ts'
import { audit } from '../state/audit.ts'
import type { Turn } from '../state/turn.ts'

/** Results are not waited for any longer; what came of the orders then is in their own history. */
const PATIENCE_MS = 10_000

/** Records the results of actions whose orders have ended. */
export const settleOwed = (turn: Turn): void => {
  const { owed } = turn.session
  for (const due of owed.splice(0)) {
    const { instructed, action, target, orders, sinceMs } = due
    const left = orders.filter((orderId) => !isTerminal(turn.ledger.orders.get(orderId)?.status ?? 'CANCELED'))
    if (left.length > 0 && turn.atMs - sinceMs < PATIENCE_MS) owed.push(due)
    else {
      const reason = left.length === 0 ? null : `not yet known: ${left.join(', ')}`
      audit(turn, instructed, { action, target, outcome: left.length === 0 ? 'DONE' : 'PARTIAL', reason })
    }
  }
}
