import type { Instant } from '../../../core/instant.ts'
import type { Money } from '../../../domain/account/money.ts'
import { type Lots, lots, type Ticks } from '../../../domain/market/instrument.ts'
import { isConditional, type OrderTerms } from '../../../domain/order/order.ts'
import type { VenueOrder, VenueReport, VenueStatus } from '../../../domain/order/venue-report.ts'

/** An order as the exchange has it, open or over. */
export interface WorkingOrder {
  readonly venueClientId: string
  readonly exchangeOrderId: string
  terms: OrderTerms
  /** The market's time when it came in; prices from before do not set it off. */
  readonly enteredAtMs: Instant
  /** What its margin is counted at. */
  marginPrice: Ticks
  status: VenueStatus
  filled: Lots
  /** How much of it may trade at all: less than was asked where a reduce-only order met a smaller position. */
  allowed: Lots
  sequence: number
  reason: string | null
  /** When it was last reported. */
  atMs: Instant
  /** It has gone without a word: it is not found any more, but its id stays taken. */
  vanished: boolean
  /** What it counts for among the open orders of its side. */
  held: Money
}

const OPEN: ReadonlySet<VenueStatus> = new Set(['NEW', 'UNTRIGGERED', 'TRIGGERED', 'PARTIALLY_FILLED'])

export const isOpen = ({ status, vanished }: WorkingOrder): boolean => OPEN.has(status) && !vanished

/** Whether it waits for its trigger, outside the book. */
export const isUntriggered = ({ status }: WorkingOrder): boolean => status === 'UNTRIGGERED'

/** What of it may still trade. */
export const remainingLots = ({ allowed, filled }: WorkingOrder): Lots => lots(allowed - filled)

/** Whether the market answers it whole at once, so that nothing of it waits in the book. */
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
