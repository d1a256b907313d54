import type { FillKind } from '../../../../domain/order/venue-report.ts'
import type { OrderList, OrderName } from './order-dialect.ts'

/** Owner of an order at the exchange: its client order ID, or null for the exchange's own orders. */
export interface Owner {
  readonly venueClientId: string | null
  readonly kind: FillKind
}

/** Owner of an order the exchange has forgotten: none, until the order is reported after all. */
export const FORGOTTEN: Owner = { venueClientId: null, kind: 'TRADE' }

/** List an order is in, and its exchange ID once known. */
export interface Whereabouts {
  readonly list: OrderList
  readonly name: OrderName
  /** False where it may be what a conditional order has become, which is reported as the conditional order. */
  readonly certain: boolean
}

/** Recently reported facts on orders, cached to save queries; beyond the limit the oldest is forgotten. */
export interface OrderMemory {
  /** By the exchange's id, including that of what a conditional order has become. */
  readonly owners: Map<string, Owner>
  /** By our name. */
  readonly whereabouts: Map<string, Whereabouts>
}

const REMEMBERED_MAX = 20_000

export const createOrderMemory = (): OrderMemory => ({ owners: new Map(), whereabouts: new Map() })

export const rememberOwner = ({ owners }: OrderMemory, exchangeOrderId: string, owner: Owner): void =>
  remember(owners, exchangeOrderId, owner)

/** Remembers where an order is; certain information is not replaced by uncertain. */
export const rememberWhereabouts = ({ whereabouts }: OrderMemory, venueClientId: string, where: Whereabouts): void => {
  const known = whereabouts.get(venueClientId)
  remember(whereabouts, venueClientId, known?.certain && !where.certain ? known : where)
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
