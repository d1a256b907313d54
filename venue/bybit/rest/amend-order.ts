import { isWaiting, type WireOrder } from '../../exchange/account/account-book.ts'
import { ExchangeDown, sendAmendment } from '../../exchange/account/order-desk.ts'
import type { WorkingType } from '../../exchange/account/working-type.ts'
import type { BybitState } from '../bybit-state.ts'
import { getOwnStop, keepStops, LEVEL_OF, retire } from '../stops/keep-stops.ts'
import { levelsIn, setLevels } from '../stops/position-stops.ts'
import { getLinkId } from '../view/order-view.ts'
import { neededOpenOrder } from './find-order.ts'
import { neededListing } from './listing-for.ts'
import { type Params, readText } from './params.ts'
import { submit, toRefusal } from './place-order.ts'
import { isGiven, readPrice, readQuantity } from './read-figures.ts'
import { type BybitOrderTerms, readLimitPrice } from './read-order.ts'
import { badParameter, Refusal } from './refusal.ts'
import { readTriggerBy } from './trigger-names.ts'

/**
 * Changes a limit order in the market, or a conditional order that waits: another one takes the place of that, under its
 * names.
 */
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

/** Changes an order in the market; omitted fields stay as they are. */
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
