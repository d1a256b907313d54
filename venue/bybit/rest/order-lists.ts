import { DAY_MS } from '../../../server/core/instant.ts'
import { isInMarket, isOver, type WireOrder } from '../../exchange/account/account-book.ts'
import type { BybitState } from '../bybit-state.ts'
import { getLinkId, orderView, toStanding } from '../view/order-views.ts'
import { listingFor } from './listing-for.ts'
import { isWithin, paginate, type Row, readSpan } from './pages.ts'
import { type Params, readChoice, readLimit, readText } from './params.ts'
import { badParameter } from './refusal.ts'
import { type BybitCall, type BybitRoute, listsLinear, readRoute } from './route.ts'

/** Bybit routes that list open orders and the order history, with filters and pages. */
export const orderListRoutes = (state: BybitState): readonly BybitRoute[] => [
  readRoute(
    'order/realtime',
    50,
    listsLinear((call) => listRealtime(state, call)),
  ),
  readRoute(
    'order/history',
    50,
    listsLinear((call) => listHistory(state, call)),
  ),
]

const PAGE_USUAL = 20
const PAGE_MAX = 50

/** Maximum number of ended orders listed along with open ones; none from before the start. */
const CLOSED_MAX = 500

const listRealtime = (state: BybitState, { params }: BybitCall) => {
  const byName = isByName(params)
  if (!byName && !['symbol', 'baseCoin', 'settleCoin'].some((name) => readText(params, name) !== undefined)) {
    throw badParameter('params error: symbol, settleCoin or baseCoin is required')
  }
  const closed = readText(params, 'openOnly') === '1'
  const orders = newestFirst(state)
  const isRecent = (order: WireOrder): boolean => isOver(order) && order.updatedAtMs >= state.desk.openedAtMs
  const recent = new Set(orders.filter(isRecent).slice(0, CLOSED_MAX))
  const listed = byName ? orders.filter((order) => !isOver(order) || recent.has(order)) : closed ? [...recent] : orders
  const matches = listed.filter((order) => (byName || closed || !isOver(order)) && isRequested(params, state, order))
  return pageOrders(state, matches, params)
}

const listHistory = (state: BybitState, { params, atMs }: BybitCall) => {
  const span = readSpan(params, atMs, 7 * DAY_MS)
  const status = readText(params, 'orderStatus')
  const matches = newestFirst(state).filter(
    (order) =>
      isOver(order) &&
      isWithin(span, order.record.createdAtMs) &&
      (order.filled > 0 || order.updatedAtMs > atMs - DAY_MS) &&
      toStanding(order).orderStatus === (status ?? toStanding(order).orderStatus) &&
      isRequested(params, state, order),
  )
  return pageOrders(state, matches, params)
}

const newestFirst = ({ book }: BybitState): WireOrder[] =>
  [...book.orders.values()].reverse().sort((a, b) => b.record.createdAtMs - a.record.createdAtMs)

const isByName = (params: Params): boolean =>
  readText(params, 'orderId') !== undefined || readText(params, 'orderLinkId') !== undefined

/** Filters by ID first, then by symbol, base coin and kind of order. */
const isRequested = (params: Params, { board, book }: BybitState, order: WireOrder): boolean => {
  const { symbol } = order.record
  if (!board.listings.has(symbol)) return false
  const orderId = readText(params, 'orderId')
  if (orderId !== undefined) return book.toWireId(order) === orderId
  const linkId = readText(params, 'orderLinkId')
  if (linkId !== undefined) return getLinkId(order) === linkId
  const coin = readText(params, 'baseCoin')
  const requestedSymbol = readText(params, 'symbol') ?? (coin === undefined ? undefined : `${coin}USDT`)
  return (requestedSymbol ?? symbol) === symbol && isOfKind(params, order)
}

const isOfKind = (params: Params, order: WireOrder): boolean => {
  const filter = readChoice(params, 'orderFilter', ['Order', 'StopOrder'])
  const isConditional = order.record.algoId !== null && (!isInMarket(order) || isOver(order))
  return filter === undefined || (filter === 'StopOrder') === isConditional
}

const pageOrders = ({ board, book }: BybitState, orders: readonly WireOrder[], params: Params) => {
  const rows = orders.map(
    (order): Row<WireOrder> => ({
      name: book.toWireId(order),
      atMs: order.record.createdAtMs,
      value: order,
    }),
  )
  const page = paginate(rows, params, readLimit(params, PAGE_USUAL, PAGE_MAX))
  return {
    category: 'linear',
    list: page.rows.map((order) => orderView(book, listingFor(board, order.record.symbol).entry.instrument, order)),
    nextPageCursor: page.nextPageCursor,
  }
}
