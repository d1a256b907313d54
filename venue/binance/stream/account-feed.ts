/**
 * Account stream of the Binance API: publishes order, position, balance and leverage changes to the holder of the
 * listen key.
 */

import type { Instant } from '../../../server/core/instant.ts'
import { printMoney } from '../../../server/domain/account/money.ts'
import { unrealizedPnl } from '../../../server/domain/margin/liquidation.ts'
import { type Instrument, type Ticks, ticks } from '../../../server/domain/market/instrument.ts'
import { getMarkTicks } from '../../../server/domain/market/market.ts'
import type { Clock } from '../../../server/engine/model/ports.ts'
import {
  type AccountBook,
  type AlgoStatus,
  positionIn,
  type WireFill,
  type WireOrder,
} from '../../exchange/account/account-book.ts'
import type { AccountNews } from '../../exchange/account/fold-events.ts'
import { printAverage, printPrice, printQuantity } from '../../exchange/market/figures.ts'
import type { MarketBoard } from '../../exchange/market/market-board.ts'
import { cutListeners, publish, type StreamHub } from '../../exchange/server/stream-hub.ts'
import { typeInMarket } from '../view/order-views.ts'
import { breakEvenPrice, entryPrice } from '../view/position-views.ts'
import type { ListenKeys } from './listen-keys.ts'
import { publishForceOrder } from './market-feed.ts'

/** Inputs of the account stream. */
export interface AccountFeed {
  readonly hub: StreamHub
  readonly keys: ListenKeys
  readonly book: AccountBook
  readonly board: MarketBoard
  readonly clock: Clock
}

/** Publishes an account event; a liquidation also goes to the market streams. */
export const publishAccount = (feed: AccountFeed, news: AccountNews): void => {
  const E = feed.clock()
  switch (news.kind) {
    case 'lost':
      return cutListeners(feed.hub, feed.keys.key ?? '')
    case 'order':
      publishMessage(feed, news.order.record.symbol, (instrument) => orderMessage(instrument, news, E))
      if (news.execution === 'CALCULATED') publishLiquidation(feed, news)
      return
    case 'algo':
      return publishMessage(feed, news.order.record.symbol, (instrument) =>
        algoMessage(instrument, news.order, news.status, { T: news.atMs, E }),
      )
    case 'fill':
      return publishMessage(feed, news.fill.symbol, (instrument) => fillMessage(instrument, news.order, news.fill, E))
    case 'moved':
      return publishMovement(feed, news.symbol, { cause: 'ORDER', change: 0n, T: news.atMs, E })
    case 'funding': {
      const { symbol, amount, settledAtMs } = news.paid
      return publishMovement(feed, symbol, { cause: 'FUNDING_FEE', change: amount, T: settledAtMs, E })
    }
    case 'position':
      return
  }
}

/** Publishes a leverage change of a symbol. */
export const publishLeverage = ({ hub, keys, clock }: AccountFeed, symbol: string, leverage: number): void => {
  const E = clock()
  publish(hub, keys.key ?? '', () => ({ e: 'ACCOUNT_CONFIG_UPDATE', E, T: E, ac: { s: symbol, l: leverage } }))
}

/** Notifies the subscribers of an expired listen key, or disconnects those of a closed one. */
export const publishKeyEnded = ({ hub, clock }: AccountFeed, key: string, why: 'expired' | 'closed'): void => {
  if (why === 'expired') publish(hub, key, () => ({ e: 'listenKeyExpired', E: clock(), listenKey: key }))
  else cutListeners(hub, key)
}

const publishMessage = (
  { hub, keys, book }: AccountFeed,
  symbol: string,
  make: (instrument: Instrument) => unknown,
): void => {
  const instrument = book.instruments.get(symbol)
  if (instrument && keys.key !== undefined) publish(hub, keys.key, () => make(instrument))
}

const publishMovement = (
  feed: AccountFeed,
  symbol: string,
  moment: Omit<Parameters<typeof accountMessage>[2], 'mark'>,
): void => {
  const entry = feed.board.listings.get(symbol)?.entry
  const mark = entry && getMarkTicks(entry)
  publishMessage(feed, symbol, (instrument) => accountMessage(feed.book, instrument, { ...moment, mark }))
}

const publishLiquidation = ({ hub, book }: AccountFeed, { fill }: AccountNews & { kind: 'order' }): void => {
  const instrument = fill && book.instruments.get(fill.symbol)
  if (fill && instrument) publishForceOrder(hub, instrument, { ...fill, liquidatedAtMs: fill.executedAtMs })
}

type OrderNews = Extract<AccountNews, { kind: 'order' }>

/** {"e":"ORDER_TRADE_UPDATE","T":1568879465651,"E":1568879465651,"o":{"s":"BTCUSDT","c":"TEST","S":"BUY","o":"LIMIT","f":"GTC",…}} */
const orderMessage = (instrument: Instrument, news: OrderNews, E: Instant) => ({
  e: 'ORDER_TRADE_UPDATE',
  T: news.atMs,
  E,
  o: { ...orderFields(instrument, news.order), ...executionFields(instrument, news) },
})

const orderFields = (instrument: Instrument, order: WireOrder) => {
  const { record, orderId, quantity, filled, tickLots } = order
  const type = typeInMarket(order)
  return {
    s: record.symbol,
    c: record.clientId,
    S: record.side,
    o: type,
    f: record.timeInForce,
    q: printQuantity(instrument, quantity),
    p: printPrice(instrument, record.price ?? ticks(0)),
    ap: printAverage(instrument, tickLots, filled),
    sp: '0',
    i: BigInt(orderId),
    b: '0',
    a: '0',
    R: record.reduceOnly || record.closePosition,
    wt: record.workingType,
    ot: type,
    ps: 'BOTH',
    cp: record.closePosition,
    pP: record.priceProtect,
    si: 0,
    ss: 0,
    V: 'NONE',
    pm: 'NONE',
    gtd: 0,
  }
}

