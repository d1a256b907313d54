/**
 * Converts orders, executions, funding payments and positions of OKX v5, from responses and stream messages, to the
 * adapter's raw types.
 */

import type { OrderType, Side, TimeInForce, TriggerBy } from '../../../../../domain/order/order.ts'
import type { FillKind, VenueStatus } from '../../../../../domain/order/venue-report.ts'
import type { RawFill, RawFunding, RawOrder, RawPosition } from '../../execution/order-dialect.ts'
import { negated, toFields, toTimestamp, translateWord } from '../../fields.ts'

/**
 * Reads a regular order of OKX:
 * {"ordId":"2657625147249614848","clOrdId":"","algoId":"","algoClOrdId":"","instId":"LINK-USDT-SWAP","side":"sell","ordType":"limit","sz":"0.1","px":"13.142","state":"filled","accFillSz":"0.1","reduceOnly":"true","uTime":"1751705807467",…}
 */
export const readRegular = (info: unknown): RawOrder => {
  const o = toFields(info)
  const ownKind = translateWord(OWN, o.category)
  const [type, timeInForce] = translateWord(TYPES, o.ordType) ?? []
  return {
    list: 'regular',
    id: o.ordId,
    clientId: readClientId(o),
    native: o.instId,
    side: translateWord(SIDES, o.side),
    type,
    quantity: o.sz,
    filled: o.accFillSz === '' ? '0' : o.accFillSz,
    price: o.px,
    trigger: undefined,
    triggerBy: undefined,
    timeInForce,
    reduceOnly: translateWord(FLAGS, o.reduceOnly),
    status: readStatus(o),
    reason: readReason(o),
    atMs: toTimestamp(o.uTime),
    ...(ownKind && { ownKind }),
  }
}

type Fields = Readonly<Record<string, unknown>>

const SIDES: Readonly<Record<string, Side>> = { buy: 'BUY', sell: 'SELL' }
const TYPES: Readonly<Record<string, readonly [OrderType, TimeInForce]>> = {
  limit: ['LIMIT', 'GTC'],
  post_only: ['LIMIT', 'POST_ONLY'],
  ioc: ['LIMIT', 'IOC'],
  fok: ['LIMIT', 'FOK'],
  market: ['MARKET', 'IOC'],
  optimal_limit_ioc: ['MARKET', 'IOC'],
}
const STATUSES: Readonly<Record<string, VenueStatus>> = {
  live: 'NEW',
  partially_filled: 'PARTIALLY_FILLED',
  filled: 'FILLED',
  mmp_canceled: 'EXPIRED',
}
/** Statuses of conditional orders; the outcome of a triggered one is reported for the order it has become. */
const ALGO_STATUSES: Readonly<Record<string, VenueStatus>> = {
  live: 'UNTRIGGERED',
  pause: 'UNTRIGGERED',
  effective: 'TRIGGERED',
  partially_effective: 'TRIGGERED',
  canceled: 'CANCELED',
  order_failed: 'EXPIRED',
  partially_failed: 'EXPIRED',
}
const TRIGGERS: Readonly<Record<string, TriggerBy>> = { mark: 'MARK', last: 'LAST', index: 'INDEX' }
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }

/** Kinds of orders that no user placed, by category. */
const OWN: Readonly<Record<string, FillKind>> = {
  full_liquidation: 'LIQUIDATION',
  partial_liquidation: 'LIQUIDATION',
  adl: 'ADL',
  delivery: 'TRADE',
}

/** Cancel sources of a requested cancel: 1 is the user who placed the order, anything else the exchange. */
const REQUESTED_SOURCES: ReadonlySet<unknown> = new Set(['1', '', undefined])

/** Fill kinds by bill type; delivery and conversion are not listed. */
const BILL_KINDS: ReadonlyMap<unknown, FillKind> = new Map<unknown, FillKind>([
  ...['1', '2', '3', '4', '5', '6'].map((kind) => [kind, 'TRADE'] as const),
  ...['100', '101', '102', '103', '104', '105', '106', '107'].map((kind) => [kind, 'LIQUIDATION'] as const),
  ...['125', '126', '127', '128'].map((kind) => [kind, 'ADL'] as const),
])

