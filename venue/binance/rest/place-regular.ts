import { SECOND_MS } from '../../../server/core/instant.ts'
import { lots } from '../../../server/domain/market/instrument.ts'
import { isInMarket, openOrders, type WireOrder } from '../../exchange/account/account-book.ts'
import { isBeyondLeverage } from '../../exchange/account/leverage-room.ts'
import { untilOver } from '../../exchange/account/order-desk.ts'
import type { WireOrderTerms } from '../../exchange/account/wire-record.ts'
import { getListing, type Listing } from '../../exchange/market/market-board.ts'
import type { VenueState } from '../venue-state.ts'
import { orderView } from '../view/order-views.ts'
import { ORDER_LIMITS } from '../view/symbol-info.ts'
import { Refused } from './errors.ts'
import { readClientId, readOrder } from './order-terms.ts'
import { neededText, type Params, readChoice } from './params.ts'
import { placeOrder } from './place-order.ts'
import { countOrders } from './rate-limits.ts'

/** Maximum wait of the response to a market order for its fills. */
const RESULT_WAIT_MS = 2 * SECOND_MS

/** Places an order in the market and responds in the requested format: as accepted, or with its result. */
export const placeRegular = async (state: VenueState, params: Params) => {
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
  await untilOver(desk, order, RESULT_WAIT_MS)
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
const checkRoom = (state: VenueState, { entry }: Listing, terms: WireOrderTerms): void => {
  const open = openOrders(state.book, entry.instrument.symbol).filter(isInMarket)
  if (open.length >= ORDER_LIMITS.openOrders) throw new Refused('-2025')
  if (isBeyondLeverage(state, entry, terms)) throw new Refused('-2027')
}
