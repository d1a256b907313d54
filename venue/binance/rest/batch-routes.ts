import type { VenueState } from '../venue-state.ts'
import { amendRegular } from './amend-regular.ts'
import { Refused, refusedWith } from './errors.ts'
import { cancelRegular } from './order-routes.ts'
import { neededText, type Params, readText } from './params.ts'
import { placeRegular } from './place-regular.ts'
import type { Route } from './route.ts'

const PLACED_MAX = 5
const CANCELLED_MAX = 10

/** Several orders at once, each with its own response. */
export const batchRoutes = (state: VenueState): readonly Route[] => {
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
