/**
 * Converts orders, executions, funding payments and positions of Binance USDⓈ-M futures, from responses and stream
 * messages, to the adapter's raw types.
 */

import type { OrderType, Side, TimeInForce, TriggerBy } from '../../../../../domain/order/order.ts'
import type { FillKind, VenueStatus } from '../../../../../domain/order/venue-report.ts'
import type { RawFill, RawFunding, RawOrder, RawPosition } from '../../execution/order-dialect.ts'
import { toFields, translateWord } from '../../fields.ts'

/**
 * Returns the fill kind of an order that Binance placed itself, such as a liquidation, from its client order ID
 * ("Event: Order Update"); undefined for any other order.
 */
export const readOwnKind = (clientId: unknown): FillKind | undefined => {
  if (typeof clientId !== 'string') return undefined
  return OWN.find(([prefix]) => clientId.startsWith(prefix))?.[1]
}

export const SIDES: Readonly<Record<string, Side>> = { BUY: 'BUY', SELL: 'SELL' }
const TYPES: Readonly<Record<string, OrderType>> = {
  LIMIT: 'LIMIT',
  MARKET: 'MARKET',
  STOP_MARKET: 'STOP_MARKET',
  TAKE_PROFIT_MARKET: 'TAKE_PROFIT_MARKET',
}
/** Types that become a limit order when triggered. */
const ALGO_TYPES: Readonly<Record<string, OrderType>> = { ...TYPES, STOP: 'LIMIT', TAKE_PROFIT: 'LIMIT' }
const TIMES: Readonly<Record<string, TimeInForce>> = {
  GTC: 'GTC',
  IOC: 'IOC',
  FOK: 'FOK',
  GTX: 'POST_ONLY',
  GTE_GTC: 'GTC',
}
const TRIGGERS: Readonly<Record<string, TriggerBy>> = { MARK_PRICE: 'MARK', CONTRACT_PRICE: 'LAST' }
const STATUSES: Readonly<Record<string, VenueStatus>> = {
  NEW: 'NEW',
  PARTIALLY_FILLED: 'PARTIALLY_FILLED',
  FILLED: 'FILLED',
  CANCELED: 'CANCELED',
  EXPIRED: 'EXPIRED',
  EXPIRED_IN_MATCH: 'EXPIRED',
  REJECTED: 'REJECTED',
}
/** Statuses of conditional orders. `FINISHED` is omitted: the outcome is reported for the resulting order. */
const ALGO_STATUSES: Readonly<Record<string, VenueStatus>> = {
  NEW: 'UNTRIGGERED',
  TRIGGERING: 'TRIGGERED',
  TRIGGERED: 'TRIGGERED',
  CANCELED: 'CANCELED',
  EXPIRED: 'EXPIRED',
  REJECTED: 'REJECTED',
}

const OWN: readonly (readonly [prefix: string, kind: FillKind])[] = [
  ['adl_autoclose', 'ADL'],
  ['autoclose-', 'LIQUIDATION'],
  ['settlement_autoclose', 'TRADE'],
  ['delivery_autoclose', 'TRADE'],
]

const toFlag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

/** {"orderId":8389765739703625592,"symbol":"BTCUSDT","status":"NEW","clientOrderId":"…","price":"60000.0","origQty":"0.010",…} */
export const readRegular = (info: unknown): RawOrder => {
  const o = toFields(info)
  return regularOrder({
    id: o.orderId,
    clientId: o.clientOrderId,
    native: o.symbol,
    side: o.side,
    type: o.type,
    quantity: o.origQty,
    filled: o.executedQty,
    price: o.price,
    timeInForce: o.timeInForce,
    reduceOnly: o.closePosition === true || o.reduceOnly,
    status: o.status,
    atMs: o.updateTime,
  })
}

/** Fields of a regular order, under whatever field names Binance gives them. */
export interface RegularWords {
  readonly id: unknown
  readonly clientId: unknown
  readonly native: unknown
  readonly side: unknown
  readonly type: unknown
  readonly quantity: unknown
  readonly filled: unknown
  readonly price: unknown
  readonly timeInForce: unknown
  readonly reduceOnly: unknown
  readonly status: unknown
  readonly atMs: unknown
}

