/** Places and cancels orders at the exchange; an uncertain outcome is reported as unknown. */

import type { Exchange } from 'ccxt'
import { printDecimal } from '../../../../core/decimal.ts'
import type { Grid } from '../../../../core/grid.ts'
import { lots, type Ticks } from '../../../../domain/market/instrument.ts'
import { isConditional, type OrderTerms } from '../../../../domain/order/order.ts'
import type { VenueReport } from '../../../../domain/order/venue-report.ts'
import type { CancelOutcome, Rejection, Submission, SubmitOutcome, VenueEvent } from '../../../../engine/model/venue.ts'
import type { Called } from '../client.ts'
import { exactText, idText, toInstant } from '../fields.ts'
import type { Listing } from '../listing.ts'
import type { Desk } from './desk.ts'
import type { NamedOrder, OrderList, OrderRequest, RawOrder } from './order-dialect.ts'
import { computeSequence, type OrderLocation, orderNames, rememberLocation, rememberOwner } from './order-memory.ts'
import { seek } from './query-order.ts'
import { readReport } from './read-order.ts'
import { toLots } from './reader.ts'

/** Sends an order once and returns its certain outcome; any ambiguity is reported as unknown. */
export const placeOrder = async (
  desk: Desk,
  submission: Submission,
  getBlocker: (() => string | undefined) | undefined,
): Promise<VenueEvent> => {
  const { venueClientId, terms, signedAtMs } = submission
  const answer = (outcome: SubmitOutcome): VenueEvent => ({ kind: 'submitAnswered', venueClientId, outcome })
  const listing = desk.listings.get(terms.symbol)
  if (!listing) return answer({ kind: 'rejected', rejection: NOT_LISTED })
  const list = chooseList(desk, terms)
  rememberLocation(desk.memory, venueClientId, { list, name: { by: 'us', id: venueClientId }, certain: true })
  const held: { reason: string | undefined } = { reason: undefined }
  const called = await desk.client.call((rest) => create(desk, rest, toOrderRequest(listing, submission)), {
    urgency: terms.reduceOnly ? 'PROTECT' : 'TRADE',
    signedAtMs,
    getBlocker() {
      held.reason = getBlocker?.()
      return held.reason
    },
  })
  if (called.kind === 'notSent') return { kind: 'notSent', venueClientId, reason: held.reason ?? called.reason }
  return answer(readOutcome(desk, { listing, submission, list }, called))
}

const NOT_LISTED: Rejection = {
  code: 'NOT_LISTED',
  message: 'This instrument is not watched.',
  category: 'UNKNOWN_SYMBOL',
}

const chooseList = ({ dialect }: Desk, terms: OrderTerms): OrderList =>
  isConditional(terms) && dialect.lists.includes('conditional') ? 'conditional' : 'regular'

const toOrderRequest = (
  listing: Listing,
  { terms, venueClientId, recvWindowMs, stopLoss }: Submission,
): OrderRequest => {
  const print = (price: Ticks): string => listing.instrument.price.print(price)
  return {
    listing,
    terms,
    venueClientId,
    recvWindowMs,
    quantity: listing.amounts.print(terms.quantity),
    price: terms.price === null ? null : print(terms.price),
    trigger: terms.trigger === null ? null : print(terms.trigger.price),
    stopLoss: stopLoss ? { price: print(stopLoss.price), by: stopLoss.by } : null,
  }
}

/** Creates the order; a market order with a collar is sent as an IOC limit order at the collar. */
const create = async (desk: Desk, rest: Exchange, request: OrderRequest): Promise<unknown> => {
  const { listing, terms, quantity, price } = request
  refuseAltered(rest, request)
  refuseOtherSteps(rest, request)
  const type = price === null ? 'market' : 'limit'
  const stopped = desk.dialect.attachesStops && declaresAttachedStops(rest) ? request : { ...request, stopLoss: null }
  const params = { ...commonParams(stopped), ...desk.dialect.extras(stopped) }
  const side = terms.side === 'BUY' ? 'buy' : 'sell'
  // The library's types require numbers, and numbers lose digits: its code accepts strings unchanged.
  const order = await rest.createOrder(
    listing.unified,
    type,
    side,
    quantity as never,
    (price ?? undefined) as never,
    params,
  )
  return order.info
}