const executionFields = (instrument: Instrument, { execution, status, fill, order, atMs }: OrderNews) => ({
  x: execution,
  X: status,
  l: printQuantity(instrument, fill?.quantity ?? 0),
  z: printQuantity(instrument, order.filled),
  L: printPrice(instrument, fill?.price ?? ticks(0)),
  N: 'USDT',
  n: printMoney(fill?.fee ?? 0n),
  T: atMs,
  t: BigInt(fill?.execId ?? 0),
  m: fill?.liquidity === 'MAKER',
  rp: printMoney(fill?.realized ?? 0n),
})

/** {"e":"TRADE_LITE","E":1727683915920,"T":1727683915920,"s":"ETHUSDT","q":"0.037","p":"2631.90","m":false,…,"i":8389765739703625592} */
const fillMessage = (instrument: Instrument, { record, quantity }: WireOrder, fill: WireFill, E: Instant) => ({
  e: 'TRADE_LITE',
  E,
  T: fill.executedAtMs,
  s: fill.symbol,
  q: printQuantity(instrument, quantity),
  p: printPrice(instrument, record.price ?? ticks(0)),
  m: fill.liquidity === 'MAKER',
  c: record.clientId,
  S: fill.side,
  L: printPrice(instrument, fill.price),
  l: printQuantity(instrument, fill.quantity),
  t: BigInt(fill.execId),
  i: BigInt(fill.exchangeOrderId),
})

/** Time and reason of an account change. */
interface AccountMoment {
  readonly cause: 'ORDER' | 'FUNDING_FEE'
  readonly mark: Ticks | undefined
  /** Amount paid in or out, apart from trading. */
  readonly change: bigint
  readonly T: Instant
  readonly E: Instant
}

/** {"e":"ACCOUNT_UPDATE","T":1564745798939,"E":1564745798939,"a":{"m":"ORDER","B":[{"a":"USDT","wb":"122624.12345678",…}],"P":[{"s":"BTCUSDT","pa":"0",…}]}} */
const accountMessage = (book: AccountBook, instrument: Instrument, moment: AccountMoment) => ({
  e: 'ACCOUNT_UPDATE',
  T: moment.T,
  E: moment.E,
  a: {
    m: moment.cause,
    B: [{ a: 'USDT', wb: printMoney(book.wallet), cw: printMoney(book.wallet), bc: printMoney(moment.change) }],
    P: moment.cause === 'ORDER' ? [positionFields(book, instrument, moment.mark)] : [],
  },
})

const positionFields = (book: AccountBook, instrument: Instrument, mark: Ticks | undefined) => {
  const held = positionIn(book, instrument.symbol)
  const unrealized = mark === undefined ? 0n : unrealizedPnl(instrument, held.quantity, held.cost, mark)
  return {
    s: instrument.symbol,
    pa: printQuantity(instrument, held.quantity),
    ep: entryPrice(instrument, held),
    bep: breakEvenPrice(instrument, held),
    cr: printMoney(held.realized),
    up: printMoney(unrealized),
    mt: 'cross',
    iw: '0',
    ps: 'BOTH',
  }
}

const REJECTED_BECAUSE: Readonly<Record<string, string>> = {
  REDUCE_ONLY: 'Reduce Only reject',
  INSUFFICIENT_MARGIN: 'Margin is insufficient.',
}

/** {"e":"ALGO_UPDATE","T":1765431097019,"E":1765431097020,"o":{"caid":"…","aid":1000000033225453,"at":"CONDITIONAL","o":"STOP_MARKET",…,"X":"TRIGGERING","ai":"",…}} */
const algoMessage = (instrument: Instrument, order: WireOrder, status: AlgoStatus, at: { T: Instant; E: Instant }) => {
  const { record, triggeredAtMs, reason } = order
  return {
    e: 'ALGO_UPDATE',
    ...at,
    o: {
      caid: record.clientId,
      aid: BigInt(record.algoId ?? 0),
      at: 'CONDITIONAL',
      o: record.type,
      s: record.symbol,
      S: record.side,
      ps: 'BOTH',
      f: record.timeInForce,
      q: printQuantity(instrument, record.quantity),
      X: status,
      ...inMarket(instrument, order),
      tp: printPrice(instrument, record.triggerPrice ?? ticks(0)),
      p: '0',
      V: 'EXPIRE_MAKER',
      wt: record.workingType,
      pm: 'NONE',
      cp: record.closePosition,
      pP: record.priceProtect,
      R: record.reduceOnly || record.closePosition,
      tt: triggeredAtMs,
      gtd: 0,
      ...(reason !== null && Object.hasOwn(REJECTED_BECAUSE, reason) && { rm: REJECTED_BECAUSE[reason] }),
    },
  }
}

/** The triggered order of a conditional order; empty before it is triggered. */
const inMarket = (instrument: Instrument, { orderId, triggeredAtMs, filled, tickLots }: WireOrder) =>
  triggeredAtMs === 0
    ? { ai: '' }
    : {
        ai: orderId,
        ap: printAverage(instrument, tickLots, filled),
        aq: printQuantity(instrument, filled),
        act: 'MARKET',
      }
