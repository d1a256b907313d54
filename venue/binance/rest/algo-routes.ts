import { type AccountBook, isWaiting, openOrders, type WireOrder } from '../../exchange/account/account-book.ts'
import type { WireOrderTerms } from '../../exchange/account/wire-record.ts'
import { loseOrderAtRandom } from '../../exchange/faults/wire-faults.ts'
import type { MarketBoard } from '../../exchange/market/market-board.ts'
import { ORDER_LIMITS } from '../../exchange/market/order-limits.ts'
import type { BinanceState } from '../binance-state.ts'
import { algoQueryView, algoView } from '../view/order-views.ts'
import { Refused } from './errors.ts'
import { readAlgoOrder, readClientId } from './order-terms.ts'
import { cancelOrder, findAlgo, placeOrder } from './orders.ts'
import { getListing, neededText, type Params, readId, readLimit, readText, readWhole } from './params.ts'
import { countOrders } from './rate-limits.ts'
import { bySymbol, type Route, tradingRoute } from './route.ts'

/** Binance routes of conditional (algo) orders, which belong to a separate service with its own IDs. */
export const algoRoutes = (state: BinanceState): readonly Route[] => {
  return [
    tradingRoute('POST', 'algoOrder', 0, ({ params }) => placeAlgo(state, params)),
    tradingRoute('DELETE', 'algoOrder', 1, ({ params }) => cancelAlgo(state, params)),
    tradingRoute('GET', 'algoOrder', 1, ({ params }) => queryAlgo(state, params)),
    tradingRoute('GET', 'openAlgoOrders', bySymbol, ({ params }) => listOpen(state, params)),
    tradingRoute('GET', 'allAlgoOrders', 5, ({ params }) => listAll(state, params)),
    tradingRoute('DELETE', 'algoOpenOrders', 1, ({ params }) => cancelAll(state, neededText(params, 'symbol'))),
  ]
}

const waitingIn = (book: AccountBook, symbol?: string): WireOrder[] => openOrders(book, symbol).filter(isWaiting)

const placeAlgo = async (state: BinanceState, params: Params) => {
  const { board, rates, clock } = state
  neededText(params, 'algoType')
  const listing = getListing(board, neededText(params, 'symbol'))
  const terms = readAlgoOrder(listing, params)
  const clientId = readClientId(params, 'clientAlgoId')
  checkOpenAlgoOrders(state, terms)
  countOrders(rates, 1, clock())
  const order = await placeOrder(state, { terms, clientId, isAlgo: true })
  loseOrderAtRandom(state, order)
  return algoView(listing.entry.instrument, order)
}

/** Refuses an order beyond the maximum of open ones, or a second `closePosition` order of the same side and type. */
const checkOpenAlgoOrders = ({ book }: BinanceState, { symbol, side, type, closePosition }: WireOrderTerms): void => {
  const waiting = waitingIn(book, symbol)
  if (waiting.length >= ORDER_LIMITS.openAlgoOrders) throw new Refused('-4045')
  const twin = waiting.some(({ record }) => record.closePosition && record.side === side && record.type === type)
  if (closePosition && twin) throw new Refused('-4130')
}

const cancelAlgo = async (state: BinanceState, params: Params) => {
  const match = findAlgo(state, params)
  if (!match || !isWaiting(match.order)) throw new Refused('-2011')
  const { record } = await cancelOrder(state, match.order)
  return { algoId: BigInt(record.algoId ?? 0), clientAlgoId: record.clientId, code: '200', msg: 'success' }
}

const queryAlgo = (state: BinanceState, params: Params) => {
  const match = findAlgo(state, params)
  if (!match) throw new Refused('-2013')
  return algoQueryView(match.instrument, match.order)
}

const viewIn = (board: MarketBoard) => (order: WireOrder) =>
  algoQueryView(getListing(board, order.record.symbol).entry.instrument, order)

const listOpen = ({ board, book }: BinanceState, params: Params) => {
  const symbol = readText(params, 'symbol')
  if (symbol !== undefined) getListing(board, symbol)
  const algoId = readId(params, 'algoId')
  return waitingIn(book, symbol)
    .filter(({ record }) => record.algoId === (algoId ?? record.algoId))
    .map(viewIn(board))
}

const ORDERS_USUAL = 500
const ORDERS_MAX = 1_000

const listAll = ({ board, book }: BinanceState, params: Params) => {
  const symbol = neededText(params, 'symbol')
  getListing(board, symbol)
  const fromId = BigInt(readId(params, 'algoId') ?? 0)
  const [fromMs = 0, toMs = Number.POSITIVE_INFINITY] = [readWhole(params, 'startTime'), readWhole(params, 'endTime')]
  const limit = readLimit(params, ORDERS_USUAL, ORDERS_MAX)
  const matches = [...book.orders.values()].filter(
    ({ record }) =>
      record.algoId !== null &&
      record.symbol === symbol &&
      BigInt(record.algoId) >= fromId &&
      record.createdAtMs >= fromMs &&
      record.createdAtMs <= toMs,
  )
  return (fromId > 0n ? matches.slice(0, limit) : matches.slice(-limit)).map(viewIn(board))
}

const cancelAll = async (state: BinanceState, symbol: string) => {
  getListing(state.board, symbol)
  await Promise.allSettled(waitingIn(state.book, symbol).map((order) => cancelOrder(state, order)))
  return { code: 200, msg: 'The operation of cancel all open order is done.' }
}
