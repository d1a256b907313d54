import { isInMarket, type WireOrder } from '../../exchange/account/account-book.ts'
import { toWireStatus } from '../../exchange/account/statuses.ts'

export type OrderStatus =
  | 'New'
  | 'PartiallyFilled'
  | 'Untriggered'
  | 'Triggered'
  | 'Rejected'
  | 'Filled'
  | 'Cancelled'
  | 'Deactivated'

/** Status of an order, with who ended it and why, in the codes of the exchange. */
export interface OrderStanding {
  readonly orderStatus: OrderStatus
  readonly cancelType: string
  readonly rejectReason: string
}

const IN_MARKET: Readonly<Record<ReturnType<typeof toWireStatus>, OrderStatus>> = {
  NEW: 'New',
  PARTIALLY_FILLED: 'PartiallyFilled',
  FILLED: 'Filled',
  CANCELED: 'Cancelled',
  EXPIRED: 'Cancelled',
  REJECTED: 'Rejected',
}

const OVER: ReadonlySet<OrderStatus> = new Set(['Cancelled', 'Deactivated', 'Rejected', 'Filled'])

/** Returns whether the status is final. */
export const isClosedStatus = (status: OrderStatus): boolean => OVER.has(status)

export const toStanding = (order: WireOrder): OrderStanding => {
  const orderStatus = isInMarket(order) ? IN_MARKET[toWireStatus(order)] : toWaitingStatus(order)
  const ended = orderStatus === 'Cancelled' || orderStatus === 'Deactivated'
  return {
    orderStatus,
    cancelType: ended ? toCancelType(order) : 'UNKNOWN',
    rejectReason: ended || orderStatus === 'Rejected' ? toRejectReason(order) : 'EC_NoError',
  }
}

/** A conditional order that never came into the market. */
const toWaitingStatus = ({ status, reason }: WireOrder): OrderStatus => {
  if (status === 'UNTRIGGERED') return 'Untriggered'
  if (status === 'TRIGGERED') return 'Triggered'
  return reason === 'INSUFFICIENT_MARGIN' ? 'Rejected' : 'Deactivated'
}

const toCancelType = (order: WireOrder): string => {
  const { reason, status, record } = order
  if (reason === 'LIQUIDATION') return 'CancelAllBeforeLiq'
  if (reason === 'REDUCE_ONLY') {
    const isOwn = record.bybit?.stopOrderType === 'StopLoss' || record.bybit?.stopOrderType === 'TakeProfit'
    return isOwn && !isInMarket(order) ? 'CancelByTpSlTsClear' : 'CancelByReduceOnly'
  }
  return status === 'CANCELED' ? 'CancelByUser' : 'UNKNOWN'
}

const REASONS: Readonly<Record<string, string>> = {
  POST_ONLY_WOULD_TAKE: 'EC_PostOnlyWillTakeLiquidity',
  FOK_UNFILLABLE: 'EC_NoEnoughQtyToFill',
  INSUFFICIENT_MARGIN: 'EC_Others',
  RESTARTED: 'EC_LoadOrderCancel',
}

const toRejectReason = ({ reason, filled, status }: WireOrder): string => {
  if (reason === 'IOC_REMAINDER') return filled > 0 ? 'EC_CancelForNoFullFill' : 'EC_NoImmediateQtyToFill'
  if (status === 'CANCELED') return 'EC_PerCancelRequest'
  return reason !== null && Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? 'EC_NoError') : 'EC_NoError'
}
