/** Response bodies of the Bybit API for executions, funding payments, and the transaction log. */

import type { Money } from '../../../server/domain/account/money.ts'
import type { Instrument } from '../../../server/domain/market/instrument.ts'
import type { FillKind } from '../../../server/domain/order/venue-report.ts'
import type { AccountBook, WireFill, WireFunding, WireOrder } from '../../exchange/account/account-book.ts'
import { printPrice, printQuantity } from '../../exchange/market/figures.ts'
import { executionName, orderName, plainMoney, plainQuote, priceOrNothing, sideName } from './figures.ts'
import { computeSize, getLinkId, priceOfOrder, toCreateType, toStopOrderType } from './order-views.ts'

/** Returns an execution, for lists and the stream. */
export const executionView = (parts: ExecutionParts, instrument: Instrument, fill: WireFill) => {
  const { uid, book, fees } = parts
  const order = orderOfFill(book, fill)
  const size = order ? computeSize(book, order) : fill.quantity
  return {
    symbol: fill.symbol,
    orderId: order ? book.toWireId(order) : orderName(uid, fill.exchangeOrderId),
    orderLinkId: order ? getLinkId(order) : '',
    side: sideName(fill.side),
    orderPrice: priceOrNothing(instrument, (order && priceOfOrder(order)) ?? fill.price),
    orderQty: printQuantity(instrument, size),
    leavesQty: printQuantity(instrument, Math.max(0, size - fill.orderFilled)),
    createType: order ? toCreateType(order) : 'CreateByUser',
    orderType: order?.record.type === 'LIMIT' ? 'Limit' : 'Market',
    stopOrderType: (order && toStopOrderType(order)) || 'UNKNOWN',
    execFee: plainMoney(fill.fee),
    execId: executionName(uid, fill.execId),
    execPrice: printPrice(instrument, fill.price),
    execQty: printQuantity(instrument, fill.quantity),
    execType: EXEC_TYPES[fill.kind],
    execValue: plainQuote(instrument, BigInt(fill.price) * BigInt(fill.quantity)),
    execTime: String(fill.executedAtMs),
    feeCurrency: 'USDT',
    isMaker: fill.liquidity === 'MAKER',
    feeRate: fill.liquidity === 'MAKER' ? fees.maker : fees.taker,
    ...NOT_FOR_LINEAR,
    markPrice: '',
    closedSize: printQuantity(instrument, closedBy(fill)),
    extraFees: '',
    seq: toSequence(fill.execId),
  }
}

/** Inputs of the execution views: account and fees. */
export interface ExecutionParts {
  readonly uid: string
  readonly book: AccountBook
  readonly fees: { readonly maker: string; readonly taker: string }
}

const EXEC_TYPES: Readonly<Record<FillKind, string>> = { TRADE: 'Trade', LIQUIDATION: 'BustTrade', ADL: 'AdlTrade' }

/** Returns the order of an execution; undefined once it is no longer stored. */
export const orderOfFill = ({ orders }: AccountBook, fill: WireFill): WireOrder | undefined =>
  orders.get(fill.venueClientId ?? fill.exchangeOrderId)

/** Returns the quantity by which an execution reduced the position. */
const closedBy = ({ side, quantity, positionAfter }: WireFill): number => {
  const before = side === 'BUY' ? positionAfter - quantity : positionAfter + quantity
  const closes = side === 'BUY' ? -before : before
  return closes > 0 ? Math.min(closes, quantity) : 0
}

const NOT_FOR_LINEAR = {
  tradeIv: '',
  markIv: '',
  indexPrice: '',
  underlyingPrice: '',
  blockTradeId: '',
  marketUnit: '',
}

/** Returns the last digits of the exchange's number, which are increasing and fit into a number. */
export const toSequence = (execId: string): number => Number(execId.slice(-12))

/** Returns the fields of an execution that only the stream has. */
export const streamedFields = (realized: Money) => ({
  category: 'linear',
  isLeverage: '0',
  execPnl: plainMoney(realized),
})

