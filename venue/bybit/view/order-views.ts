/** Response bodies of the Bybit API for orders, and the exchange's codes for their status, origin and end. */

import { valueAt } from '../../../server/domain/account/money.ts'
import { type Instrument, type Lots, lots, type Ticks, ticks } from '../../../server/domain/market/instrument.ts'
import {
  type AccountBook,
  isInMarket,
  positionSize,
  toWireStatus,
  type WireOrder,
} from '../../exchange/account/account-book.ts'
import type { StopLevel, WireTimeInForce } from '../../exchange/account/wire-record.ts'
import { printQuantity } from '../../exchange/market/figures.ts'
import { priceBand } from '../../exchange/market/order-limits.ts'
import { TRIGGER_NAMES } from '../rest/order-terms.ts'
import { plainAverage, plainMoney, plainQuote, priceOrNothing, sideName } from './figures.ts'

/** Returns an order, for lists and the stream. `standing` publishes an earlier, momentary status. */
export const orderView = (
  book: AccountBook,
  instrument: Instrument,
  order: WireOrder,
  standing: OrderStanding = toStanding(order),
) => {
  const { record, tickLots, booked, updatedAtMs } = order
  const left = isClosedStatus(standing.orderStatus) ? lots(0) : lots(computeSize(book, order) - order.filled)
  return {
    orderId: book.toWireId(order),
    orderLinkId: getLinkId(order),
    parentOrderLinkId: '',
    blockTradeId: '',
    symbol: record.symbol,
    side: sideName(record.side),
    positionIdx: 0,
    isLeverage: '',
    orderType: record.type === 'LIMIT' ? 'Limit' : 'Market',
    ...standing,
    price: priceOrNothing(instrument, priceOfOrder(order)),
    qty: printQuantity(instrument, computeSize(book, order)),
    timeInForce: record.type === 'LIMIT' ? IN_FORCE[record.timeInForce] : 'IOC',
    avgPrice: plainAverage(instrument, tickLots, booked.quantity),
    leavesQty: printQuantity(instrument, left),
    leavesValue: plainMoney(valueAt(instrument, priceOfOrder(order) ?? record.triggerPrice ?? FIRST_TICK, left)),
    cumExecQty: printQuantity(instrument, order.filled),
    cumExecValue: plainQuote(instrument, tickLots),
    cumExecFee: plainMoney(booked.fees),
    cumFeeDetail: booked.quantity === 0 ? {} : { USDT: plainMoney(booked.fees) },
    reduceOnly: record.reduceOnly || record.closePosition,
    ...triggerFields(instrument, order),
    ...stopFields(instrument, order),
    orderIv: '',
    placeType: '',
    slippageToleranceType: 'UNKNOWN',
    slippageTolerance: '0',
    smpType: 'None',
    smpGroup: 0,
    smpOrderId: '',
    extraFees: '',
    rpiTakerAccess: false,
    rpiMatchedQty: '0',
    createdTime: String(record.createdAtMs),
    updatedTime: String(updatedAtMs),
  }
}

const IN_FORCE: Readonly<Record<WireTimeInForce, string>> = { GTC: 'GTC', IOC: 'IOC', FOK: 'FOK', GTX: 'PostOnly' }

const FIRST_TICK: Ticks = ticks(0)

/** Returns the client ID of an order; empty for the position's own stops and the exchange's own orders. */
export const getLinkId = ({ record }: WireOrder): string => (isOfTheExchange(record.key) ? '' : record.clientId)

/** Returns whether the exchange itself created the order: the order's key is then its number. */
const isOfTheExchange = (key: string): boolean => /^\d+$/.test(key)

/** Returns the size of an order; for a pending stop of the position, the whole position. */
export const computeSize = (book: AccountBook, order: WireOrder): Lots => {
  if (!order.record.closePosition || isInMarket(order)) return order.quantity
  return order.status === 'UNTRIGGERED' ? positionSize(book, order.record.symbol) : lots(0)
}

/** Returns the price of an order; for a market order, its price limit. */
export const priceOfOrder = ({ record }: WireOrder): Ticks | null => {
  const last = record.bybit?.lastPrice ?? null
  if (record.type !== 'MARKET' || last === null) return record.price
  const { highest, lowest } = priceBand(last)
  return record.side === 'BUY' ? highest : lowest
}

/** Returns the code of an order's origin. */
export const toCreateType = ({ record }: WireOrder): string => {
  if (isOfTheExchange(record.key)) return 'CreateByTakeOver_PassThrough'
  const { stopOrderType = null } = record.bybit ?? {}
  if (stopOrderType === 'StopLoss') return 'CreateByStopLoss'
  if (stopOrderType === 'TakeProfit') return 'CreateByTakeProfit'
  return record.algoId === null ? 'CreateByUser' : 'CreateByStopOrder'
}

/** Returns the kind of conditional order; empty for other orders. */
export const toStopOrderType = ({ record }: WireOrder): string =>
  record.bybit?.stopOrderType ?? (record.algoId === null ? '' : 'Stop')

const triggerFields = (instrument: Instrument, order: WireOrder) => {
  const { record } = order
  const { triggerDirection = 0, closeOnTrigger = false, lastPrice = null } = record.bybit ?? {}
  return {
    createType: toCreateType(order),
    stopOrderType: toStopOrderType(order),
    triggerPrice: priceOrNothing(instrument, record.triggerPrice),
    triggerDirection,
    triggerBy: record.triggerPrice === null ? '' : TRIGGER_NAMES[record.workingType],
    lastPriceOnCreated: priceOrNothing(instrument, lastPrice),
    closeOnTrigger: closeOnTrigger || record.closePosition,
  }
}

const stopFields = (instrument: Instrument, { record }: WireOrder) => {
  const { stopLoss = null, takeProfit = null } = record.bybit?.attached ?? {}
  const isOwn = record.closePosition
  return {
    takeProfit: priceOrNothing(instrument, takeProfit?.price),
    stopLoss: priceOrNothing(instrument, stopLoss?.price),
    tpTriggerBy: triggeredBy(takeProfit),
    slTriggerBy: triggeredBy(stopLoss),
    tpslMode: isOwn || stopLoss !== null || takeProfit !== null ? 'Full' : '',
    tpLimitPrice: '',
    slLimitPrice: '',
  }
}

const triggeredBy = (level: StopLevel | null): string => (level === null ? '' : TRIGGER_NAMES[level.by])

type OrderStatus =
  | 'New'
  | 'PartiallyFilled'
  | 'Untriggered'
  | 'Triggered'
  | 'Rejected'
  | 'Filled'
  | 'Cancelled'
  | 'Deactivated'

/** Status of an order, and who ended it and why, as exchange codes. */
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
const isClosedStatus = (status: OrderStatus): boolean => OVER.has(status)

export const toStanding = (order: WireOrder): OrderStanding => {
  const orderStatus = isInMarket(order) ? IN_MARKET[toWireStatus(order)] : toWaitingStatus(order)
  const ended = orderStatus === 'Cancelled' || orderStatus === 'Deactivated'
  return {
    orderStatus,
    cancelType: ended ? toCancelType(order) : 'UNKNOWN',
    rejectReason: ended || orderStatus === 'Rejected' ? toRejectReason(order) : 'EC_NoError',
  }
}

/** Returns the status of a conditional order that was never triggered. */
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
