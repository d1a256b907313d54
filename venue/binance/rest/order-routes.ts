/**
 * Binance routes that place, amend, cancel and query regular orders, one or several at a time. Conditional orders have
 * their own routes.
 */

import {
  type AccountBook,
  isInMarket,
  isOver,
  openOrders,
  type WireOrder,
} from '../../exchange/account/account-book.ts'
import type { MarketBoard } from '../../exchange/market/market-board.ts'
import type { BinanceState } from '../binance-state.ts'
import { orderQueryView, orderView } from '../view/order-views.ts'
import { Refused, refusedWith } from './errors.ts'
import { readOrder } from './order-terms.ts'
import { amendRegular, cancelOrder, findRegular, placeRegular } from './orders.ts'
import { getListing, neededText, neededWhole, type Params, readId, readLimit, readText, readWhole } from './params.ts'
import { bySymbol, type Route, tradingRoute } from './route.ts'

/** Routes of single orders, including the countdown that cancels all. */
export const orderRoutes = (state: BinanceState): readonly Route[] => {
  return [
    tradingRoute('POST', 'order', 0, ({ params }) => placeRegular(state, params)),
    tradingRoute('POST', 'order/test', 0, ({ params }) => {
      readOrder(getListing(state.board, neededText(params, 'symbol')), params)
      return {}
    }),
    tradingRoute('PUT', 'order', 0, ({ params }) => amendRegular(state, params)),
    tradingRoute('DELETE', 'order', 1, ({ params }) => cancelRegular(state, params)),
    tradingRoute('GET', 'order', 1, ({ params }) => queried(state, params, () => true)),
    tradingRoute('GET', 'openOrder', 1, ({ params }) => queried(state, params, (order) => !isOver(order))),
    tradingRoute('GET', 'openOrders', bySymbol, ({ params }) => listOpen(state, params)),
    tradingRoute('GET', 'allOrders', 5, ({ params }) => listAll(state, params)),
    tradingRoute('DELETE', 'allOpenOrders', 1, ({ params }) => cancelAll(state, neededText(params, 'symbol'))),
    tradingRoute('POST', 'countdownCancelAll', 10, ({ params }) => countDown(state, params)),
  ]
}

/** Cancels the requested order and returns its final state. */
const cancelRegular = async (state: BinanceState, params: Params) => {
  const match = findRegular(state, params)
  if (!match) throw new Refused('-2011')
  return orderView(match.instrument, await cancelOrder(state, match.order))
}

const queried = (state: BinanceState, params: Params, wanted: (order: WireOrder) => boolean) => {
  const match = findRegular(state, params)
  if (!match || !wanted(match.order)) throw new Refused('-2013')
  return orderQueryView(match.instrument, match.order)
}

const viewIn = (board: MarketBoard) => (order: WireOrder) =>
  orderQueryView(getListing(board, order.record.symbol).entry.instrument, order)

const listRegular = (book: AccountBook, symbol?: string): WireOrder[] => openOrders(book, symbol).filter(isInMarket)

const listOpen = ({ board, book }: BinanceState, params: Params) => {
  const symbol = readText(params, 'symbol')
  if (symbol !== undefined) getListing(board, symbol)
  return listRegular(book, symbol).map(viewIn(board))
}

const ORDERS_USUAL = 500
const ORDERS_MAX = 1_000

const listAll = ({ board, book }: BinanceState, params: Params) => {
  const symbol = neededText(params, 'symbol')
  getListing(board, symbol)
  const fromId = BigInt(readId(params, 'orderId') ?? 0)
  const [fromMs = 0, toMs = Number.POSITIVE_INFINITY] = [readWhole(params, 'startTime'), readWhole(params, 'endTime')]
  const limit = readLimit(params, ORDERS_USUAL, ORDERS_MAX)
  const matches = [...book.orders.values()]
    .filter((order) => order.record.symbol === symbol && isInMarket(order) && BigInt(order.orderId) >= fromId)
    .map(viewIn(board))
    .filter(({ time }) => time >= fromMs && time <= toMs)
  return fromId > 0n ? matches.slice(0, limit) : matches.slice(-limit)
}

/** Cancels regular orders; conditional orders are separate and remain. */
const cancelAll = async (state: BinanceState, symbol: string) => {
  getListing(state.board, symbol)
  await Promise.allSettled(listRegular(state.book, symbol).map((order) => cancelOrder(state, order)))
  return { code: 200, msg: 'The operation of cancel all open order is done.' }
}

const countDown = (state: BinanceState, params: Params) => {
  const symbol = neededText(params, 'symbol')
  const countdownTime = neededWhole(params, 'countdownTime')
  getListing(state.board, symbol)
  clearTimeout(state.countdowns.get(symbol))
  state.countdowns.delete(symbol)
  if (countdownTime > 0) {
    const cancel = (): void => {
      cancelAll(state, symbol).catch(state.fail)
    }
    state.countdowns.set(symbol, setTimeout(cancel, countdownTime).unref())
  }
  return { symbol, countdownTime: String(countdownTime) }
}

const PLACED_MAX = 5
const CANCELLED_MAX = 10

/** Routes of batches: several orders in one request, each with its own response. */
export const batchRoutes = (state: BinanceState): readonly Route[] => {
  const route = (method: Route['method'], answer: Route['answer']): Route => ({
    method,
    path: '/fapi/v1/batchOrders',
    weight: method === 'DELETE' ? 1 : 5,
    security: 'SIGNED',
    trades: true,
    answer,
  })
  return [
    route('POST', ({ params }) => eachByItself(ordersIn(params), (order) => placeRegular(state, order))),
    route('DELETE', ({ params }) => eachByItself(cancelsIn(params), (order) => cancelRegular(state, order))),
    route('PUT', ({ params }) => eachByItself(ordersIn(params), (order) => amendRegular(state, order))),
  ]
}

const eachByItself = (all: readonly Params[], act: (params: Params) => Promise<unknown>): Promise<unknown[]> =>
  Promise.all(
    all.map((params) =>
      act(params).catch((error: unknown) => {
        if (error instanceof Refused) return error.body
        throw error
      }),
    ),
  )

const ordersIn = (params: Params): Params[] => {
  const orders = jsonList(params, 'batchOrders')
  if (orders.length < 1 || orders.length > PLACED_MAX) throw new Refused('-4082')
  return orders.map((order) => {
    if (typeof order !== 'object' || order === null) throw new Refused('-1130', 'batchOrders')
    return new Map(Object.entries(order).map(([name, value]) => [name.toLowerCase(), String(value)]))
  })
}

const cancelsIn = (params: Params): Params[] => {
  const symbol = neededText(params, 'symbol')
  const ids = readText(params, 'orderIdList')?.match(/\d+/g) ?? []
  const names = ids.length > 0 ? [] : jsonList(params, 'origClientOrderIdList').map(String)
  if (ids.length + names.length > CANCELLED_MAX) throw new Refused('-4082')
  const of = (name: string) => (value: string) =>
    new Map([
      ['symbol', symbol],
      [name, value],
    ])
  return [...ids.map(of('orderid')), ...names.map(of('origclientorderid'))]
}

const jsonList = (params: Params, name: string): readonly unknown[] => {
  try {
    const list: unknown = JSON.parse(neededText(params, name))
    if (Array.isArray(list)) return list
  } catch (error) {
    if (error instanceof Refused) throw error
  }
  throw refusedWith('-1130', `Data sent for parameter '${name}' is not valid.`)
}
