import { isInMarket, isWaiting, openOrders, type WireOrder } from '../../exchange/account/account-book.ts'
import { ExchangeDown, sendCancel } from '../../exchange/account/order-desk.ts'
import type { BybitState } from '../bybit-state.ts'
import { getOwnStop, LEVEL_OF } from '../stops/keep-stops.ts'
import { levelsIn, setLevels } from '../stops/position-stops.ts'
import { getLinkId } from '../view/order-view.ts'
import { amendOrder } from './amend-order.ts'
import { actsOnLinear } from './category.ts'
import { neededOpenOrder } from './find-order.ts'
import { listingFor } from './listing-for.ts'
import { type Params, readChoice, readText } from './params.ts'
import { createOrder } from './place-order.ts'
import { badParameter, Refusal } from './refusal.ts'
import { type BybitRoute, tradingRoute } from './route.ts'

/** Orders: placed, changed and cancelled. */
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

/** The names of an order. */
const toNames = ({ book }: BybitState, order: WireOrder) => ({
  orderId: book.toWireId(order),
  orderLinkId: getLinkId(order),
})

/** Takes out the order that is named, and answers its names. */
export const cancelOrder = async (state: BybitState, params: Params) => {
  const order = neededOpenOrder(state, params)
  if (!(await takeOut(state, order))) throw new Refusal(110001)
  return toNames(state, order)
}

/** Cancels an order; a cancelled stop of the position is also removed from its levels, and no longer listed with it. */
const takeOut = async (state: BybitState, order: WireOrder): Promise<boolean> => {
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
  const taken = await Promise.all(selected.map((order) => takeOut(state, order)))
  const list = selected.filter((_, index) => taken[index]).map((order) => toNames(state, order))
  return { list, success: '1' }
}

/** The symbol that is meant, or undefined for all that are settled in USDT. */
const symbolsIn = ({ board }: BybitState, params: Params): string | undefined => {
  const symbol = readText(params, 'symbol')
  if (symbol !== undefined) return listingFor(board, symbol).entry.instrument.symbol
  const coin = readText(params, 'baseCoin')
  if (coin !== undefined) return listingFor(board, `${coin}USDT`).entry.instrument.symbol
  if (readText(params, 'settleCoin') === 'USDT') return undefined
  throw badParameter('params error: symbol, settleCoin or baseCoin is required')
}