const commonParams = ({ terms, venueClientId, price, trigger, stopLoss }: OrderRequest): Record<string, unknown> => ({
  clientOrderId: venueClientId,
  ...(terms.reduceOnly && { reduceOnly: true }),
  ...(price !== null && timeInForceParams(terms)),
  ...(terms.type === 'STOP_MARKET' && { stopLossPrice: trigger }),
  ...(terms.type === 'TAKE_PROFIT_MARKET' && { takeProfitPrice: trigger }),
  ...(stopLoss && { stopLoss: { triggerPrice: stopLoss.price } }),
})

const timeInForceParams = ({ type, timeInForce }: OrderTerms): Record<string, unknown> => {
  if (type === 'MARKET') return { timeInForce: 'IOC' }
  return timeInForce === 'POST_ONLY' ? { postOnly: true } : { timeInForce }
}

const declaresAttachedStops = (rest: Exchange): boolean =>
  Boolean(rest.features?.swap?.linear?.createOrder?.attachedStopLossTakeProfit)

/**
 * Rejects orders after the exchange has changed an instrument's steps during the run. With a different contract size,
 * nothing is sent; with different ticks or lots, only reducing orders that still conform.
 */
const refuseOtherSteps = (rest: Exchange, { listing, terms }: OrderRequest): void => {
  const { instrument, amounts, contractSize, unified } = listing
  const now = rest.market(unified)
  const isSize = same(now.contractSize, printDecimal(contractSize))
  const isGrid = isStep(now.precision.price, instrument.price) && isStep(now.precision.amount, amounts)
  if (!isSize || !(isGrid || terms.reduceOnly)) throw new Error('the tick or lot size has changed since the start')
}

const isStep = (value: unknown, { step }: Grid): boolean => same(value, printDecimal(step))

/** Rejects an order that the library would alter by truncating its quantity or rounding its price. */
const refuseAltered = (
  rest: Exchange,
  { listing, quantity, price, trigger, stopLoss, recvWindowMs }: OrderRequest,
): void => {
  const { unified } = listing
  if (!same(rest.amountToPrecision(unified, quantity), quantity)) throw new Error('the quantity would be changed')
  for (const one of [price, trigger, stopLoss?.price]) {
    if (one && !same(rest.priceToPrecision(unified, one), one)) throw new Error('a price would be changed')
  }
  if (Number(rest.options.recvWindow) !== recvWindowMs) throw new Error('the validity of the request would be changed')
}

const same = (altered: unknown, text: string): boolean => exactText(altered) === exactText(text)

interface Placed {
  readonly listing: Listing
  readonly submission: Submission
  readonly list: OrderList
}

const readOutcome = (
  desk: Desk,
  placed: Placed,
  called: Exclude<Called<unknown>, { kind: 'notSent' }>,
): SubmitOutcome => {
  if (called.kind === 'unclear') return { kind: 'unknown', reason: called.reason }
  if (called.kind === 'refused') {
    const { code, message } = called.fault
    const category = desk.client.dialect.errors.refusals.get(code) ?? 'OTHER'
    return { kind: 'rejected', rejection: { code, message, category } }
  }
  const rawOrder = desk.dialect.readPlaced(called.value, placed.list)
  const report = readAccepted(desk, placed, rawOrder)
  return report ? { kind: 'accepted', report } : { kind: 'unknown', reason: 'the response cannot be read' }
}

/**
 * Returns the acceptance: a response that identifies the order as ours is sufficient, however little else it contains.
 */
