/** Places, amends and finds orders for the Bybit routes. */

import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import type { Rejection } from '../../../server/engine/model/venue.ts'
import {
  findAlgoByClientId,
  findByClientId,
  isInMarket,
  isOver,
  isWaiting,
  openOrders,
  type WireOrder,
} from '../../exchange/account/account-book.ts'
import { isBeyondLeverage } from '../../exchange/account/leverage.ts'
import { ExchangeDown, type OrderDesk, sendAmendment, sendOrder } from '../../exchange/account/order-desk.ts'
import type { WireRecord, WorkingType } from '../../exchange/account/wire-record.ts'
import { loseOrderAtRandom } from '../../exchange/faults/wire-faults.ts'
import { printPrice } from '../../exchange/market/figures.ts'
import type { BybitState } from '../bybit-state.ts'
import { getOwnStop, keepStops, LEVEL_OF, retire } from '../stops/keep-stops.ts'
import { levelsIn, setLevels } from '../stops/position-stops.ts'
import { getLinkId } from '../view/order-views.ts'
import { comparedPrice, neededListing } from './listing-for.ts'
import {
  type BybitOrderTerms,
  isGiven,
  readLimitPrice,
  readLinkId,
  readOrder,
  readPrice,
  readQuantity,
  readTriggerBy,
  TRIGGER_NAMES,
} from './order-terms.ts'
import { type Params, readText } from './params.ts'
import { badParameter, Refusal } from './refusal.ts'

/** Places the requested order and returns its ids: its further progress is published on the stream. */
export const createOrder = async (state: BybitState, params: Params) => {
  const { board, book, desk } = state
  const { entry } = neededListing(board, params)
  const terms = readOrder(book, entry, params)
  const clientId = readLinkId(params)
  checkRoom(state, entry, terms)
  if (clientId !== '' && isTaken(desk, clientId)) throw new Refusal(110072)
  const order = await submit(state, entry, { terms, clientId })
  return { orderId: book.toWireId(order), orderLinkId: clientId }
}

/** Returns whether any order, even an ended one, has used the client ID. */
const isTaken = ({ book, submitted }: OrderDesk, clientId: string): boolean =>
  (findByClientId(book, clientId) ?? findAlgoByClientId(book, clientId)) !== undefined ||
  [...submitted.values()].some(({ record }) => record.clientId === clientId)

const ORDERS_MAX = 500
const STOPS_MAX = 10

const checkRoom = (state: BybitState, entry: InstrumentMarket, terms: BybitOrderTerms): void => {
  const open = openOrders(state.book, entry.instrument.symbol)
  const isStop = terms.triggerPrice !== null
  const beside = open.filter((order) => isInMarket(order) !== isStop && getOwnStop(order) === undefined)
  if (beside.length >= (isStop ? STOPS_MAX : ORDERS_MAX)) throw new Refusal(isStop ? 110009 : 110020)
  if (isBeyondLeverage(state, entry, terms)) throw new Refusal(110090)
}

/** Submits a regular or conditional order; throws a refusal. */
const submit = async (
  state: BybitState,
  entry: InstrumentMarket,
  { terms, clientId }: { readonly terms: BybitOrderTerms; readonly clientId: string },
): Promise<WireOrder> => {
  const isAlgo = terms.triggerPrice !== null
  const sent = await sendOrder(state.desk, { terms, clientId, isAlgo })
  if (sent.kind === 'rejected') throw toRefusal(sent.rejection, entry, terms)
  if (sent.kind !== 'accepted') throw new ExchangeDown('the exchange did not report the outcome')
  if (isAlgo) loseOrderAtRandom(state, sent.order)
  return sent.order
}

/** Translates a rejection of the exchange into an error of the Bybit API. */
const toRefusal = (
  { code, category, message }: Rejection,
  entry: InstrumentMarket,
  terms: Pick<WireRecord, 'triggerPrice' | 'workingType' | 'bybit'>,
) => {
  switch (category) {
    case 'INSUFFICIENT_MARGIN':
      return new Refusal(110007)
    case 'REDUCE_ONLY':
      return new Refusal(110017)
    case 'WOULD_TRIGGER':
      return wouldTrigger(entry, terms)
    default:
      return REFUSALS[code]?.() ?? badParameter(message)
  }
}

const REFUSALS: Readonly<Record<string, () => Refusal>> = {
  '-4140': () => new Refusal(110074),
  '-4164': () => new Refusal(110094, 5),
  '-2025': () => new Refusal(110020),
}

