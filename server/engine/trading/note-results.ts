import { audit, byEngine } from '../state/audit.ts'
import type { Turn } from '../state/turn.ts'

/** Records the outcomes of the orders that ended in this turn, under the intent they were placed with. */
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