const readAccepted = (
  { memory, client }: Desk,
  { listing, submission: { venueClientId, terms }, list }: Placed,
  rawOrder: RawOrder,
): VenueReport | undefined => {
  const id = idText(rawOrder.id)
  const named = rawOrder.clientId === undefined || rawOrder.clientId === '' || rawOrder.clientId === venueClientId
  if (id === undefined || !named) return undefined
  rememberOwner(memory, id, { venueClientId, kind: 'TRADE' })
  rememberLocation(memory, venueClientId, { list, name: { by: 'us', id: venueClientId }, certain: true })
  const status = rawOrder.status ?? (isConditional(terms) ? 'UNTRIGGERED' : 'NEW')
  const atMs = toInstant(rawOrder.atMs)
  return {
    venueClientId,
    exchangeOrderId: id,
    symbol: listing.instrument.symbol,
    status,
    filled: toLots(listing, rawOrder.filled) ?? lots(0),
    sequence: computeSequence(status, rawOrder.status === undefined ? undefined : atMs),
    reason: rawOrder.reason,
    atMs: atMs ?? client.venueNow(),
  }
}

/**
 * Cancels an order in whichever list it is; it counts as not open only when every possible list has confirmed its
 * absence.
 */
export const cancelOrder = async (desk: Desk, symbol: string, venueClientId: string): Promise<CancelOutcome> => {
  const listing = desk.listings.get(symbol)
  if (!listing) return { kind: 'unknown', reason: 'this instrument is not watched' }
  for (const place of listPlaces(desk, venueClientId)) {
    const outcome = await cancelAt(desk, { listing, ...place })
    if (outcome) return outcome
  }
  return NOT_OPEN
}

const NOT_OPEN: CancelOutcome = { kind: 'notOpen' }

/** Returns the lists to search, its last known list first; the order may have moved since. */
const listPlaces = ({ dialect, memory }: Desk, venueClientId: string): readonly OrderLocation[] => {
  const lastKnown = memory.locations.get(venueClientId)
  const names = lastKnown ? [lastKnown.name] : orderNames(venueClientId)
  const others = dialect.lists.filter((list) => list !== lastKnown?.list)
  const lists = lastKnown ? [lastKnown.list, ...others] : others
  return lists.flatMap((list) => names.map((name) => ({ list, name, certain: false })))
}

/** Cancels an order in one list; undefined when it is not in this list. */
const cancelAt = async (desk: Desk, order: NamedOrder): Promise<CancelOutcome | undefined> => {
  const { client, dialect } = desk
  const called = await client.call((rest) => dialect.cancel(rest, order), { urgency: 'STOP' })
  if (called.kind === 'answered') return confirmEnd(desk, order, called.value)
  if (called.kind !== 'refused') return { kind: 'unknown', reason: called.reason }
  const { code, message } = called.fault
  return client.dialect.errors.noSuchOrder.has(code) ? undefined : { kind: 'unknown', reason: `${code} ${message}` }
}

/** Delays of the queries that follow a response that is only a receipt, until the order has ended. */
const CONFIRM_AFTER_MS = [0, 100, 300, 600]

const confirmEnd = async (desk: Desk, order: NamedOrder, answered: RawOrder | undefined): Promise<CancelOutcome> => {
  const outcome = answered && ended(desk, answered)
  if (outcome) return outcome
  for (const pauseMs of CONFIRM_AFTER_MS) {
    if (pauseMs > 0) await desk.delay(pauseMs)
    const sought = await seek(desk, order, 'STOP')
    const confirmed = sought.kind === 'found' ? ended(desk, sought.rawOrder) : undefined
    if (confirmed) return confirmed
  }
  return { kind: 'unknown', reason: 'the exchange has accepted the request, and the order is still open' }
}

const ended = (desk: Desk, rawOrder: RawOrder): CancelOutcome | undefined => {
  const report = readReport(desk.reader, desk.memory, rawOrder)
  switch (report?.status) {
    case 'CANCELED':
    case 'EXPIRED':
    case 'REJECTED':
      return { kind: 'canceled', report }
    case 'FILLED':
      return NOT_OPEN
    default:
      return undefined
  }
}
