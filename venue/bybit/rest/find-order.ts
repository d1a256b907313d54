import { findAlgoByClientId, findByClientId, isOver, type WireOrder } from '../../exchange/account/account-book.ts'
import type { BybitState } from '../bybit-state.ts'
import { neededListing } from './listing-for.ts'
import { type Params, readText } from './params.ts'
import { badParameter, Refusal } from './refusal.ts'

/** The order that `orderId` names, or `orderLinkId` where that is not given; undefined when there is none. */
const findOrder = ({ book }: BybitState, params: Params): WireOrder | undefined => {
  const [orderId, linkId] = [readText(params, 'orderId'), readText(params, 'orderLinkId')]
  if (orderId !== undefined) return book.orders.get(book.keyOfOrder.get(orderId) ?? '')
  if (linkId !== undefined) return findByClientId(book, linkId) ?? findAlgoByClientId(book, linkId)
  throw badParameter('params error: orderId or orderLinkId is required')
}

/** As `findOrder`, for one symbol and open orders only; anything else is refused. */
export const neededOpenOrder = (state: BybitState, params: Params): WireOrder => {
  const { symbol } = neededListing(state.board, params).entry.instrument
  const order = findOrder(state, params)
  if (!order || isOver(order) || order.record.symbol !== symbol) throw new Refusal(110001)
  return order
}
