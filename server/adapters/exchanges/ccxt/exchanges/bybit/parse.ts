/**
 * Converts orders, executions, funding payments and positions of Bybit v5, from responses and stream messages, to the
 * adapter's raw types.
 */

import type { OrderType, Side, TimeInForce, TriggerBy } from '../../../../../domain/order/order.ts'
import type { FillKind, VenueStatus } from '../../../../../domain/order/venue-report.ts'
import type { RawFill, RawFunding, RawOrder, RawPosition } from '../../execution/order-dialect.ts'
import { exactText, negated, toFields, translateWord } from '../../fields.ts'

/** Reads an order of Bybit: {"orderId":"fd4300ae-…","orderLinkId":"","symbol":"ETHUSDT","side":"Sell","orderType":"Market","orderStatus":"Untriggered","qty":"0.10","triggerPrice":"1900",…} */
export const readOrder = (info: unknown): RawOrder => {
  const o = toFields(info)
  const ownKind = readOwnKind(o)
  return {
    list: 'regular',
    id: o.orderId,
    clientId: o.orderLinkId,
    native: o.symbol,
    side: translateWord(SIDES, o.side),
    type: readType(o),
    quantity: o.qty,
    filled: o.cumExecQty,
    price: o.orderType === 'Market' ? undefined : o.price,
    trigger: o.triggerPrice,
    triggerBy: isTriggered(o) ? translateWord(TRIGGERS, o.triggerBy) : undefined,
    timeInForce: translateWord(TIMES, o.timeInForce),
    reduceOnly: typeof o.reduceOnly === 'boolean' ? o.reduceOnly : undefined,
    status: readStatus(o),
    reason: readReason(o),
    atMs: o.updatedTime,
    ...(ownKind && { ownKind }),
    ...(o.orderType === 'Market' && translateWord(STOP_TYPES, o.stopOrderType) && { attached: true as const }),
  }
}

type Fields = Readonly<Record<string, unknown>>

const SIDES: Readonly<Record<string, Side>> = { Buy: 'BUY', Sell: 'SELL' }
const TYPES: Readonly<Record<string, OrderType>> = { Limit: 'LIMIT', Market: 'MARKET' }
const TIMES: Readonly<Record<string, TimeInForce>> = { GTC: 'GTC', IOC: 'IOC', FOK: 'FOK', PostOnly: 'POST_ONLY' }
const TRIGGERS: Readonly<Record<string, TriggerBy>> = { MarkPrice: 'MARK', LastPrice: 'LAST', IndexPrice: 'INDEX' }
const STATUSES: Readonly<Record<string, VenueStatus>> = {
  New: 'NEW',
  PartiallyFilled: 'PARTIALLY_FILLED',
  Untriggered: 'UNTRIGGERED',
  Triggered: 'TRIGGERED',
  Filled: 'FILLED',
  Rejected: 'REJECTED',
}
/** Statuses of orders that have ended; a conditional order that was never triggered is deactivated. */
const ENDED: ReadonlySet<unknown> = new Set(['Cancelled', 'Deactivated'])
/** Cancel reasons of a requested cancel; any other ended order was ended by the exchange itself. */
const REQUESTED_REASONS: ReadonlySet<unknown> = new Set(['EC_PerCancelRequest', 'EC_NoError', '', undefined])
const REQUESTED_CANCEL_TYPES: ReadonlySet<unknown> = new Set(['CancelByUser', 'UNKNOWN', '', undefined])

const STOP_TYPES: Readonly<Record<string, OrderType>> = {
  StopLoss: 'STOP_MARKET',
  PartialStopLoss: 'STOP_MARKET',
  TakeProfit: 'TAKE_PROFIT_MARKET',
  PartialTakeProfit: 'TAKE_PROFIT_MARKET',
}

/**
 * Order types by side and trigger direction: 1 triggers when the price rises to the trigger price, 2 when it falls to
 * it.
 */
const BY_DIRECTION: Readonly<Record<string, OrderType>> = {
  'Buy 1': 'STOP_MARKET',
  'Buy 2': 'TAKE_PROFIT_MARKET',
  'Sell 1': 'TAKE_PROFIT_MARKET',
  'Sell 2': 'STOP_MARKET',
}

