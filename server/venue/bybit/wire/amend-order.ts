import { isWaiting, type WireOrder } from '../../account/account-book.ts'
import { ExchangeDown, sendAmendment } from '../../account/order-desk.ts'
import type { WorkingType } from '../../account/working-type.ts'
import { keepStops, LEVEL_OF, ownStopOf, retire } from '../account/keep-stops.ts'
import { linkIdOf } from '../account/order-view.ts'
import { levelsIn, setLevels } from '../account/position-stops.ts'
import { isGiven, readPrice, readQuantity } from '../account/read-figures.ts'
import { type BybitOrderTerms, limitPriceOf } from '../account/read-order.ts'
import { triggerByOf } from '../account/trigger-names.ts'
import type { BybitState } from '../bybit-state.ts'
import { neededListing } from '../listing-for.ts'
import { neededOpenOrder } from './find-order.ts'
import { type Params, textOf } from './params.ts'
import { refusalOf, submit } from './place-order.ts'
import { badParameter, Refusal } from './refusal.ts'

/**
 * Changes a limit order in the market, or a conditional order that waits: another one takes the place of that, under its
 * names.
 */
export const amendOrder = async (state: BybitState, params: Params) => {
  const { entry } = neededListing(state.board, params)
  const order = neededOpenOrder(state, params)
  const names = { orderId: state.book.idOf(order), orderLinkId: linkIdOf(order) }
  if (!isWaiting(order)) await changeInMarket(state, order, params)
  else if (ownStopOf(order)) await moveOwnStop(state, order, params)
  else {
    await submit(state, entry, { terms: changed(state, order, params), clientId: order.record.clientId })
    await retire(state, order)
  }
  return names
}

/** What is not named stays as it is. */
const changeInMarket = async (state: BybitState, order: WireOrder, params: Params): Promise<void> => {
  const { entry } = neededListing(state.board, params)
  const { side, type, price: before, quantity: size } = order.record
  if (type !== 'LIMIT' || before === null) throw new Refusal(110001)
  const price = isGiven(params, 'price') ? limitPriceOf({ entry, params, side }) : before
  const quantity = isGiven(params, 'qty') ? readQuantity(entry.instrument, params, false) : size
  if (price === before && quantity === size) throw badParameter(UNCHANGED)
  const outcome = await sendAmendment(state.desk, state.exchange, order, { price, quantity })
  if (outcome.kind === 'rejected') throw refusalOf(outcome.rejection, entry, order.record)
  if (outcome.kind === 'notOpen') throw new Refusal(110001)
  if (outcome.kind === 'unknown') throw new ExchangeDown('the exchange does not say')
}

const UNCHANGED = 'The order remains unchanged as the parameters entered match the existing ones.'

const workingTypeIn = (params: Params, { record }: WireOrder): WorkingType =>
  textOf(params, 'triggerBy') === undefined ? record.workingType : triggerByOf(params, 'triggerBy')

const moveOwnStop = async (state: BybitState, order: WireOrder, params: Params): Promise<void> => {
  const own = ownStopOf(order)
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
    bybit: { ...terms.bybit, inPlaceOf: state.book.idOf(order) },
  }
}
