/** Places, changes, cancels and finds orders for the Binance routes. */

import { SECOND_MS } from '../../../server/core/instant.ts'
import type { Random } from '../../../server/core/random.ts'
import { type Instrument, lots } from '../../../server/domain/market/instrument.ts'
import type { Rejection } from '../../../server/engine/model/venue.ts'
import {
  type AccountBook,
  findAlgoByClientId,
  findByClientId,
  isInMarket,
  isOver,
  openOrders,
  type WireOrder,
} from '../../exchange/account/account-book.ts'
import { isBeyondLeverage } from '../../exchange/account/leverage.ts'
import {
  type OrderDesk,
  type OrderRequest,
  sendAmendment,
  sendCancel,
  sendOrder,
  untilEnded,
} from '../../exchange/account/order-desk.ts'
import type { WireOrderTerms } from '../../exchange/account/wire-record.ts'
import type { Listing, MarketBoard } from '../../exchange/market/market-board.ts'
import { ORDER_LIMITS } from '../../exchange/market/order-limits.ts'
import type { BinanceState } from '../binance-state.ts'
import { orderView } from '../view/order-views.ts'
import { isErrorCode, Refused, refusedWith, statusUnknown } from './errors.ts'
import { readAmendment, readClientId, readOrder } from './order-terms.ts'
import { getListing, neededText, type Params, readChoice, readId, readText } from './params.ts'
import { countOrders } from './rate-limits.ts'

/** Submits an order and resolves when the exchange has accepted it; throws a refusal otherwise. */
export const placeOrder = async ({ desk, random }: BinanceState, request: PlaceRequest): Promise<WireOrder> => {
  const { terms, isAlgo } = request
  const clientId = request.clientId ?? randomId(random)
  if (isTaken(desk, clientId, isAlgo)) throw new Refused('-4116')
  const sent = await sendOrder(desk, { terms, clientId, isAlgo })
  if (sent.kind === 'accepted') return sent.order
  if (sent.kind === 'unknown') throw statusUnknown()
  throw sent.kind === 'neverWas' ? new Refused('-5022') : toRefusal(sent.rejection, terms)
}

interface PlaceRequest extends Pick<OrderRequest, 'terms' | 'isAlgo'> {
  /** Undefined when the client gave none: the exchange generates one. */
  readonly clientId: string | undefined
}

const ID_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789'
const ID_LENGTH = 22

const randomId = (random: Random): string =>
  Array.from({ length: ID_LENGTH }, () => ID_LETTERS[Math.floor(random() * ID_LETTERS.length)]).join('')

/**
 * Returns whether an open or pending order uses the client ID; orders and conditional orders have separate namespaces.
 */
const isTaken = ({ book, submitted }: OrderDesk, clientId: string, isAlgo: boolean): boolean =>
  [...openOrders(book), ...submitted.values()].some(
    ({ record }) => record.clientId === clientId && (record.algoId !== null) === isAlgo,
  )

/** Translates a rejection of the exchange into the wire's error. */
const toRefusal = ({ code, message }: Rejection, { closePosition }: Pick<WireOrderTerms, 'closePosition'>): Refused => {
  if (closePosition && code === '-2022') return new Refused('-4509')
  return isErrorCode(code) ? refusedWith(code, message) : refusedWith('-1000', message)
}

/** Cancels an order; refuses the request when it is not open. */
export const cancelOrder = async ({ desk }: BinanceState, order: WireOrder): Promise<WireOrder> => {
  const outcome = await sendCancel(desk, order)
  if (outcome.kind === 'unknown') throw statusUnknown()
  if (outcome.kind === 'notOpen') throw new Refused('-2011')
  return order
}

/** Maximum wait of the response to a market order for its fills. */
const RESULT_WAIT_MS = 2 * SECOND_MS