/**
 * Returns the client order ID; the order that a conditional order has become has none of its own, but reports the
 * original's.
 */
const readClientId = ({ clOrdId, algoClOrdId }: Fields): unknown =>
  clOrdId === undefined || clOrdId === '' ? algoClOrdId : clOrdId

const readStatus = ({ state, cancelSource }: Fields): VenueStatus | undefined => {
  if (state !== 'canceled') return translateWord(STATUSES, state)
  return REQUESTED_SOURCES.has(cancelSource) ? 'CANCELED' : 'EXPIRED'
}

const readReason = ({ state, cancelSource, cancelSourceReason }: Fields): string | null => {
  if (state !== 'canceled' || REQUESTED_SOURCES.has(cancelSource)) return null
  return typeof cancelSourceReason === 'string' && cancelSourceReason !== ''
    ? cancelSourceReason.slice(0, REASON_MAX)
    : `cancelSource ${String(cancelSource)}`
}

const REASON_MAX = 100

/** {"algoId":"431375349042380800","algoClOrdId":"","ordId":"","instId":"BTC-USDT-SWAP","ordType":"conditional","side":"sell","sz":"1","slTriggerPx":"50000","slOrdPx":"-1","slTriggerPxType":"mark","state":"live",…} */
export const readAlgo = (info: unknown): RawOrder => {
  const o = toFields(info)
  const terms = readTrigger(o)
  const closesAll = isSet(o.closeFraction)
  return {
    list: 'conditional',
    id: o.algoId,
    ...(typeof o.ordId === 'string' && o.ordId !== '' && { becameId: o.ordId }),
    clientId: o.algoClOrdId,
    native: o.instId,
    side: translateWord(SIDES, o.side),
    type: terms?.type,
    // An order for the whole position has no quantity.
    quantity: closesAll ? '0' : o.sz,
    filled: '0',
    price: terms?.limit,
    trigger: terms?.price,
    triggerBy: translateWord(TRIGGERS, terms?.by),
    timeInForce: 'GTC',
    reduceOnly: closesAll || (o.reduceOnly === '' ? false : translateWord(FLAGS, o.reduceOnly)),
    status: translateWord(ALGO_STATUSES, o.state),
    reason: typeof o.failCode === 'string' && !/^0?$/.test(o.failCode) ? o.failCode.slice(0, REASON_MAX) : null,
    atMs: toTimestamp([o.uTime, o.triggerTime, o.cTime].find((time) => time !== undefined && time !== '')),
  }
}

interface TriggerWords {
  readonly type: OrderType
  readonly price: unknown
  readonly by: unknown
  /** Limit price of the resulting order; undefined for a market order. */
  readonly limit: unknown
}

const AT_ANY_PRICE = '-1'

/**
 * Returns the trigger of an order. An order with both a stop and a take profit, of which only one is executed, counts
 * as a stop.
 */
const readTrigger = (o: Fields): TriggerWords | undefined => {
  switch (o.ordType) {
    case 'conditional':
    case 'oco':
      return isSet(o.slTriggerPx)
        ? createLeg('STOP_MARKET', o.slTriggerPx, o.slTriggerPxType, o.slOrdPx)
        : createLeg('TAKE_PROFIT_MARKET', o.tpTriggerPx, o.tpTriggerPxType, o.tpOrdPx)
    case 'trigger':
      return createLeg(inferOrderType(o), o.triggerPx, o.triggerPxType, o.ordPx)
    default:
      return undefined
  }
}

const createLeg = (type: OrderType, price: unknown, by: unknown, orderPrice: unknown): TriggerWords | undefined => {
  if (!isSet(price) || !isSet(orderPrice)) return undefined
  const isMarket = orderPrice === AT_ANY_PRICE
  return { type: isMarket ? type : 'LIMIT', price, by, limit: isMarket ? undefined : orderPrice }
}

/**
 * Returns whether a `trigger` order is a stop or a take profit, by the last price when it was placed; a stop if that
 * price is missing.
 */
