/** Order in the state of the built-in exchange, its status checks, and its conversion to reports. */

import type { Instant } from '../../../core/instant.ts'
import type { Money } from '../../../domain/account/money.ts'
import { type Lots, lots, type Ticks } from '../../../domain/market/instrument.ts'
import { isConditional, type OrderTerms } from '../../../domain/order/order.ts'
import type { VenueOrder, VenueReport, VenueStatus } from '../../../domain/order/venue-report.ts'

/** An order in the exchange's own state, open or ended. */
export interface WorkingOrder {
  readonly venueClientId: string
  readonly exchangeOrderId: string
  terms: OrderTerms
  /** Market time of arrival; earlier prices do not trigger it. */
  readonly enteredAtMs: Instant
  /** Price at which its margin is computed. */
  marginPrice: Ticks
  status: VenueStatus
  filled: Lots
  /** Maximum quantity that may trade: less than requested if a reduce-only order exceeded the position. */
  allowed: Lots
  sequence: number
  reason: string | null
  /** Time of its last report. */
  atMs: Instant
  /** True when the order disappeared silently: it can no longer be found, but its ID stays taken. */
  vanished: boolean
  /** Its margin value among the open orders of its side. */
  held: Money
}

const OPEN: ReadonlySet<VenueStatus> = new Set(['NEW', 'UNTRIGGERED', 'TRIGGERED', 'PARTIALLY_FILLED'])

export const isOpen = ({ status, vanished }: WorkingOrder): boolean => OPEN.has(status) && !vanished

/** Returns whether the order awaits its trigger outside the order book. */
export const isUntriggered = ({ status }: WorkingOrder): boolean => status === 'UNTRIGGERED'

/** Returns the quantity that may still trade. */
export const remainingLots = ({ allowed, filled }: WorkingOrder): Lots => lots(allowed - filled)

/** Returns whether the order is executed or ended immediately, so that nothing rests in the order book. */
export const isImmediate = ({ terms }: Pick<WorkingOrder, 'terms'>): boolean =>
  isConditional(terms) || terms.type === 'MARKET' || terms.timeInForce === 'IOC' || terms.timeInForce === 'FOK'

export const toReport = (order: WorkingOrder): VenueReport => ({
  venueClientId: order.venueClientId,
  exchangeOrderId: order.exchangeOrderId,
  symbol: order.terms.symbol,
  status: order.status,
  filled: order.filled,
  sequence: order.sequence,
  reason: order.reason,
  atMs: order.atMs,
})

export const toVenueOrder = (order: WorkingOrder): VenueOrder => ({ ...toReport(order), terms: order.terms })