/** Builds the view of a funding payment as an execution; a payment made is a positive fee. */
export const fundingView = ({ uid }: ExecutionParts, instrument: Instrument, paid: WireFunding) => ({
  symbol: paid.symbol,
  orderId: orderName(uid, paid.fundingId),
  orderLinkId: '',
  side: paid.positionAfter < 0 ? 'Sell' : 'Buy',
  orderPrice: '0',
  orderQty: '0',
  leavesQty: '0',
  createType: '',
  orderType: 'UNKNOWN',
  stopOrderType: 'UNKNOWN',
  execFee: plainMoney(-paid.amount),
  execId: executionName(uid, paid.fundingId),
  execPrice: '0',
  execQty: printQuantity(instrument, Math.abs(paid.positionAfter)),
  execType: 'Funding',
  execValue: '0',
  execTime: String(paid.settledAtMs),
  feeCurrency: 'USDT',
  isMaker: false,
  feeRate: paid.positionAfter < 0 ? negated(paid.rate) : paid.rate,
  ...NOT_FOR_LINEAR,
  markPrice: '',
  closedSize: '0',
  extraFees: '',
  seq: toSequence(String(paid.settledAtMs)),
})

/** Returns the negated rate. */
const negated = (rate: string): string => (rate.startsWith('-') ? rate.slice(1) : `-${rate}`)

/** Balance change: an execution or a funding payment. */
export type Movement =
  | { readonly kind: 'fill'; readonly atMs: number; readonly fill: WireFill }
  | { readonly kind: 'funding'; readonly atMs: number; readonly paid: WireFunding }

const SHARED = {
  category: 'linear',
  currency: 'USDT',
  transSubType: '',
  bonusChange: '',
  extraFees: '',
}

/** Returns an entry of the transaction log. */
export const transactionView = (parts: ExecutionParts, instrument: Instrument, movement: Movement) =>
  movement.kind === 'fill' ? tradeEntry(parts, instrument, movement.fill) : settlementEntry(parts, instrument, movement)

const tradeEntry = ({ uid, book, fees }: ExecutionParts, instrument: Instrument, fill: WireFill) => {
  const order = orderOfFill(book, fill)
  return {
    ...SHARED,
    id: `${uid}_${fill.symbol}_${toSequence(fill.execId)}`,
    symbol: fill.symbol,
    side: sideName(fill.side),
    transactionTime: String(fill.executedAtMs),
    type: fill.kind === 'TRADE' ? 'TRADE' : fill.kind,
    qty: printQuantity(instrument, fill.quantity),
    size: printQuantity(instrument, fill.positionAfter),
    tradePrice: printPrice(instrument, fill.price),
    funding: '',
    fee: plainMoney(fill.fee),
    cashFlow: plainMoney(fill.realized),
    change: plainMoney(fill.realized - fill.fee),
    cashBalance: plainMoney(fill.walletAfter),
    feeRate: fill.liquidity === 'MAKER' ? fees.maker : fees.taker,
    tradeId: executionName(uid, fill.execId),
    orderId: order ? book.toWireId(order) : orderName(uid, fill.exchangeOrderId),
    orderLinkId: order ? getLinkId(order) : '',
  }
}

const settlementEntry = (
  { uid }: ExecutionParts,
  instrument: Instrument,
  { paid }: Movement & { readonly kind: 'funding' },
) => {
  const size = printQuantity(instrument, paid.positionAfter)
  const amount = plainMoney(paid.amount)
  return {
    ...SHARED,
    id: `${uid}_${paid.symbol}_${paid.settledAtMs}`,
    symbol: paid.symbol,
    side: paid.positionAfter < 0 ? 'Sell' : 'Buy',
    transactionTime: String(paid.settledAtMs),
    type: 'SETTLEMENT',
    qty: printQuantity(instrument, Math.abs(paid.positionAfter)),
    size,
    tradePrice: '',
    funding: amount,
    fee: '0',
    cashFlow: '0',
    change: amount,
    cashBalance: plainMoney(paid.walletAfter),
    feeRate: paid.positionAfter < 0 ? negated(paid.rate) : paid.rate,
    tradeId: executionName(uid, paid.fundingId),
    orderId: orderName(uid, paid.fundingId),
    orderLinkId: '',
  }
}