/** Places an order in the market and responds in the requested format: upon acceptance, or with its result. */
export const placeRegular = async (state: BinanceState, params: Params) => {
  const { board, desk, clock, rates } = state
  const listing = getListing(board, neededText(params, 'symbol'))
  const terms = readOrder(listing, params)
  const clientId = readClientId(params, 'newClientOrderId')
  const answer = readChoice(params, 'newOrderRespType', ['ACK', 'RESULT'] as const, () => new Refused('-1136')) ?? 'ACK'
  checkRoom(state, listing, terms)
  countOrders(rates, 1, clock())
  const order = await placeOrder(state, { terms, clientId, isAlgo: false })
  const { instrument } = listing.entry
  if (answer === 'ACK' || !isImmediate(terms)) return orderView(instrument, asAccepted(order))
  await untilEnded(desk, order, RESULT_WAIT_MS)
  return orderView(instrument, order)
}

const isImmediate = ({ type, timeInForce }: WireOrderTerms): boolean =>
  type === 'MARKET' || timeInForce === 'IOC' || timeInForce === 'FOK'

const asAccepted = (order: WireOrder): WireOrder => ({
  ...order,
  status: 'NEW',
  filled: lots(0),
  tickLots: 0n,
  updatedAtMs: order.record.createdAtMs,
})

/** Refuses an order beyond the maximum number of open orders or beyond the maximum for the leverage. */
const checkRoom = (state: BinanceState, { entry }: Listing, terms: WireOrderTerms): void => {
  const open = openOrders(state.book, entry.instrument.symbol).filter(isInMarket)
  if (open.length >= ORDER_LIMITS.openOrders) throw new Refused('-2025')
  if (isBeyondLeverage(state, entry, terms)) throw new Refused('-2027')
}

/** Order with its instrument. */
interface OrderMatch {
  readonly order: WireOrder
  readonly instrument: Instrument
}

/** Orders and instruments to search. */
interface Shelves {
  readonly board: MarketBoard
  readonly book: AccountBook
}

/** Finds a regular order by `orderId` or `origClientOrderId`. */
export const findRegular = ({ board, book }: Shelves, params: Params): OrderMatch | undefined => {
  const { instrument } = getListing(board, neededText(params, 'symbol')).entry
  const orderId = readId(params, 'orderId')
  const clientId = readText(params, 'origClientOrderId')
  if (orderId === undefined && clientId === undefined) {
    throw refusedWith('-1102', "Param 'origclientorderid' or 'orderid' must be sent, but both were empty/null!")
  }
  const order =
    orderId === undefined ? findByClientId(book, clientId ?? '') : book.orders.get(book.keyOfOrder.get(orderId) ?? '')
  const isMatch = order && isInMarket(order) && order.record.symbol === instrument.symbol
  return isMatch ? { order, instrument } : undefined
}

/** Finds a conditional order by `algoId` or `clientAlgoId`. */
export const findAlgo = ({ board, book }: Shelves, params: Params): OrderMatch | undefined => {
  const algoId = readId(params, 'algoId')
  const clientId = readText(params, 'clientAlgoId')
  if (algoId === undefined && clientId === undefined) throw new Refused('-1102', 'algoid')
  const order =
    algoId === undefined ? findAlgoByClientId(book, clientId ?? '') : book.orders.get(book.keyOfAlgo.get(algoId) ?? '')
  if (!order || order.record.algoId === null) return undefined
  return { order, instrument: getListing(board, order.record.symbol).entry.instrument }
}

/** Amends price and quantity of a resting limit order and returns its new state. */
export const amendRegular = async (state: BinanceState, params: Params) => {
  const { board, desk, exchange, rates, clock } = state
  const listing = getListing(board, neededText(params, 'symbol'))
  const match = findRegular(state, params)
  const { side, ...change } = readAmendment(listing, params)
  countOrders(rates, 1, clock())
  if (!match || isOver(match.order)) throw new Refused('-2013')
  const { order, instrument } = match
  const { record } = order
  if (record.type !== 'LIMIT') throw new Refused('-5025')
  if (record.side !== side) throw new Refused('-1117')
  if (record.price === change.price && record.quantity === change.quantity) throw new Refused('-5027')
  const outcome = await sendAmendment(desk, exchange, order, change)
  if (outcome.kind === 'rejected') throw toRefusal(outcome.rejection, record)
  if (outcome.kind === 'notOpen') throw new Refused('-2013')
  if (outcome.kind === 'unknown') throw statusUnknown()
  return orderView(instrument, order)
}
