/**
 * Converts orders, executions, funding payments and positions of Bitget, from responses and stream messages, to the
 * adapter's raw types.
 */

import { decimal, printDecimal, rescale } from '../../../../../core/decimal.ts'
import type { OrderType, Side, TimeInForce, TriggerBy } from '../../../../../domain/order/order.ts'
import { parseEpoch } from '../../../../../domain/order/venue-client-id.ts'
import type { FillKind, VenueStatus } from '../../../../../domain/order/venue-report.ts'
import type { RawFill, RawFunding, RawOrder, RawPosition } from '../../execution/order-dialect.ts'
import { exactText, negated, toFields, toTimestamp, translateWord } from '../../fields.ts'

/**
 * Reads a regular order of Bitget:
 * {"symbol":"BTCUSDT","orderId":"1111465253393825792","clientOid":"1111465253431574529","size":"0.001","baseVolume":"0","price":"27000","state":"live","side":"buy","force":"gtc","orderType":"limit","reduceOnly":"NO","uTime":"1700719887120",…}
 */
export const readRegular = (info: unknown): RawOrder => {
  const o = toFields(info)
  const kind = readKind(o.tradeSide)
  const market = o.orderType === 'market'
  const timeInForce = market ? 'IOC' : translateWord(TIMES, lower(o.force))
  return {
    list: 'regular',
    id: o.orderId,
    clientId: o.clientOid,
    native: o.symbol ?? o.instId,
    side: translateWord(SIDES, o.side),
    type: translateWord(TYPES, o.orderType),
    quantity: o.size,
    filled: o.accBaseVolume ?? o.baseVolume,
    price: market ? undefined : o.price,
    trigger: undefined,
    triggerBy: undefined,
    timeInForce,
    reduceOnly: translateWord(FLAGS, lower(o.reduceOnly)),
    status: readStatus(o.state ?? o.status, timeInForce),
    reason: typeof o.cancelReason === 'string' && o.cancelReason !== '' ? o.cancelReason.slice(0, REASON_MAX) : null,
    atMs: toTimestamp(o.uTime),
    ...(kind !== undefined && kind !== 'TRADE' && { ownKind: kind }),
  }
}

type Fields = Readonly<Record<string, unknown>>

const SIDES: Readonly<Record<string, Side>> = { buy: 'BUY', sell: 'SELL' }
const TYPES: Readonly<Record<string, OrderType>> = { limit: 'LIMIT', market: 'MARKET' }
const TIMES: Readonly<Record<string, TimeInForce>> = { gtc: 'GTC', ioc: 'IOC', fok: 'FOK', post_only: 'POST_ONLY' }
const STATUSES: Readonly<Record<string, VenueStatus>> = {
  live: 'NEW',
  new: 'NEW',
  partially_filled: 'PARTIALLY_FILLED',
  filled: 'FILLED',
}
/** Statuses of conditional orders; the outcome of a triggered one is reported for the order it has become. */
const PLAN_STATUSES: Readonly<Record<string, VenueStatus>> = {
  live: 'UNTRIGGERED',
  executing: 'TRIGGERED',
  executed: 'TRIGGERED',
  cancelled: 'CANCELED',
  canceled: 'CANCELED',
  fail_execute: 'EXPIRED',
  fail_trigger: 'EXPIRED',
}
/**
 * Plan types as named in lists and, abbreviated, in the stream. Types for a whole position have no quantity of their
 * own and are omitted.
 */
const PLAN_TYPES: Readonly<Record<string, OrderType>> = {
  loss_plan: 'STOP_MARKET',
  profit_plan: 'TAKE_PROFIT_MARKET',
  sl: 'STOP_MARKET',
  tp: 'TAKE_PROFIT_MARKET',
}
const TRIGGERS: Readonly<Record<string, TriggerBy>> = { mark_price: 'MARK', fill_price: 'LAST' }
const FLAGS: Readonly<Record<string, boolean>> = { yes: true, no: false }
const LIQUIDITIES: Readonly<Record<string, 'MAKER' | 'TAKER'>> = {
  maker: 'MAKER',
  taker: 'TAKER',
  m: 'MAKER',
  t: 'TAKER',
}

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

/** Returns the fill kind by direction, which marks executions no user ordered; undefined for an unknown direction. */
const readKind = (tradeSide: unknown): FillKind | undefined => {
  if (typeof tradeSide !== 'string') return undefined
  if (PLACED.has(tradeSide)) return 'TRADE'
  if (tradeSide.startsWith('dte_sys_adl_')) return 'ADL'
  if (/^(reduce|burst|offset)_/.test(tradeSide)) return 'LIQUIDATION'
  return tradeSide.startsWith('delivery_') ? 'TRADE' : undefined
}

const PLACED: ReadonlySet<string> = new Set(['', 'open', 'close', 'buy_single', 'sell_single'])

const REASON_MAX = 100

/** Returns the status; a cancelled order that may not rest was ended by the exchange, and counts as expired. */
const readStatus = (state: unknown, timeInForce: TimeInForce | undefined): VenueStatus | undefined => {
  if (state !== 'canceled' && state !== 'cancelled') return translateWord(STATUSES, state)
  return timeInForce === 'GTC' ? 'CANCELED' : 'EXPIRED'
}

