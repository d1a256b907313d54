/** Response bodies of the Binance API for orders, conditional orders and executions. */

import { printMoney } from '../../../server/domain/account/money.ts'
import { type Instrument, lots, ticks } from '../../../server/domain/market/instrument.ts'
import { toAlgoStatus, toWireStatus, type WireFill, type WireOrder } from '../../exchange/account/account-book.ts'
import { printAverage, printPrice, printQuantity, printQuote } from '../../exchange/market/figures.ts'

/** Returns the response to a placed, amended or cancelled order; a triggered order appears as a market order. */
export const orderView = (instrument: Instrument, order: WireOrder) => {
  const { record, orderId, filled, quantity, tickLots, updatedAtMs } = order
  const type = typeInMarket(order)
  return {
    orderId: BigInt(orderId),
    symbol: record.symbol,
    status: toWireStatus(order),
    clientOrderId: record.clientId,
    price: printPrice(instrument, record.price ?? ticks(0)),
    avgPrice: printAverage(instrument, tickLots, filled),
    origQty: printQuantity(instrument, quantity),
    executedQty: printQuantity(instrument, filled),
    cumQty: printQuantity(instrument, filled),
    cumQuote: printQuote(instrument, tickLots),
    timeInForce: record.timeInForce,
    type,
    reduceOnly: record.reduceOnly || record.closePosition,
    closePosition: record.closePosition,
    side: record.side,
    positionSide: 'BOTH',
    stopPrice: printPrice(instrument, ticks(0)),
    workingType: record.workingType,
    priceProtect: record.priceProtect,
    origType: type,
    priceMatch: 'NONE',
    selfTradePreventionMode: 'NONE',
    goodTillDate: 0,
    updateTime: updatedAtMs,
  }
}

/** Order type that a conditional order has once triggered. */
export const typeInMarket = ({ record }: WireOrder): 'LIMIT' | 'MARKET' =>
  record.type === 'LIMIT' ? 'LIMIT' : 'MARKET'

/** Returns a queried order: with its time, and without fields that only the response to placing it has. */
export const orderQueryView = (instrument: Instrument, order: WireOrder) => {
  const { cumQty, ...view } = orderView(instrument, order)
  return { ...view, time: order.triggeredAtMs || order.record.createdAtMs }
}

/** Returns a conditional order as the Algo Service does. */
export const algoView = (instrument: Instrument, order: WireOrder) => {
  const { record, triggeredAtMs } = order
  return {
    algoId: BigInt(record.algoId ?? 0),
    clientAlgoId: record.clientId,
    algoType: 'CONDITIONAL',
    orderType: record.type,
    symbol: record.symbol,
    side: record.side,
    positionSide: 'BOTH',
    timeInForce: record.timeInForce,
    quantity: printQuantity(instrument, record.quantity),
    algoStatus: toAlgoStatus(order),
    triggerPrice: printPrice(instrument, record.triggerPrice ?? ticks(0)),
    price: printPrice(instrument, ticks(0)),
    icebergQuantity: null,
    selfTradePreventionMode: 'EXPIRE_MAKER',
    workingType: record.workingType,
    priceMatch: 'NONE',
    closePosition: record.closePosition,
    priceProtect: record.priceProtect,
    reduceOnly: record.reduceOnly || record.closePosition,
    createTime: record.createdAtMs,
    updateTime: order.updatedAtMs,
    triggerTime: triggeredAtMs,
    goodTillDate: 0,
  }
}

/** Returns the view of a conditional order, with the order it became once triggered. */
export const algoQueryView = (instrument: Instrument, order: WireOrder) => ({
  ...algoView(instrument, order),
  actualOrderId: order.triggeredAtMs > 0 ? order.orderId : '',
  actualPrice: printAverage(instrument, order.tickLots, order.filled),
  actualQty: printQuantity(instrument, order.filled),
})

/** Returns an execution as in `userTrades`. */
export const tradeView = (instrument: Instrument, fill: WireFill) => ({
  symbol: fill.symbol,
  id: BigInt(fill.execId),
  orderId: BigInt(fill.exchangeOrderId),
  side: fill.side,
  price: printPrice(instrument, fill.price),
  qty: printQuantity(instrument, fill.quantity),
  realizedPnl: printMoney(fill.realized),
  marginAsset: 'USDT',
  quoteQty: printQuote(instrument, BigInt(fill.price) * BigInt(lots(fill.quantity))),
  commission: printMoney(fill.fee),
  commissionAsset: 'USDT',
  time: fill.executedAtMs,
  positionSide: 'BOTH',
  buyer: fill.side === 'BUY',
  maker: fill.liquidity === 'MAKER',
})
