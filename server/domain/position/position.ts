/** Positions, their protection and their fills. */

import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { Money } from '../account/money.ts'
import type { Lots, Ticks } from '../market/instrument.ts'
import type { Cause, Origin, ProtectionPlan, Side } from '../order/order.ts'
import type { FillKind, Liquidity } from '../order/venue-report.ts'

/** Immutable state of one lifecycle of a symbol's netted position, from the first fill to flat. */
export interface Position {
  readonly positionId: Id<'pos'>
  readonly symbol: string
  readonly direction: 'LONG' | 'SHORT'
  readonly status: 'OPEN' | 'CLOSING' | 'CLOSED'
  readonly quantity: Lots
  /** Entry cost of the open quantity; divided by the quantity, it gives the entry price. */
  readonly cost: Money
  /** Total quantity added; likewise removed. */
  readonly entered: Traded
  readonly exited: Traded
  /** Realised PnL before fees and funding. */
  readonly realizedPnl: Money
  readonly feesPaid: Money
  /** Σ of funding cash flows; negative is paid. */
  readonly funding: Money
  readonly origin: Origin
  /** Present for a lifecycle opened by autotrading. */
  readonly cause?: Cause
  /** The lifecycle was opened by an exploratory entry. */
  readonly exploratory?: true
  /** A person has since traded in the position; only a person or the host closes it. */
  readonly takenOver?: true
  /** The host has returned the position to autotrading; its result is not due to the strategy alone. */
  readonly handedBack?: true
  readonly protection: Protection
  readonly openedAtMs: Instant
  readonly updatedAtMs: Instant
  readonly closedAtMs: Instant | null
  readonly version: number
}

type ProtectionState =
  | 'NOT_REQUIRED'
  | 'PLANNED'
  | 'SUBMITTED'
  | 'ACKED'
  | 'VERIFIED'
  | 'PARTIAL'
  | 'LOST'
  | 'TRIGGERED'
  | 'CLOSED'

/** State of a position's protection. */
export interface Protection {
  readonly state: ProtectionState
  readonly plan: ProtectionPlan
  /** The stop that currently protects the position, if any. */
  readonly stopOrderId: Id<'ord'> | null
  readonly takeProfitOrderId: Id<'ord'> | null
  /** Quantity covered by verified stops. */
  readonly covered: Lots
  readonly unprotectedSinceMs: Instant | null
  readonly verifiedAtMs: Instant | null
}

/** Quantity in lots, and its traded value. */
export interface Traded {
  readonly quantity: Lots
  readonly value: Money
}

/** An execution as it is booked to one lifecycle; an execution that reverses a position is booked as two fills. */
export interface Fill {
  readonly fillId: Id<'fil'>
  readonly execId: string
  /** Null without an order at the exchange. */
  readonly exchangeOrderId: string | null
  readonly orderId: Id<'ord'> | null
  readonly positionId: Id<'pos'>
  readonly symbol: string
  readonly side: Side
  readonly price: Ticks
  readonly quantity: Lots
  readonly value: Money
  readonly fee: Money
  /** The exchange did not report the fee, so it is estimated. */
  readonly feeEstimated?: true
  readonly liquidity: Liquidity
  /** SETTLEMENT has no quantity: it corrects the result when the exchange realised more or less than we booked. */
  readonly kind: FillKind | 'SETTLEMENT'
  /** Realised PnL before fees; zero for fills that open or add. */
  readonly realizedPnl: Money
  /** Present for a lifecycle opened by an exploratory entry. */
  readonly exploratory?: true
  readonly executedAtMs: Instant
}

/** +1 for LONG, −1 for SHORT. */
export const directionSign = ({ direction }: Pick<Position, 'direction'>): 1 | -1 => (direction === 'LONG' ? 1 : -1)

/** Returns the side that reduces a position. */
export const closingSide = ({ direction }: Pick<Position, 'direction'>): Side => (direction === 'LONG' ? 'SELL' : 'BUY')

/** Signed quantity in lots, positive is long; zero without a position. */
export const signedQuantity = (position: Position | undefined): number =>
  position ? directionSign(position) * position.quantity : 0

/** Party in charge of closing a position: a person, or autotrading with the originating strategy. */
export interface Holder {
  readonly kind: 'PERSON' | 'AUTOTRADING'
  readonly strategyId: string | null
}

export const A_PERSON: Holder = { kind: 'PERSON', strategyId: null }

/** Returns the holder of an open position; a position in which a person has traded no longer belongs to autotrading. */
export const resolveHolder = ({
  origin,
  cause,
  takenOver,
}: Pick<Position, 'origin' | 'cause' | 'takenOver'>): Holder =>
  origin === 'AUTOTRADING' && !takenOver ? { kind: 'AUTOTRADING', strategyId: cause?.strategyId ?? null } : A_PERSON

/** Returns whether an origin is a person rather than the engine. */
export const isPerson = (origin: Origin): boolean => origin === 'API' || origin === 'HOST' || origin === 'EXTERNAL'

/** Describes the holder, for example `held by autotrading (S01)`; undefined for a person's position. */
export const heldByAutotrading = ({ kind, strategyId }: Holder): string | undefined =>
  kind === 'AUTOTRADING' ? `held by autotrading${strategyId === null ? '' : ` (${strategyId})`}` : undefined

interface Guarded {
  readonly protection: Pick<Protection, 'unprotectedSinceMs'>
}

/** Counts the positions without a verified stop for longer than `budgetMs`. */
export const unprotectedBeyond = (positions: Iterable<Guarded>, budgetMs: number, atMs: Instant): number =>
  [...positions].filter(
    ({ protection }) => protection.unprotectedSinceMs !== null && atMs - protection.unprotectedSinceMs > budgetMs,
  ).length