/** {"planType":"loss_plan","symbol":"BTCUSDT","orderId":"…","clientOid":"…","executeOrderId":"","planStatus":"live","size":"0.001","triggerPrice":"24000","triggerType":"mark_price","executePrice":"0","side":"sell",…} */
export const readPlan = (info: unknown): RawOrder => {
  const o = toFields(info)
  const limited = !isNothing(o.executePrice)
  const became = !isNothing(o.executeOrderId)
  return {
    list: 'conditional',
    id: o.orderId,
    ...(became && { becameId: String(o.executeOrderId) }),
    clientId: o.clientOid,
    native: o.symbol ?? o.instId,
    side: translateWord(SIDES, o.side),
    type: limited ? undefined : translateWord(PLAN_TYPES, o.planType),
    quantity: o.size,
    filled: '0',
    price: undefined,
    trigger: o.triggerPrice,
    triggerBy: translateWord(TRIGGERS, o.triggerType),
    timeInForce: 'GTC',
    reduceOnly: translateWord(PLAN_TYPES, o.planType) !== undefined,
    status: translateWord(PLAN_STATUSES, o.planStatus ?? o.status),
    reason: null,
    atMs: toTimestamp(o.uTime ?? o.cTime),
  }
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || Number(value) === 0

/** {"tradeId":"1111468664328269825","symbol":"BTCUSDT","orderId":"1111468664264753162","price":"37271.4","baseVolume":"0.001","feeDetail":[{"feeCoin":"USDT","totalFee":"-0.02236284",…}],"side":"buy","tradeSide":"buy_single","tradeScope":"taker","cTime":"1700720700342",…} */
export const readFill = (info: unknown): RawFill => {
  const f = toFields(info)
  const [fee] = Array.isArray(f.feeDetail) ? f.feeDetail.map(toFields) : []
  return {
    ...readExecutionFields(f),
    price: f.price,
    fee: negated(fee?.totalFee),
    feeAsset: fee?.feeCoin,
    atMs: toTimestamp(f.cTime),
  }
}

/** Returns the last execution of an order from the stream; undefined when there was none. */
export const readLastFill = (info: unknown): RawFill | undefined => {
  const o = toFields(info)
  if (isNothing(o.tradeId) || isNothing(o.baseVolume)) return undefined
  const execution = readExecutionFields(o)
  return {
    ...execution,
    clientId: execution.clientId === undefined && isOurs(o.clientOid) ? o.clientOid : execution.clientId,
    price: o.fillPrice,
    fee: negated(o.fillFee),
    feeAsset: o.fillFeeCoin,
    atMs: toTimestamp(o.fillTime),
  }
}

/**
 * Returns true for client order IDs we assign. Every order has a client order ID on this exchange, if necessary one
 * assigned by the exchange: the order that a conditional order has become may have a foreign ID and must be queried.
 */
export const isOurs = (clientOid: unknown): boolean =>
  typeof clientOid === 'string' && parseEpoch(clientOid) !== undefined

const readExecutionFields = (f: Fields): Omit<RawFill, 'price' | 'fee' | 'feeAsset' | 'atMs'> => {
  const kind = readKind(f.tradeSide)
  return {
    id: f.tradeId,
    orderId: f.orderId,
    clientId: kind !== undefined && kind !== 'TRADE' ? null : undefined,
    native: f.symbol ?? f.instId,
    side: translateWord(SIDES, f.side),
    quantity: f.baseVolume,
    liquidity: translateWord(LIQUIDITIES, lower(f.tradeScope)),
    kind,
  }
}

/** {"billId":"1111499428100472833","symbol":"BTCUSDT","amount":"-0.004992","businessType":"contract_settle_fee","coin":"USDT","cTime":"1700728034996",…} */
export const readPayment = (info: unknown): RawFunding => {
  const b = toFields(info)
  return {
    id: b.billId,
    native: b.symbol,
    amount: b.amount,
    asset: b.coin,
    rate: undefined,
    atMs: toTimestamp(b.cTime),
  }
}

/** {"symbol":"BTCUSDT","holdSide":"long","total":"0.002","openPriceAvg":"37355.5","liquidationPrice":"31725.02","leverage":"20","keepMarginRate":"0.004","markPrice":"37370.5",…} */
export const readPosition = (info: unknown): RawPosition => {
  const p = toFields(info)
  return {
    native: p.symbol,
    quantity: p.holdSide === 'short' ? negated(p.total) : p.holdSide === 'long' ? p.total : undefined,
    entryPrice: p.openPriceAvg,
    liquidationPrice: p.liquidationPrice,
    leverage: isNothing(p.leverage) ? undefined : p.leverage,
    maintenanceMargin: product(p.total, p.markPrice, p.keepMarginRate),
    hedged: translateWord({ one_way_mode: false, hedge_mode: true }, p.posMode),
    isolated: translateWord({ crossed: false, isolated: true }, p.marginMode),
  }
}

/** Returns the USDT balance without the unrealised result, which the exchange includes in the equity. */
export const walletIn = (account: unknown): unknown => {
  const { accountEquity, unrealizedPL } = toFields(account)
  const equity = exactText(accountEquity)
  const unrealized = exactText(unrealizedPL)
  if (equity === undefined || unrealized === undefined) return undefined
  const [a, b] = [decimal(equity), decimal(unrealized)]
  const scale = Math.max(a.scale, b.scale)
  return printDecimal({ units: rescale(a, scale).units - rescale(b, scale).units, scale })
}

const DIGITS_MAX = 18

const product = (...factors: readonly unknown[]): string | undefined => {
  let exact = decimal('1')
  for (const factor of factors) {
    const text = exactText(factor)
    if (text === undefined) return undefined
    const { units, scale } = decimal(text)
    exact = { units: exact.units * units, scale: exact.scale + scale }
  }
  const over = Math.max(0, exact.scale - DIGITS_MAX)
  return printDecimal({ units: exact.units / 10n ** BigInt(over), scale: exact.scale - over })
}
