import type { BybitState } from '../bybit-state.ts'
import { amendOrder } from './amend-order.ts'
import { actsOnLinear } from './category.ts'
import { cancelOrder } from './order-routes.ts'
import { neededText, type Params } from './params.ts'
import { createOrder } from './place-order.ts'
import { badParameter, Refusal } from './refusal.ts'
import { type BybitRoute, type Extended, tradingRoute } from './route.ts'

const ORDERS_MAX = 20

interface Names {
  readonly orderId: string
  readonly orderLinkId: string
}

type Act = (state: BybitState, params: Params) => Promise<Names>

/** Up to twenty orders at once, each with its own response; refusals are listed beside the result. */
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
