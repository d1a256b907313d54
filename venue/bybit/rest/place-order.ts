import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import type { Rejection } from '../../../server/engine/model/venue.ts'
import {
  findAlgoByClientId,
  findByClientId,
  isInMarket,
  openOrders,
  type WireOrder,
} from '../../exchange/account/account-book.ts'
import { isBeyondLeverage } from '../../exchange/account/leverage-room.ts'
import { ExchangeDown, type OrderDesk, sendOrder } from '../../exchange/account/order-desk.ts'
import { vanishPerhaps } from '../../exchange/account/vanish-perhaps.ts'
import type { WireRecord } from '../../exchange/account/wire-record.ts'
import { printPrice } from '../../exchange/market/figures.ts'
import type { BybitState } from '../bybit-state.ts'
import { getOwnStop } from '../stops/keep-stops.ts'
import { comparedPrice, neededListing } from './listing-for.ts'
import type { Params } from './params.ts'
import { type BybitOrderTerms, readLinkId, readOrder } from './read-order.ts'
import { badParameter, Refusal } from './refusal.ts'
import { TRIGGER_NAMES } from './trigger-names.ts'

/** Places the requested order and returns its ids: it is accepted, and its progress is published on the stream. */
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

/** A name is taken by every order that ever had it. */
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

/** Sends an order in, conditional or not; what was refused is thrown. */
export const submit = async (
  state: BybitState,
  entry: InstrumentMarket,
  { terms, clientId }: { readonly terms: BybitOrderTerms; readonly clientId: string },
): Promise<WireOrder> => {
  const isAlgo = terms.triggerPrice !== null
  const sent = await sendOrder(state.desk, { terms, clientId, isAlgo })
  if (sent.kind === 'rejected') throw toRefusal(sent.rejection, entry, terms)
  if (sent.kind !== 'accepted') throw new ExchangeDown('the exchange did not report the outcome')
  if (isAlgo) vanishPerhaps(state, sent.order)
  return sent.order
}

/** Translates a refusal of the exchange behind the wire into the codes of this wire. */
export const toRefusal = (
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
