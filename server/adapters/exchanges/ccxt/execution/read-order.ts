import { printable } from '../../../../core/printable.ts'
import type { OrderTerms, OrderType, Trigger } from '../../../../domain/order/order.ts'
import { epochOf } from '../../../../domain/order/venue-client-id.ts'
import type { VenueOrder, VenueReport } from '../../../../domain/order/venue-report.ts'
import { instantOf } from '../instant-of.ts'
import type { Listing } from '../listing.ts'
import { idText } from './fields.ts'
import type { ToldOrder } from './order-dialect.ts'
import { FORGOTTEN, type OrderMemory, type Owner, rememberOwner, rememberWhereabouts } from './order-memory.ts'
import { nameOfUnnamed } from './order-names.ts'
import { lotsOf, type Reader, raiseUnreadable, ticksOf, whole } from './reader.ts'
import { sequenceOf } from './sequence.ts'

/** What is said of an order; undefined for an instrument that is not listed, and for what cannot be read. */
export const readReport = (reader: Reader, memory: OrderMemory, told: ToldOrder): VenueReport | undefined => {
  const listing = reader.byNative.get(told.native)
  if (!listing) return undefined
  const read = whole(reader, `an order of ${listing.instrument.symbol}`, {
    id: idText(told.id),
    status: told.status,
    filled: lotsOf(listing, told.filled),
    time: instantOf(told.atMs),
  })
  if (!read) return undefined
  const owner = noteOrder(memory, told, read.id)
  return {
    venueClientId: owner.venueClientId ?? nameOfUnnamed(read.id),
    exchangeOrderId: read.id,
    symbol: listing.instrument.symbol,
    status: read.status,
    filled: read.filled,
    sequence: sequenceOf(read.status, read.time),
    reason: told.reason === null ? null : printable(told.reason),
    atMs: read.time,
  }
}

/** As `readReport`, with the terms. */
export const readOrder = (reader: Reader, memory: OrderMemory, told: ToldOrder): VenueOrder | undefined => {
  const listing = reader.byNative.get(told.native)
  const report = listing && readReport(reader, memory, told)
  const terms = report && readTerms(reader, listing, told)
  return terms && { ...report, terms, ...(told.attached && { attached: told.attached }) }
}

const readTerms = (reader: Reader, listing: Listing, told: ToldOrder): OrderTerms | undefined => {
  const { symbol } = listing.instrument
  if (told.type === undefined && isOfOthers(told)) return worstTerms(reader, listing, told)
  const read = whole(reader, `an order of ${symbol}`, {
    side: told.side,
    type: told.type,
    quantity: lotsOf(listing, told.quantity),
    price: priceOf(listing, told),
    trigger: triggerOf(listing, told),
    timeInForce: told.timeInForce,
    reduceOnly: told.reduceOnly,
  })
  return read && { symbol, ...read }
}

const isOfOthers = ({ clientId }: ToldOrder): boolean => typeof clientId !== 'string' || epochOf(clientId) === undefined

const OF_OTHERS_REMEDY =
  'It counts as if all of it were executed, unless it can only reduce a position. Cancel it at the exchange, or leave it to whoever placed it.'

/** Terms that count an order of an unknown kind at its worst: executed at any price and at any time. */
const worstTerms = (reader: Reader, listing: Listing, told: ToldOrder): OrderTerms | undefined => {
  const { symbol } = listing.instrument
  const read = whole(reader, `an order of ${symbol}`, { side: told.side, quantity: lotsOf(listing, told.quantity) })
  if (!read) return undefined
  raiseUnreadable(reader, `An order of others in ${symbol} is of a kind that is not known.`, OF_OTHERS_REMEDY)
  const { timeInForce = 'GTC', reduceOnly = false } = told
  return { symbol, ...read, type: 'MARKET', price: null, trigger: null, timeInForce, reduceOnly }
}

const isConditional = (type: OrderType | undefined): boolean => type === 'STOP_MARKET' || type === 'TAKE_PROFIT_MARKET'

const priceOf = (listing: Listing, { type, price }: ToldOrder): OrderTerms['price'] | undefined =>
  type === 'LIMIT' ? ticksOf(listing, price) : null

const triggerOf = (listing: Listing, { type, trigger, triggerBy }: ToldOrder): Trigger | null | undefined => {
  if (!isConditional(type) && (type !== 'LIMIT' || triggerBy === undefined)) return null
  const price = ticksOf(listing, trigger)
  return price !== undefined && triggerBy !== undefined ? { price, by: triggerBy } : undefined
}

/**
 * Remembers whose the order is and where. What a conditional order has become is told under an id of its own, and perhaps
 * another name: it stays the conditional order's.
 */
export const noteOrder = (memory: OrderMemory, told: ToldOrder, id: string): Owner => {
  const known = memory.owners.get(id)
  const owner = known && known !== FORGOTTEN ? known : ownerOf(told, id)
  rememberOwner(memory, id, owner)
  const became = idText(told.becameId)
  if (became !== undefined) rememberOwner(memory, became, owner)
  if (owner.venueClientId !== null) {
    const unnamed = owner.venueClientId === nameOfUnnamed(id) && told.clientId !== owner.venueClientId
    const name = unnamed ? ({ by: 'exchange', id } as const) : ({ by: 'us', id: owner.venueClientId } as const)
    const certain = told.list === 'conditional' || told.type === 'LIMIT'
    rememberWhereabouts(memory, owner.venueClientId, { list: told.list, name, certain })
  }
  return owner
}

const ownerOf = ({ clientId, ownKind }: ToldOrder, id: string): Owner => ({
  venueClientId: ownKind ? null : (idText(clientId) ?? nameOfUnnamed(id)),
  kind: ownKind ?? 'TRADE',
})
