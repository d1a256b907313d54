/** Bybit routes that place, amend and cancel orders, one or several at a time. */

import { isInMarket, isWaiting, openOrders, type WireOrder } from '../../exchange/account/account-book.ts'
import { ExchangeDown, sendCancel } from '../../exchange/account/order-desk.ts'
import type { BybitState } from '../bybit-state.ts'
import { getOwnStop, LEVEL_OF } from '../stops/keep-stops.ts'
import { levelsIn, setLevels } from '../stops/position-stops.ts'
import { getLinkId } from '../view/order-views.ts'
import { listingFor } from './listing-for.ts'
import { amendOrder, createOrder, neededOpenOrder } from './orders.ts'
import { neededText, type Params, readChoice, readText } from './params.ts'
import { badParameter, Refusal } from './refusal.ts'
import { actsOnLinear, type BybitRoute, type Extended, tradingRoute } from './route.ts'

/** Routes of single orders, and of the cancellation of all. */
export const orderRoutes = (state: BybitState): readonly BybitRoute[] => {
  const route = (path: string, act: (state: BybitState, params: Params) => Promise<unknown>): BybitRoute =>
    tradingRoute(
      'Order',
      `order/${path}`,
      10,
      actsOnLinear(({ params }) => act(state, params)),
    )
  return [
    route('create', createOrder),
    route('amend', amendOrder),
    route('cancel', cancelOrder),
    route('cancel-all', cancelAll),
  ]
}

/** Returns the order ID and the client ID of an order. */
const toNames = ({ book }: BybitState, order: WireOrder) => ({
  orderId: book.toWireId(order),
  orderLinkId: getLinkId(order),
})

/** Cancels the requested order and returns its IDs. */
const cancelOrder = async (state: BybitState, params: Params) => {
  const order = neededOpenOrder(state, params)
  if (!(await cancelOpenOrder(state, order))) throw new Refusal(110001)
  return toNames(state, order)
}

/**
 * Cancels an order, and removes the price level of a cancelled position stop. Returns false when the order was not
 * open.
 */
const cancelOpenOrder = async (state: BybitState, order: WireOrder): Promise<boolean> => {
  const own = isWaiting(order) ? getOwnStop(order) : undefined
  const { symbol } = order.record
  if (own) setLevels(state.stops, symbol, { ...levelsIn(state.stops, symbol), [LEVEL_OF[own]]: null })
  const outcome = await sendCancel(state.desk, order)
  if (outcome.kind === 'unknown') throw new ExchangeDown('the exchange did not report the outcome')
  if (own) state.publishPosition(symbol)
  return outcome.kind === 'canceled'
}

const cancelAll = async (state: BybitState, params: Params) => {
  const symbol = symbolsIn(state, params)
  const filter = readChoice(params, 'orderFilter', ['Order', 'StopOrder', 'OpenOrder'])
  const leavesOwn = readChoice(params, 'stopOrderType', ['Stop']) === 'Stop'
  const selected = openOrders(state.book, symbol).filter((order) => {
    if (filter === 'StopOrder') return isWaiting(order) && !(leavesOwn && getOwnStop(order))
    return filter === undefined || isInMarket(order)
  })
  const taken = await Promise.all(selected.map((order) => cancelOpenOrder(state, order)))
  const list = selected.filter((_, index) => taken[index]).map((order) => toNames(state, order))
  return { list, success: '1' }
}

/** Returns the requested symbol, or undefined for all settled in USDT. */
const symbolsIn = ({ board }: BybitState, params: Params): string | undefined => {
  const symbol = readText(params, 'symbol')
  if (symbol !== undefined) return listingFor(board, symbol).entry.instrument.symbol
  const coin = readText(params, 'baseCoin')
  if (coin !== undefined) return listingFor(board, `${coin}USDT`).entry.instrument.symbol
  if (readText(params, 'settleCoin') === 'USDT') return undefined
  throw badParameter('params error: symbol, settleCoin or baseCoin is required')
}

const ORDERS_MAX = 20

interface Names {
  readonly orderId: string
  readonly orderLinkId: string
}

type Act = (state: BybitState, params: Params) => Promise<Names>

/**
 * Routes for up to twenty orders at once, each with its own response; refusals are listed separately from the results.
 */
export const batchRoutes = (state: BybitState): readonly BybitRoute[] => {
  const route = (path: string, act: Act, isNew = false): BybitRoute => ({
    ...tradingRoute(
      'Order',
      `order/${path}`,
      10,
      actsOnLinear(({ params, atMs }) => answerEach(state, params, act, isNew ? String(atMs) : undefined)),
    ),
    isExtended: true,
  })
  return [
    route('create-batch', createOrder, true),
    route('amend-batch', amendOrder),
    route('cancel-batch', cancelOrder),
  ]
}

const answerEach = async (
  state: BybitState,
  params: Params,
  act: Act,
  createdAt: string | undefined,
): Promise<Extended> => {
  const outcomes = await Promise.all(ordersIn(params).map((order) => executeOrder(state, order, act)))
  const list = outcomes.map(({ symbol, names, code }) => ({
    category: 'linear',
    symbol,
    ...names,
    ...(createdAt !== undefined && { createAt: code === 0 ? createdAt : '' }),
  }))
  return { result: { list }, retExtInfo: { list: outcomes.map(({ code, msg }) => ({ code, msg })) } }
}

const executeOrder = async (state: BybitState, order: Params, act: Act) => {
  const symbol = order.get('symbol') ?? ''
  try {
    return { symbol, names: await act(state, order), code: 0, msg: 'OK' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const names = { orderId: '', orderLinkId: order.get('orderLinkId') ?? '' }
    return { symbol, names, code: error.retCode, msg: error.message }
  }
}

const ordersIn = (params: Params): Params[] => {
  const orders = listIn(neededText(params, 'request'))
  if (orders.length < 1 || orders.length > ORDERS_MAX) throw badParameter('The number of orders is out of range')
  return orders.map((order) => {
    if (typeof order !== 'object' || order === null) throw badParameter('params error: request invalid')
    return new Map(Object.entries(order).map(([name, value]) => [name, String(value)]))
  })
}

const listIn = (text: string): readonly unknown[] => {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list
  } catch {
    throw badParameter('params error: request invalid')
  }
  throw badParameter('params error: request invalid')
}