const isTriggered = ({ triggerPrice }: Fields): boolean => triggerPrice !== undefined && Number(triggerPrice) > 0

const readType = (o: Fields): OrderType | undefined => {
  if (!isTriggered(o)) return translateWord(TYPES, o.orderType)
  if (o.orderType !== 'Market') return translateWord(TYPES, o.orderType)
  return translateWord(STOP_TYPES, o.stopOrderType) ?? translateWord(BY_DIRECTION, `${o.side} ${o.triggerDirection}`)
}

const readStatus = (o: Fields): VenueStatus | undefined => {
  if (!ENDED.has(o.orderStatus)) return translateWord(STATUSES, o.orderStatus)
  return REQUESTED_REASONS.has(o.rejectReason) && REQUESTED_CANCEL_TYPES.has(o.cancelType) ? 'CANCELED' : 'EXPIRED'
}

const readReason = ({ rejectReason, orderStatus }: Fields): string | null =>
  typeof rejectReason === 'string' && rejectReason !== '' && rejectReason !== 'EC_NoError' && orderStatus !== 'New'
    ? rejectReason
    : null

/** Returns the kind of orders that no user placed, by `createType`. */
const readOwnKind = ({ createType }: Fields): FillKind | undefined => {
  if (createType === 'CreateByLiq' || createType === 'CreateByTakeOver_PassThrough') return 'LIQUIDATION'
  if (createType === 'CreateByAdl_PassThrough') return 'ADL'
  return createType === 'CreateBySettle' ? 'TRADE' : undefined
}

const KINDS: Readonly<Record<string, FillKind>> = {
  Trade: 'TRADE',
  BlockTrade: 'TRADE',
  MovePosition: 'TRADE',
  AdlTrade: 'ADL',
  BustTrade: 'LIQUIDATION',
}

/** {"execId":"e0cbe81d-…","orderId":"8c065341-…","orderLinkId":"","symbol":"ETHPERP","side":"Buy","execPrice":"1190.15","execQty":"0.1","execFee":"0.071409","execType":"Trade","isMaker":false,…} */
export const readExecution = (info: unknown): RawFill => {
  const e = toFields(info)
  const kind = translateWord(KINDS, e.execType)
  return {
    id: e.execId,
    orderId: e.orderId,
    clientId: kind === 'TRADE' ? (e.orderLinkId ?? '') : kind && null,
    native: e.symbol,
    side: translateWord(SIDES, e.side),
    price: e.execPrice,
    quantity: e.execQty,
    fee: e.execFee,
    feeAsset: e.feeCurrency === undefined || e.feeCurrency === '' ? 'USDT' : e.feeCurrency,
    liquidity: typeof e.isMaker === 'boolean' ? (e.isMaker ? 'MAKER' : 'TAKER') : undefined,
    kind,
    atMs: e.execTime,
  }
}

/** Returns the payment of a funding execution; the exchange lists it as a fee, so the sign is reversed. */
export const readPayment = (info: unknown): RawFunding => {
  const e = toFields(info)
  return {
    id: e.execId,
    native: e.symbol,
    amount: negated(e.execFee),
    asset: 'USDT',
    rate: e.feeRate,
    atMs: e.execTime,
  }
}

/** {"symbol":"BTCUSDT","side":"Buy","size":"0.1","avgPrice":"27450","leverage":"10","liqPrice":"","positionMM":"13.7",…} */
export const readPosition = (info: unknown): RawPosition => {
  const p = toFields(info)
  return {
    native: p.symbol,
    quantity: toSignedQuantity(p),
    entryPrice: p.avgPrice,
    liquidationPrice: p.liqPrice,
    leverage: p.leverage === '' ? undefined : p.leverage,
    maintenanceMargin: p.positionMM,
    hedged: translateWord({ 0: false, 1: true, 2: true }, String(p.positionIdx)),
    isolated: translateWord({ 0: false, 1: true }, String(p.tradeMode)),
  }
}

/** Returns the quantity, negative for a short position; a flat position has no side. */
const toSignedQuantity = ({ side, size }: Fields): unknown => {
  if (side === 'Buy' || Number(exactText(size)) === 0) return size
  return side === 'Sell' ? negated(size) : undefined
}
