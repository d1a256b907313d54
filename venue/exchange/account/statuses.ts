import { isInMarket, isOver, type WireOrder } from './account-book.ts'

/** Status of an order in the market. */
export type WireStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED'

/** Status of a conditional order; it becomes `FINISHED` when the order it triggered has ended. */
export type AlgoStatus = 'NEW' | 'TRIGGERING' | 'TRIGGERED' | 'FINISHED' | 'CANCELED' | 'EXPIRED' | 'REJECTED'

/** Status of an order in the market; one that closed all of a position is filled, whatever quantity it requested. */
export const toWireStatus = ({ status, record, reason, filled }: WireOrder): WireStatus => {
  if (status === 'UNTRIGGERED' || status === 'TRIGGERED') return 'NEW'
  const closedAll = status === 'EXPIRED' && record.closePosition && reason === 'REDUCE_ONLY' && filled > 0
  return closedAll ? 'FILLED' : status
}

/** The status of a conditional order at the Algo Service. */
export const toAlgoStatus = (order: WireOrder): AlgoStatus => {
  if (!isOver(order)) return isInMarket(order) ? 'TRIGGERED' : 'NEW'
  if (isInMarket(order)) return 'FINISHED'
  if (order.status === 'CANCELED') return 'CANCELED'
  return order.reason === 'INSUFFICIENT_MARGIN' ? 'REJECTED' : 'EXPIRED'
}
