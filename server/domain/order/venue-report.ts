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
  /** Cumulative, as the exchange counts it. */
  readonly filled: Lots
  /** Grows with each report of this order. */
  readonly sequence: number
  readonly reason: string | null
  readonly atMs: Instant
}

/** The statuses an exchange reports; the others are ours. */
export type VenueStatus = Extract<
  OrderStatus,
  'NEW' | 'UNTRIGGERED' | 'TRIGGERED' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'REJECTED' | 'EXPIRED'
>

/** A report with the terms, as lists of open orders give it. */
export interface VenueOrder extends VenueReport {
  readonly terms: OrderTerms
  /** Created by the exchange to protect a position: it is attached to the entry, and ends with the position. */
  readonly attached?: true
}

export type FillKind = 'TRADE' | 'LIQUIDATION' | 'ADL'
export type Liquidity = 'MAKER' | 'TAKER'

/** An execution, identified by the exchange's own id; it is counted once however often it arrives. */
export interface VenueFill {
  readonly execId: string
  readonly exchangeOrderId: string
  /** Null when the exchange created the order itself, as in a liquidation. */
  readonly venueClientId: string | null
  readonly symbol: string
  readonly side: Side
  readonly price: Ticks
  readonly quantity: Lots
  /** Positive is paid, negative a rebate. */
  readonly fee: Money
  /** The exchange did not state the fee: it is estimated, and the wallet settles the difference. */
  readonly feeEstimated?: true
  readonly liquidity: Liquidity
  readonly kind: FillKind
  readonly executedAtMs: Instant
}

/** A funding payment; negative is paid by us. */
export interface VenueFunding {
  readonly fundingId: string
  readonly symbol: string
  readonly amount: Money
  /** Decimal text. */
  readonly rate: string
  /** The exchange did not publish the rate of the settlement: the last one announced before is used. */
  readonly estimated?: true
  readonly settledAtMs: Instant
}

/** A position as the exchange has it. */
export interface VenuePosition {
  readonly symbol: string
  /** Positive is long. */
  readonly quantity: number
  /** Entry cost of the open quantity, positive. */
  readonly cost: Money
  /** USDT a unit in 10^-8, finer than a tick; null when no price can liquidate it. */
  readonly liquidationPrice: Money | null
  readonly leverage: number
  readonly maintenanceMargin: Money
}

/** An account's holding in an unwatched symbol: it can be reported, but not counted in lots or protected. */
export interface UnwatchedHolding {
  /** Symbol in the form of `--symbols`, if the exchange's own name can be parsed. */
  readonly symbol: string
  /** Decimal text in base currency, positive is long; `0` where there are only orders. */
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
  /** One entry per symbol; omitted by an exchange that holds only watched symbols. */
  readonly unwatched?: readonly UnwatchedHolding[]
  /** Executions and funding since the requested instant. */
  readonly fills: readonly VenueFill[]
  readonly funding: readonly VenueFunding[]
  readonly takenAtMs: Instant
}

/** Error of an exchange that refused an order. */
interface RejectionText {
  readonly code: string
  readonly message: string
  readonly category: string
}

/** Formats it for an order's `statusReason`. */
export const writeRejection = ({ code, message, category }: RejectionText): string => `${code} ${message} (${category})`

/** Parses the output of `writeRejection`; undefined for another reason. */
export const readRejection = (reason: string): RejectionText | undefined => {
  const [, code, message, category] = /^(\S+) (.*) \(([A-Z_]+)\)$/s.exec(reason) ?? []
  return code === undefined || message === undefined || category === undefined ? undefined : { code, message, category }
}
