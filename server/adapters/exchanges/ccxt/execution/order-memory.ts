/**
 * Memory of orders at the exchange: their owners and lists, sequence numbers of reports, and names of orders without a
 * client ID.
 */

import type { Instant } from '../../../../core/instant.ts'
import type { FillKind, VenueStatus } from '../../../../domain/order/venue-report.ts'
import type { OrderList, OrderName } from './order-dialect.ts'

/** Owners and locations of recently reported orders, cached to save queries; beyond the limit the oldest is dropped. */
export interface OrderMemory {
  /** Owners by the exchange's order ID, including the ID of the order a conditional order has become. */
  readonly owners: Map<string, Owner>
  /** Locations by our client ID. */
  readonly locations: Map<string, OrderLocation>
}

/** Owner of an order at the exchange: its client order ID, or null for the exchange's own orders. */
export interface Owner {
  readonly venueClientId: string | null
  readonly kind: FillKind
}

/** Owner of an order the exchange has forgotten: none, until the order is reported after all. */
export const FORGOTTEN: Owner = { venueClientId: null, kind: 'TRADE' }

/** List an order is in, and its exchange ID once known. */
export interface OrderLocation {
  readonly list: OrderList
  readonly name: OrderName
  /**
   * False if the location may belong to the order that a conditional order has become, which is reported as the
   * conditional order.
   */
  readonly certain: boolean
}

const REMEMBERED_MAX = 20_000

export const createOrderMemory = (): OrderMemory => ({ owners: new Map(), locations: new Map() })

export const rememberOwner = ({ owners }: OrderMemory, exchangeOrderId: string, owner: Owner): void =>
  remember(owners, exchangeOrderId, owner)

/** Remembers where an order is; certain information is not replaced by uncertain. */
export const rememberLocation = ({ locations }: OrderMemory, venueClientId: string, where: OrderLocation): void => {
  const known = locations.get(venueClientId)
  remember(locations, venueClientId, known?.certain && !where.certain ? known : where)
}

const remember = <T>(among: Map<string, T>, key: string, value: T): void => {
  among.delete(key)
  among.set(key, value)
  if (among.size <= REMEMBERED_MAX) return
  for (const oldest of among.keys()) {
    among.delete(oldest)
    return
  }
}

/** Order in which statuses can follow each other within one millisecond. */
const RANKS: Record<VenueStatus, number> = {
  UNTRIGGERED: 1,
  TRIGGERED: 2,
  NEW: 3,
  PARTIALLY_FILLED: 4,
  FILLED: 5,
  CANCELED: 6,
  EXPIRED: 6,
  REJECTED: 6,
}

const STATUSES_MAX = 8

/**
 * Returns the sequence number of a report, independent of its source and of repetition: by the exchange's last change
 * of the order, then by status. A report without a time comes before all others.
 */
export const computeSequence = (status: VenueStatus, atMs: Instant | undefined): number =>
  atMs === undefined ? 1 : atMs * STATUSES_MAX + RANKS[status]

/**
 * Builds a name for an order without client ID, such as a stop created by the exchange: `x` and the exchange's ID
 * without dashes, so that it never exceeds the length limit.
 */
export const nameOfUnnamed = (exchangeOrderId: string): string =>
  `x${UUID.test(exchangeOrderId) ? exchangeOrderId.replaceAll('-', '') : exchangeOrderId}`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the names by which the exchange may know the order, most likely first: a foreign name may resemble one of
 * ours.
 */
export const orderNames = (venueClientId: string): readonly OrderName[] => {
  const ours: OrderName = { by: 'us', id: venueClientId }
  const id = idIn(venueClientId)
  return id === undefined ? [ours] : [{ by: 'exchange', id }, ours]
}

const idIn = (name: string): string | undefined => {
  if (/^x[0-9]{1,32}$/.test(name)) return name.slice(1)
  const parts = /^x([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(name)
  return parts?.slice(1).join('-')
}
