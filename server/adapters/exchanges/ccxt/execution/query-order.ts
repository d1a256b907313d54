import { lots } from '../../../../domain/market/instrument.ts'
import type { VenueFill } from '../../../../domain/order/venue-report.ts'
import type { QueryOutcome } from '../../../../engine/model/venue.ts'
import type { Urgency } from '../attempt.ts'
import { idText } from '../fields.ts'
import type { Listing } from '../listing.ts'
import type { Desk } from './desk.ts'
import type { NamedOrder, OrderList, OrderName, RawOrder } from './order-dialect.ts'
import { type OrderLocation, orderNames } from './order-memory.ts'
import { readFill } from './read-fill.ts'
import { readOrder } from './read-order.ts'

/**
 * Searches for an order at the exchange, in its last known list, then in every list, and returns it with all its
 * executions. It counts as absent only when each list has confirmed that in its own response; the order that a
 * conditional order has become is returned as the conditional order.
 */
export const queryOrder = async (desk: Desk, symbol: string, venueClientId: string): Promise<QueryOutcome> => {
  const listing = desk.listings.get(symbol)
  if (!listing) return { kind: 'failed', reason: 'this instrument is not watched' }
  const lastKnown = desk.memory.locations.get(venueClientId)
  const first = lastKnown?.certain ? await seek(desk, { listing, ...lastKnown }) : ABSENT
  if (first.kind === 'found') return withFills(desk, listing, first.rawOrder)
  if (first.kind === 'failed') return first
  const wasQueried = ({ list, name }: OrderLocation): boolean =>
    lastKnown?.certain === true &&
    list === lastKnown.list &&
    name.by === lastKnown.name.by &&
    name.id === lastKnown.name.id
  const places = listPlaces(desk, venueClientId).filter((place) => !wasQueried(place))
  const sought = await Promise.all(places.map((place) => seek(desk, { listing, ...place })))
  const match = sought.findLast((one) => one.kind === 'found')
  if (match) return withFills(desk, listing, match.rawOrder)
  const failed = sought.find((one) => one.kind === 'failed')
  if (failed) return failed
  return amongOpen(desk, listing, venueClientId)
}

/** Result of searching one list for an order. */
export type Sought =
  | { readonly kind: 'found'; readonly rawOrder: RawOrder }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly reason: string }

const ABSENT: Sought = { kind: 'absent' }
/** A response about another order does not prove that ours does not exist. */
const NOT_OURS: Sought = { kind: 'failed', reason: 'the response is for another order' }

const listPlaces = ({ dialect }: Desk, venueClientId: string): OrderLocation[] =>
  dialect.lists.flatMap((list) => orderNames(venueClientId).map((name) => ({ list, name, certain: false })))

/** Searches for an order in one list, open and ended. */
export const seek = async (desk: Desk, order: NamedOrder, urgency: Urgency = 'LOOKUP'): Promise<Sought> => {
  const { client, dialect } = desk
  const called = await client.call((rest) => dialect.findOrder(rest, order), { urgency })
  switch (called.kind) {
    case 'answered':
      if (called.value === undefined) return ABSENT
      return isNamed(called.value, order.name) ? { kind: 'found', rawOrder: called.value } : NOT_OURS
    case 'refused': {
      const { code, message } = called.fault
      return client.dialect.errors.noSuchOrder.has(code) ? ABSENT : { kind: 'failed', reason: `${code} ${message}` }
    }
    default:
      return { kind: 'failed', reason: called.reason }
  }
}

const isNamed = (rawOrder: RawOrder, { by, id }: OrderName): boolean =>
  (by === 'us' ? rawOrder.clientId : rawOrder.id) === id

/**
 * Also checks the lists of open orders before an order counts as absent, because a look-up by name may lag behind them.
 */
const amongOpen = async (desk: Desk, listing: Listing, venueClientId: string): Promise<QueryOutcome> => {
  const names = orderNames(venueClientId)
  const lists = await Promise.all(desk.dialect.lists.map((list) => openIn(desk, listing, list)))
  for (const open of lists) {
    if (open === undefined) return { kind: 'failed', reason: 'the open orders could not be read' }
    const rawOrder = open.find((one) => names.some((name) => isNamed(one, name)))
    if (rawOrder) return withFills(desk, listing, rawOrder)
  }
  return { kind: 'notFound' }
}

const openIn = async (
  { client, dialect }: Desk,
  listing: Listing,
  list: OrderList,
): Promise<readonly RawOrder[] | undefined> => {
  const called = await client.call((rest) => dialect.openOrders(rest, [listing], list), { urgency: 'LOOKUP' })
  return called.kind === 'answered' ? called.value : undefined
}

/**
 * Adds the executions to an order; fails while some are not listed yet, because they are listed by a different service
 * of the exchange.
 */
const withFills = async (desk: Desk, listing: Listing, rawOrder: RawOrder): Promise<QueryOutcome> => {
  const order = readOrder(desk.reader, desk.memory, rawOrder)
  if (!order) return { kind: 'failed', reason: 'the order cannot be read' }
  if (order.filled === 0) return { kind: 'found', order, fills: [] }
  const orderId = idText(rawOrder.becameId) ?? order.exchangeOrderId
  const { client, dialect, reader } = desk
  const called = await client.call((rest) => dialect.orderExecutions(rest, listing, orderId), { urgency: 'LOOKUP' })
  if (called.kind !== 'answered') return { kind: 'failed', reason: 'its executions could not be read' }
  const owner = { venueClientId: order.venueClientId, kind: 'TRADE' } as const
  const fills = called.value
    .map((one) => readFill(reader, one, owner))
    .filter((fill): fill is VenueFill => fill !== undefined)
  const executed = lots(fills.reduce((sum, { quantity }) => sum + quantity, 0))
  if (executed !== order.filled) return { kind: 'failed', reason: 'its executions are not all listed yet' }
  return { kind: 'found', order, fills }
}
