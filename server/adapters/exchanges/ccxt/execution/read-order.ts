/** Converts raw orders to the engine's status reports and orders, and caches their owners and locations. */

import { printable } from '../../../../core/printable.ts'
import type { OrderTerms, OrderType, Trigger } from '../../../../domain/order/order.ts'
import { parseEpoch } from '../../../../domain/order/venue-client-id.ts'
import type { VenueOrder, VenueReport } from '../../../../domain/order/venue-report.ts'
import { idText, toInstant } from '../fields.ts'
import type { Listing } from '../listing.ts'
import type { RawOrder } from './order-dialect.ts'
import {
  computeSequence,
  FORGOTTEN,
  nameOfUnnamed,
  type OrderMemory,
  type Owner,
  rememberLocation,
  rememberOwner,
} from './order-memory.ts'
import { type Reader, raiseUnreadable, toLots, toTicks, whole } from './reader.ts'

/** Reads an order like `readReport`, with its terms. */
export const readOrder = (reader: Reader, memory: OrderMemory, rawOrder: RawOrder): VenueOrder | undefined => {
  const listing = reader.byNative.get(rawOrder.native)
  const report = listing && readReport(reader, memory, rawOrder)
  const terms = report && readTerms(reader, listing, rawOrder)
  return terms && { ...report, terms, ...(rawOrder.attached && { attached: rawOrder.attached }) }
}

/** Reads an order's status; undefined for an unlisted instrument, and when it cannot be read. */
export const readReport = (reader: Reader, memory: OrderMemory, rawOrder: RawOrder): VenueReport | undefined => {
  const listing = reader.byNative.get(rawOrder.native)
  if (!listing) return undefined
  const read = whole(reader, `an order of ${listing.instrument.symbol}`, {
    id: idText(rawOrder.id),
    status: rawOrder.status,
    filled: toLots(listing, rawOrder.filled),
    time: toInstant(rawOrder.atMs),
  })
  if (!read) return undefined
  const owner = noteOrder(memory, rawOrder, read.id)
  return {
    venueClientId: owner.venueClientId ?? nameOfUnnamed(read.id),
    exchangeOrderId: read.id,
    symbol: listing.instrument.symbol,
    status: read.status,
    filled: read.filled,
    sequence: computeSequence(read.status, read.time),
    reason: rawOrder.reason === null ? null : printable(rawOrder.reason),
    atMs: read.time,
  }
}

const readTerms = (reader: Reader, listing: Listing, rawOrder: RawOrder): OrderTerms | undefined => {
  const { symbol } = listing.instrument
  if (rawOrder.type === undefined && isOfOthers(rawOrder)) return worstTerms(reader, listing, rawOrder)
  const read = whole(reader, `an order of ${symbol}`, {
    side: rawOrder.side,
    type: rawOrder.type,
    quantity: toLots(listing, rawOrder.quantity),
    price: readPrice(listing, rawOrder),
    trigger: readTrigger(listing, rawOrder),
    timeInForce: rawOrder.timeInForce,
    reduceOnly: rawOrder.reduceOnly,
  })
  return read && { symbol, ...read }
}

const isOfOthers = ({ clientId }: RawOrder): boolean =>
  typeof clientId !== 'string' || parseEpoch(clientId) === undefined

const OF_OTHERS_REMEDY =
  'It counts as fully executed, unless it is reduce-only. Cancel it at the exchange, or leave it to the person or program that placed it.'

/** Returns worst-case terms for an order of unknown type: executed at any price and at any time. */
const worstTerms = (reader: Reader, listing: Listing, rawOrder: RawOrder): OrderTerms | undefined => {
  const { symbol } = listing.instrument
  const read = whole(reader, `an order of ${symbol}`, {
    side: rawOrder.side,
    quantity: toLots(listing, rawOrder.quantity),
  })
  if (!read) return undefined
  raiseUnreadable(reader, `An external order in ${symbol} is of an unknown type.`, OF_OTHERS_REMEDY)
  const { timeInForce = 'GTC', reduceOnly = false } = rawOrder
  return { symbol, ...read, type: 'MARKET', price: null, trigger: null, timeInForce, reduceOnly }
}

const isConditional = (type: OrderType | undefined): boolean => type === 'STOP_MARKET' || type === 'TAKE_PROFIT_MARKET'

const readPrice = (listing: Listing, { type, price }: RawOrder): OrderTerms['price'] | undefined =>
  type === 'LIMIT' ? toTicks(listing, price) : null

const readTrigger = (listing: Listing, { type, trigger, triggerBy }: RawOrder): Trigger | null | undefined => {
  if (!isConditional(type) && (type !== 'LIMIT' || triggerBy === undefined)) return null
  const price = toTicks(listing, trigger)
  return price !== undefined && triggerBy !== undefined ? { price, by: triggerBy } : undefined
}

/**
 * Caches an order's owner and location. The order that a conditional order has become is reported under its own ID, and
 * possibly a different name; the conditional order's name is retained.
 */
export const noteOrder = (memory: OrderMemory, rawOrder: RawOrder, id: string): Owner => {
  const known = memory.owners.get(id)
  const owner = known && known !== FORGOTTEN ? known : readOwner(rawOrder, id)
  rememberOwner(memory, id, owner)
  const became = idText(rawOrder.becameId)
  if (became !== undefined) rememberOwner(memory, became, owner)
  if (owner.venueClientId !== null) {
    const unnamed = owner.venueClientId === nameOfUnnamed(id) && rawOrder.clientId !== owner.venueClientId
    const name = unnamed ? ({ by: 'exchange', id } as const) : ({ by: 'us', id: owner.venueClientId } as const)
    const certain = rawOrder.list === 'conditional' || rawOrder.type === 'LIMIT'
    rememberLocation(memory, owner.venueClientId, { list: rawOrder.list, name, certain })
  }
  return owner
}

const readOwner = ({ clientId, ownKind }: RawOrder, id: string): Owner => ({
  venueClientId: ownKind ? null : (idText(clientId) ?? nameOfUnnamed(id)),
  kind: ownKind ?? 'TRADE',
})
