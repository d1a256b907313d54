import type { FillKind } from '../../../../domain/order/venue-report.ts'
import type { OrderList, OrderName } from './order-dialect.ts'

/** Whose an order at the exchange is: its name with us, null for what the exchange ordered itself. */
export interface Owner {
  readonly venueClientId: string | null
  readonly kind: FillKind
}

/** Of an order the exchange has forgotten: nobody's, until it is told of after all. */
export const FORGOTTEN: Owner = { venueClientId: null, kind: 'TRADE' }

/** Where an order is, and what the exchange calls it once that is known. */
export interface Whereabouts {
  readonly list: OrderList
  readonly name: OrderName
  /** False where it may be what a conditional order has become, which is told as its own. */
  readonly certain: boolean
}

/** What was told of orders lately, so that it need not be asked again; past a bound the oldest is forgotten. */
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

/** What is certain is not forgotten for what is not. */
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