export const regularOrder = (fields: RegularWords): RawOrder => {
  const ownKind = readOwnKind(fields.clientId)
  return {
    ...fields,
    list: 'regular',
    side: translateWord(SIDES, fields.side),
    type: translateWord(TYPES, fields.type),
    trigger: undefined,
    triggerBy: undefined,
    timeInForce: translateWord(TIMES, fields.timeInForce),
    reduceOnly: toFlag(fields.reduceOnly),
    status: translateWord(STATUSES, fields.status),
    reason: null,
    ...(ownKind && { ownKind }),
  }
}

/** {"algoId":1000000033225453,"clientAlgoId":"…","orderType":"STOP_MARKET","algoStatus":"NEW","quantity":"38","actualOrderId":"",…} */
export const readAlgo = (info: unknown): RawOrder => {
  const o = toFields(info)
  return algoOrder({
    id: o.algoId,
    clientId: o.clientAlgoId,
    native: o.symbol,
    side: o.side,
    type: o.orderType ?? o.type,
    quantity: o.quantity,
    filled: o.actualQty,
    price: o.price,
    timeInForce: o.timeInForce,
    reduceOnly: o.closePosition === true || o.reduceOnly,
    status: o.algoStatus,
    atMs: o.updateTime,
    becameId: o.actualOrderId,
    trigger: o.triggerPrice,
    triggerBy: o.workingType,
    reason: undefined,
  })
}

/** Fields of a conditional order, under whatever field names Binance gives them. */
export interface AlgoWords extends RegularWords {
  readonly becameId: unknown
  readonly trigger: unknown
  readonly triggerBy: unknown
  readonly reason: unknown
}

const NONE: ReadonlySet<unknown> = new Set(['', '0', 0, null, undefined])

export const algoOrder = (fields: AlgoWords): RawOrder => {
  const { becameId, ...rest } = fields
  return {
    ...rest,
    list: 'conditional',
    ...(!NONE.has(becameId) && { becameId: String(becameId) }),
    side: translateWord(SIDES, fields.side),
    type: translateWord(ALGO_TYPES, fields.type),
    filled: fields.filled ?? '0',
    triggerBy: translateWord(TRIGGERS, fields.triggerBy),
    timeInForce: translateWord(TIMES, fields.timeInForce),
    reduceOnly: toFlag(fields.reduceOnly),
    status: translateWord(ALGO_STATUSES, fields.status),
    reason: typeof fields.reason === 'string' ? fields.reason : null,
  }
}

/** {"symbol":"BTCUSDT","id":698759,"orderId":25851813,"side":"SELL","price":"7819.01","qty":"0.002","commission":"0.07819010","commissionAsset":"USDT","time":1569514978020,"maker":false,…} */
export const readTrade = (info: unknown): RawFill => {
  const t = toFields(info)
  return {
    id: t.id,
    orderId: t.orderId,
    clientId: undefined,
    native: t.symbol,
    side: translateWord(SIDES, t.side),
    price: t.price,
    quantity: t.qty,
    fee: t.commission,
    feeAsset: t.commissionAsset,
    liquidity: typeof t.maker === 'boolean' ? (t.maker ? 'MAKER' : 'TAKER') : undefined,
    kind: undefined,
    atMs: t.time,
  }
}

/** {"symbol":"BTCUSDT","positionAmt":"0.009","entryPrice":"67445.9","liquidationPrice":"64846.98753790","maintMargin":"2.42",…} */
export const readPosition = (info: unknown): RawPosition => {
  const p = toFields(info)
  return {
    native: p.symbol,
    quantity: p.positionAmt,
    entryPrice: p.entryPrice,
    liquidationPrice: p.liquidationPrice,
    leverage: undefined,
    maintenanceMargin: p.maintMargin,
    hedged: translateWord({ BOTH: false, LONG: true, SHORT: true }, p.positionSide),
    isolated: p.isolatedWallet === undefined ? undefined : Number(p.isolatedWallet) !== 0,
  }
}

/** {"symbol":"BTCUSDT","incomeType":"FUNDING_FEE","income":"-0.37500000","asset":"USDT","time":1570636800000,"tranId":9689322392,…} */
export const readIncome = (info: unknown, rate: unknown): RawFunding => {
  const paid = toFields(info)
  return { id: paid.tranId, native: paid.symbol, amount: paid.income, asset: paid.asset, rate, atMs: paid.time }
}
