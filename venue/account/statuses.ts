import { isInMarket, isOver, type WireOrder } from './account-book.ts'

/** Of an order in the market. */
export type WireStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED'

/** Of a conditional order, which ends at `FINISHED` when the order it became is over. */
export type AlgoStatus = 'NEW' | 'TRIGGERING' | 'TRIGGERED' | 'FINISHED' | 'CANCELED' | 'EXPIRED' | 'REJECTED'

/** The status of an order in the market; what closed all of a position is filled, however much it might have asked for. */
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