const wouldTrigger = (
  entry: InstrumentMarket,
  { triggerPrice, workingType, bybit }: Pick<WireRecord, 'triggerPrice' | 'workingType' | 'bybit'>,
): Refusal => {
  const current = comparedPrice(entry, workingType)
  return new Refusal(
    bybit?.triggerDirection === 1 ? 110092 : 110093,
    triggerPrice === null ? '' : printPrice(entry.instrument, triggerPrice),
    current === undefined ? '' : printPrice(entry.instrument, current),
    TRIGGER_NAMES[workingType],
  )
}

/** Finds an order by `orderId`, or by `orderLinkId` when that is not given. */
const findOrder = ({ book }: BybitState, params: Params): WireOrder | undefined => {
  const [orderId, linkId] = [readText(params, 'orderId'), readText(params, 'orderLinkId')]
  if (orderId !== undefined) return book.orders.get(book.keyOfOrder.get(orderId) ?? '')
  if (linkId !== undefined) return findByClientId(book, linkId) ?? findAlgoByClientId(book, linkId)
  throw badParameter('params error: orderId or orderLinkId is required')
}

/** Finds an open order of one symbol; refuses the request otherwise. */
export const neededOpenOrder = (state: BybitState, params: Params): WireOrder => {
  const { symbol } = neededListing(state.board, params).entry.instrument
  const order = findOrder(state, params)
  if (!order || isOver(order) || order.record.symbol !== symbol) throw new Refusal(110001)
  return order
}

/** Amends a limit order or a pending conditional order: a new order replaces it under the same IDs. */
export const amendOrder = async (state: BybitState, params: Params) => {
  const { entry } = neededListing(state.board, params)
  const order = neededOpenOrder(state, params)
  const names = { orderId: state.book.toWireId(order), orderLinkId: getLinkId(order) }
  if (!isWaiting(order)) await changeInMarket(state, order, params)
  else if (getOwnStop(order)) await moveOwnStop(state, order, params)
  else {
    await submit(state, entry, { terms: changed(state, order, params), clientId: order.record.clientId })
    await retire(state, order)
  }
  return names
}

/** Changes an order in the market; omitted fields are unchanged. */
const changeInMarket = async (state: BybitState, order: WireOrder, params: Params): Promise<void> => {
  const { entry } = neededListing(state.board, params)
  const { side, type, price: before, quantity: size } = order.record
  if (type !== 'LIMIT' || before === null) throw new Refusal(110001)
  const price = isGiven(params, 'price') ? readLimitPrice({ entry, params, side }) : before
  const quantity = isGiven(params, 'qty') ? readQuantity(entry.instrument, params, false) : size
  if (price === before && quantity === size) throw badParameter(UNCHANGED)
  const outcome = await sendAmendment(state.desk, state.exchange, order, { price, quantity })
  if (outcome.kind === 'rejected') throw toRefusal(outcome.rejection, entry, order.record)
  if (outcome.kind === 'notOpen') throw new Refusal(110001)
  if (outcome.kind === 'unknown') throw new ExchangeDown('the exchange did not report the outcome')
}

const UNCHANGED = 'The order remains unchanged as the parameters entered match the existing ones.'

const workingTypeIn = (params: Params, { record }: WireOrder): WorkingType =>
  readText(params, 'triggerBy') === undefined ? record.workingType : readTriggerBy(params, 'triggerBy')

const moveOwnStop = async (state: BybitState, order: WireOrder, params: Params): Promise<void> => {
  const own = getOwnStop(order)
  if (!own) return
  const { entry } = neededListing(state.board, params)
  const { symbol } = order.record
  const level = { price: readPrice(entry.instrument, params, 'triggerPrice'), by: workingTypeIn(params, order) }
  setLevels(state.stops, symbol, { ...levelsIn(state.stops, symbol), [LEVEL_OF[own]]: level })
  await keepStops(state, symbol)
}

const changed = (state: BybitState, order: WireOrder, params: Params): BybitOrderTerms => {
  const { entry } = neededListing(state.board, params)
  const { key, clientId, algoId, createdAtMs, ...terms } = order.record
  if (!terms.bybit) throw badParameter('params error: this order cannot be amended here')
  return {
    ...terms,
    triggerPrice: isGiven(params, 'triggerPrice')
      ? readPrice(entry.instrument, params, 'triggerPrice')
      : terms.triggerPrice,
    workingType: workingTypeIn(params, order),
    quantity: isGiven(params, 'qty') ? readQuantity(entry.instrument, params, true) : terms.quantity,
    bybit: { ...terms.bybit, replaces: state.book.toWireId(order) },
  }
}
