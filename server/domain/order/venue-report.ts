/**
 * Reports of an exchange on our account: orders, fills, funding payments, positions, and the account at one instant.
 */

import type { Instant } from '../../core/instant.ts'
import type { Money } from '../account/money.ts'
import type { Lots, Ticks } from '../market/instrument.ts'
import type { OrderStatus, OrderTerms, Side } from './order.ts'

/** Report of an exchange on one order. */
export interface VenueReport {
  readonly venueClientId: string
  readonly exchangeOrderId: string
  readonly symbol: string
  readonly status: VenueStatus
  /** Cumulative filled quantity according to the exchange. */
  readonly filled: Lots
  /** Increases with each report of this order. */
  readonly sequence: number
  readonly reason: string | null
  readonly atMs: Instant
}

/** Statuses that exchanges report; the others are internal. */
export type VenueStatus = Extract<
  OrderStatus,
  'NEW' | 'UNTRIGGERED' | 'TRIGGERED' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'REJECTED' | 'EXPIRED'
>

/** A report that includes the terms, as in lists of open orders. */
export interface VenueOrder extends VenueReport {
  readonly terms: OrderTerms
  /** Created by the exchange to protect a position; attached to the entry, and ends with the position. */
  readonly attached?: true
}

export type FillKind = 'TRADE' | 'LIQUIDATION' | 'ADL'
export type Liquidity = 'MAKER' | 'TAKER'

/** An execution, identified by the exchange's own ID, and counted once however often it is received. */
export interface VenueFill {
  readonly execId: string
  readonly exchangeOrderId: string
  /** Null when the exchange created the order itself, as in a liquidation. */
  readonly venueClientId: string | null
  readonly symbol: string
  readonly side: Side
  readonly price: Ticks
  readonly quantity: Lots
  /** Positive when paid, negative for a rebate. */
  readonly fee: Money
  /** The exchange did not state the fee: it is estimated, and the wallet settles the difference. */
  readonly feeEstimated?: true
  readonly liquidity: Liquidity
  readonly kind: FillKind
  readonly executedAtMs: Instant
}

/** A funding payment; negative when paid by us. */
export interface VenueFunding {
  readonly fundingId: string
  readonly symbol: string
  readonly amount: Money
  /** Decimal string. */
  readonly rate: string
  /** The exchange did not publish the settlement rate; the last announced rate is used. */
  readonly estimated?: true
  readonly settledAtMs: Instant
}

/** A position as reported by the exchange. */
export interface VenuePosition {
  readonly symbol: string
  /** Positive is long. */
  readonly quantity: number
  /** Entry cost of the open quantity, positive. */
  readonly cost: Money
  /** In 10^-8 USDT per unit, finer than a tick; null when no price can liquidate the position. */
  readonly liquidationPrice: Money | null
  readonly leverage: number
  readonly maintenanceMargin: Money
}

/** An account's holding in an unwatched symbol: it is reported, but cannot be counted in lots or protected. */
export interface UnwatchedHolding {
  /** Symbol as in `--symbols`, if the exchange's own name can be parsed. */
  readonly symbol: string
  /** Decimal string in base currency, positive for long; `0` when there are only orders. */
  readonly quantity: string
  /** Number of open orders. */
  readonly orders: number
}

/** State of our account at an exchange, at one instant. */
export interface AccountSnapshot {
  readonly walletBalance: Money
  readonly positions: readonly VenuePosition[]
  /** Regular and conditional orders. */
  readonly openOrders: readonly VenueOrder[]
  /** One entry per symbol; omitted when the exchange holds only watched symbols. */
  readonly unwatched?: readonly UnwatchedHolding[]
  /** Executions since the requested instant; likewise funding. */
  readonly fills: readonly VenueFill[]
  readonly funding: readonly VenueFunding[]
  readonly takenAtMs: Instant
}

/** Error of an exchange that rejected an order. */
interface RejectionText {
  readonly code: string
  readonly message: string
  readonly category: string
}

/** Formats a rejection for an order's `statusReason`. */
export const writeRejection = ({ code, message, category }: RejectionText): string => `${code} ${message} (${category})`

/** Parses the output of `writeRejection`; undefined for any other reason. */
export const readRejection = (reason: string): RejectionText | undefined => {
  const [, code, message, category] = /^(\S+) (.*) \(([A-Z_]+)\)$/s.exec(reason) ?? []
  return code === undefined || message === undefined || category === undefined ? undefined : { code, message, category }
}
