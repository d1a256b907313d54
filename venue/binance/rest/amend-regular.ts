import { isOver } from '../../exchange/account/account-book.ts'
import { sendAmendment } from '../../exchange/account/order-desk.ts'
import { getListing } from '../../exchange/market/market-board.ts'
import type { VenueState } from '../venue-state.ts'
import { orderView } from '../view/order-views.ts'
import { Refused, statusUnknown } from './errors.ts'
import { findRegular } from './find-order.ts'
import { readAmendment } from './order-terms.ts'
import { neededText, type Params } from './params.ts'
import { toRefusal } from './place-order.ts'
import { countOrders } from './rate-limits.ts'

/** Changes price and quantity of a limit order that waits, and answers it as it is then. */
export const amendRegular = async (state: VenueState, params: Params) => {
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
