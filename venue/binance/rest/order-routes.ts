import {
  type AccountBook,
  isInMarket,
  isOver,
  openOrders,
  type WireOrder,
} from '../../exchange/account/account-book.ts'
import { getListing, type MarketBoard } from '../../exchange/market/market-board.ts'
import type { VenueState } from '../venue-state.ts'
import { orderQueryView, orderView } from '../view/order-views.ts'
import { amendRegular } from './amend-regular.ts'
import { Refused } from './errors.ts'
import { findRegular } from './find-order.ts'
import { readOrder } from './order-terms.ts'
import { neededText, neededWhole, type Params, readId, readLimit, readText, readWhole } from './params.ts'
import { cancelOrder } from './place-order.ts'
import { placeRegular } from './place-regular.ts'
import type { Route } from './route.ts'
import { bySymbol, tradingRoute } from './trading-routes.ts'

/** Places, cancels and queries orders in the market, without conditional ones. */
export const orderRoutes = (state: VenueState): readonly Route[] => {
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

/** Cancels the order that is named and answers it as it is then. */
export const cancelRegular = async (state: VenueState, params: Params) => {
  const match = findRegular(state, params)
  if (!match) throw new Refused('-2011')
  return orderView(match.instrument, await cancelOrder(state, match.order))
}

const queried = (state: VenueState, params: Params, wanted: (order: WireOrder) => boolean) => {
  const match = findRegular(state, params)
  if (!match || !wanted(match.order)) throw new Refused('-2013')
  return orderQueryView(match.instrument, match.order)
}

const viewIn = (board: MarketBoard) => (order: WireOrder) =>
  orderQueryView(getListing(board, order.record.symbol).entry.instrument, order)

const listRegular = (book: AccountBook, symbol?: string): WireOrder[] => openOrders(book, symbol).filter(isInMarket)

const listOpen = ({ board, book }: VenueState, params: Params) => {
  const symbol = readText(params, 'symbol')
  if (symbol !== undefined) getListing(board, symbol)
  return listRegular(book, symbol).map(viewIn(board))
}

const ORDERS_USUAL = 500
const ORDERS_MAX = 1_000

const listAll = ({ board, book }: VenueState, params: Params) => {
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

/** Regular orders only: conditional ones live elsewhere and stay. */
const cancelAll = async (state: VenueState, symbol: string) => {
  getListing(state.board, symbol)
  await Promise.allSettled(listRegular(state.book, symbol).map((order) => cancelOrder(state, order)))
  return { code: 200, msg: 'The operation of cancel all open order is done.' }
}

const countDown = (state: VenueState, params: Params) => {
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
