import { isInMarket, isWaiting, openOrders, type WireOrder } from '../../account/account-book.ts'
import { ExchangeDown, sendCancel } from '../../account/order-desk.ts'
import { LEVEL_OF, ownStopOf } from '../account/keep-stops.ts'
import { linkIdOf } from '../account/order-view.ts'
import { levelsIn, setLevels } from '../account/position-stops.ts'
import type { BybitState } from '../bybit-state.ts'
import { listingFor } from '../listing-for.ts'
import { amendOrder } from './amend-order.ts'
import { actsOnLinear } from './category.ts'
import { neededOpenOrder } from './find-order.ts'
import { choiceOf, type Params, textOf } from './params.ts'
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
const namesOf = ({ book }: BybitState, order: WireOrder) => ({
  orderId: book.idOf(order),
  orderLinkId: linkIdOf(order),
})

/** Takes out the order that is named, and answers its names. */
export const cancelOrder = async (state: BybitState, params: Params) => {
  const order = neededOpenOrder(state, params)
  if (!(await takeOut(state, order))) throw new Refusal(110001)
  return namesOf(state, order)
}

/** Takes an order out; one that is a stop of the position is not wanted any more, and no more shown with it. */
const takeOut = async (state: BybitState, order: WireOrder): Promise<boolean> => {
  const own = isWaiting(order) ? ownStopOf(order) : undefined
  const { symbol } = order.record
  if (own) setLevels(state.stops, symbol, { ...levelsIn(state.stops, symbol), [LEVEL_OF[own]]: null })
  const outcome = await sendCancel(state.desk, order)
  if (outcome.kind === 'unknown') throw new ExchangeDown('the exchange does not say')
  if (own) state.tellPosition(symbol)
  return outcome.kind === 'canceled'
}

const cancelAll = async (state: BybitState, params: Params) => {
  const symbol = symbolsIn(state, params)
  const filter = choiceOf(params, 'orderFilter', ['Order', 'StopOrder', 'OpenOrder'])
  const leavesOwn = choiceOf(params, 'stopOrderType', ['Stop']) === 'Stop'
  const asked = openOrders(state.book, symbol).filter((order) => {
    if (filter === 'StopOrder') return isWaiting(order) && !(leavesOwn && ownStopOf(order))
    return filter === undefined || isInMarket(order)
  })
  const taken = await Promise.all(asked.map((order) => takeOut(state, order)))
  const list = asked.filter((_, index) => taken[index]).map((order) => namesOf(state, order))
  return { list, success: '1' }
}

/** The symbol that is meant, or undefined for all that are settled in USDT. */
const symbolsIn = ({ board }: BybitState, params: Params): string | undefined => {
  const symbol = textOf(params, 'symbol')
  if (symbol !== undefined) return listingFor(board, symbol).entry.instrument.symbol
  const coin = textOf(params, 'baseCoin')
  if (coin !== undefined) return listingFor(board, `${coin}USDT`).entry.instrument.symbol
  if (textOf(params, 'settleCoin') === 'USDT') return undefined
  throw badParameter('params error: symbol, settleCoin or baseCoin is required')
}
