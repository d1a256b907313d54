import type { Random } from '../../../server/core/random.ts'
import type { Rejection } from '../../../server/engine/model/venue.ts'
import { openOrders, type WireOrder } from '../../exchange/account/account-book.ts'
import { type OrderDesk, type OrderRequest, sendCancel, sendOrder } from '../../exchange/account/order-desk.ts'
import type { WireOrderTerms } from '../../exchange/account/wire-record.ts'
import type { VenueState } from '../venue-state.ts'
import { isErrorCode, Refused, refusedWith, statusUnknown } from './errors.ts'

interface PlaceRequest extends Pick<OrderRequest, 'terms' | 'isAlgo'> {
  /** Undefined where the client gives none: the exchange names the order then. */
  readonly clientId: string | undefined
}

/** Sends an order in and answers it as it was accepted; what was refused is thrown. */
export const placeOrder = async ({ desk, random }: VenueState, request: PlaceRequest): Promise<WireOrder> => {
  const { terms, isAlgo } = request
  const clientId = request.clientId ?? randomId(random)
  if (isTaken(desk, clientId, isAlgo)) throw new Refused('-4116')
  const sent = await sendOrder(desk, { terms, clientId, isAlgo })
  if (sent.kind === 'accepted') return sent.order
  if (sent.kind === 'unknown') throw statusUnknown()
  throw sent.kind === 'neverWas' ? new Refused('-5022') : toRefusal(sent.rejection, terms)
}

const ID_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789'
const ID_LENGTH = 22

const randomId = (random: Random): string =>
  Array.from({ length: ID_LENGTH }, () => ID_LETTERS[Math.floor(random() * ID_LETTERS.length)]).join('')

/** Names are taken by what is open or on its way; orders and conditional orders do not share theirs. */
const isTaken = ({ book, submitted }: OrderDesk, clientId: string, isAlgo: boolean): boolean =>
  [...openOrders(book), ...submitted.values()].some(
    ({ record }) => record.clientId === clientId && (record.algoId !== null) === isAlgo,
  )

/** A refusal of the exchange in the wire's words. */
export const toRefusal = (
  { code, message }: Rejection,
  { closePosition }: Pick<WireOrderTerms, 'closePosition'>,
): Refused => {
  if (closePosition && code === '-2022') return new Refused('-4509')
  return isErrorCode(code) ? refusedWith(code, message) : refusedWith('-1000', message)
}

/** Takes an order out; one that is not open is refused. */
export const cancelOrder = async ({ desk }: VenueState, order: WireOrder): Promise<WireOrder> => {
  const outcome = await sendCancel(desk, order)
  if (outcome.kind === 'unknown') throw statusUnknown()
  if (outcome.kind === 'notOpen') throw new Refused('-2011')
  return order
}