const inferOrderType = ({ side, triggerPx, last }: Fields): OrderType => {
  const rises = Number(triggerPx) > Number(last)
  const takesProfit = isSet(last) && rises !== (side === 'buy')
  return takesProfit ? 'TAKE_PROFIT_MARKET' : 'STOP_MARKET'
}

const isSet = (value: unknown): boolean => value !== undefined && value !== ''

/** {"tradeId":"107601752","ordId":"317321390244397056","clOrdId":"","instId":"BTC-USDT-SWAP","side":"buy","fillPx":"2654.98","fillSz":"1","fee":"-0.0075","feeCcy":"USDT","execType":"T","subType":"1","ts":"1621927314985",…} */
export const readFill = (info: unknown): RawFill => {
  const f = toFields(info)
  const kind = BILL_KINDS.get(f.subType)
  return {
    ...readExecutionFields(f),
    clientId: kind !== undefined && kind !== 'TRADE' ? null : isSet(f.clOrdId) ? f.clOrdId : undefined,
    fee: negated(f.fee),
    feeAsset: f.feeCcy,
    kind,
    atMs: toTimestamp(isSet(f.fillTime) ? f.fillTime : f.ts),
  }
}

/** Returns the last execution of an order from the stream; undefined when there was none. */
export const readLastFill = (info: unknown): RawFill | undefined => {
  const o = toFields(info)
  if (!isSet(o.fillSz) || Number(o.fillSz) === 0) return undefined
  const ownKind = translateWord(OWN, o.category)
  return {
    ...readExecutionFields(o),
    clientId: ownKind ? null : (readClientId(o) ?? ''),
    fee: negated(o.fillFee),
    feeAsset: o.fillFeeCcy,
    kind: ownKind ?? 'TRADE',
    atMs: toTimestamp(o.fillTime),
  }
}

/** Returns an execution identified by trade and order: two of our orders may have matched each other. */
const readExecutionFields = (f: Fields): Omit<RawFill, 'clientId' | 'fee' | 'feeAsset' | 'kind' | 'atMs'> => ({
  id: isSet(f.tradeId) && isSet(f.ordId) ? `${String(f.tradeId)}-${String(f.ordId)}` : undefined,
  orderId: f.ordId,
  native: f.instId,
  side: translateWord(SIDES, f.side),
  price: f.fillPx,
  quantity: f.fillSz,
  liquidity: f.execType === 'T' ? 'TAKER' : f.execType === 'M' ? 'MAKER' : undefined,
})

/** {"billId":"377970609204146187","type":"8","subType":"174","instId":"BTC-USDT-SWAP","ccy":"USDT","balChg":"0.0148","ts":"1636387215588",…} */
export const readPayment = (info: unknown): RawFunding => {
  const b = toFields(info)
  return { id: b.billId, native: b.instId, amount: b.balChg, asset: b.ccy, rate: undefined, atMs: toTimestamp(b.ts) }
}

/** {"instId":"BTC-USDT-SWAP","posSide":"net","pos":"-1","avgPx":"34131.1","liqPx":"","lever":"2","mmr":"1.36","mgnMode":"cross",…} */
export const readPosition = (info: unknown): RawPosition => {
  const p = toFields(info)
  return {
    native: p.instId,
    quantity: toSignedQuantity(p),
    entryPrice: p.avgPx,
    liquidationPrice: p.liqPx,
    leverage: isSet(p.lever) ? p.lever : undefined,
    maintenanceMargin: p.mmr,
    hedged: translateWord({ net: false, long: true, short: true }, p.posSide),
    isolated: translateWord(MARGIN_MODES, p.mgnMode),
  }
}

const MARGIN_MODES: Readonly<Record<string, boolean>> = { cross: false, isolated: true }

/** Returns the quantity, negative for a short position; in hedge mode the exchange reports it without a sign. */
const toSignedQuantity = ({ posSide, pos }: Fields): unknown => {
  if (posSide === 'net' || posSide === 'long') return pos
  return posSide === 'short' ? negated(pos) : undefined
}
