import type { Instrument } from '../../../server/domain/market/instrument.ts'
import type { AccountBook, WireOrder } from '../../exchange/account/account-book.ts'
import { findAlgoByClientId, findByClientId, isInMarket } from '../../exchange/account/account-book.ts'
import { getListing, type MarketBoard } from '../../exchange/market/market-board.ts'
import { Refused, refusedWith } from './errors.ts'
import { neededText, type Params, readId, readText } from './params.ts'

/** An order and the instrument its figures are counted in. */
export interface OrderMatch {
  readonly order: WireOrder
  readonly instrument: Instrument
}

/** Stores of orders and their instruments. */
export interface Shelves {
  readonly board: MarketBoard
  readonly book: AccountBook
}

/** The order of the market that `orderId` or `origClientOrderId` names; undefined when there is none. */
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

/** The conditional order that `algoId` or `clientAlgoId` names; undefined when there is none. */
export const findAlgo = ({ board, book }: Shelves, params: Params): OrderMatch | undefined => {
  const algoId = readId(params, 'algoId')
  const clientId = readText(params, 'clientAlgoId')
  if (algoId === undefined && clientId === undefined) throw new Refused('-1102', 'algoid')
  const order =
    algoId === undefined ? findAlgoByClientId(book, clientId ?? '') : book.orders.get(book.keyOfAlgo.get(algoId) ?? '')
  if (!order || order.record.algoId === null) return undefined
  return { order, instrument: getListing(board, order.record.symbol).entry.instrument }
}
