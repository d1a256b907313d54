/** Orders: terms, protection plan, cause, status and dispatch, from the proposal to its final status. */

import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { Money } from '../account/money.ts'
import { type Lots, lots, type Ticks } from '../market/instrument.ts'
import type { Interval } from '../market/interval.ts'

/** An order with its current status; immutable. */
export interface Order extends Candidate {
  readonly status: OrderStatus
  readonly statusReason: string | null
  readonly exchangeOrderId: string | null
  readonly filled: Lots
  /** Σ price · quantity of its fills, in tick·lots. */
  readonly filledTickLots: bigint
  readonly feesPaid: Money
  readonly dispatch: Dispatch
  /** Sequence number of the last processed exchange report; older reports are ignored. */
  readonly reportSequence: number
  /** The order that replaces this one, once an amendment was requested. */
  readonly replacedBy?: Id<'ord'>
  readonly decisionId: Id<'dec'>
  readonly auditId: Id<'aud'>
  readonly createdAtMs: Instant
  readonly updatedAtMs: Instant
  readonly version: number
}

export type Side = 'BUY' | 'SELL'
export type OrderType = 'MARKET' | 'LIMIT' | 'STOP_MARKET' | 'TAKE_PROFIT_MARKET'
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'POST_ONLY'
export type TriggerBy = 'MARK' | 'LAST' | 'INDEX'
export type ExecutionMode = 'PAPER' | 'LIVE'

export type Purpose = 'ENTRY' | 'EXIT' | 'STOP_LOSS' | 'TAKE_PROFIT' | 'CLOSE' | 'FLATTEN' | 'EXTERNAL'
export type Origin = 'API' | 'AUTOTRADING' | 'GUARDIAN' | 'EMERGENCY_STOP' | 'HOST' | 'EXTERNAL'

export type OrderStatus =
  | 'PENDING_NEW'
  | 'OUTCOME_UNKNOWN'
  | 'DENIED'
  | 'NEW'
  | 'UNTRIGGERED'
  | 'TRIGGERED'
  | 'PARTIALLY_FILLED'
  | 'PENDING_CANCEL'
  | 'FILLED'
  | 'CANCELED'
  | 'REJECTED'
  | 'EXPIRED'
  | 'NEVER_ACCEPTED'

type DispatchState = 'DENIED' | 'DISPATCHING' | 'ACKED' | 'OUTCOME_UNKNOWN' | 'RESOLVED' | 'ABANDONED'

/** Trigger price of a conditional order, and the price it is compared with. */
export interface Trigger {
  readonly price: Ticks
  readonly by: TriggerBy
}

/** Terms of an order as sent to an exchange. */
export interface OrderTerms {
  readonly symbol: string
  readonly side: Side
  readonly type: OrderType
  readonly quantity: Lots
  /** Price of a LIMIT order, or collar of a MARKET order; null for conditional orders. */
  readonly price: Ticks | null
  /** Trigger of a conditional order. */
  readonly trigger: Trigger | null
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
}

/** Required protection of a position, set by the order that increases it. */
export interface ProtectionPlan {
  readonly stopLoss: Trigger
  readonly takeProfit: Trigger | null
  /** True when the caller set no stop: the plan contains the position's current stop, or the default stop. */
  readonly stopIsDefault: boolean
}

/** Origin and time limits of an autotrading order. */
export interface Cause {
  readonly candidateId: Id<'cnd'>
  /** Digest of the candidate, so that changes can be detected; empty in a backtest. */
  readonly digest: string
  /** The leading signal, and its strategy. */
  readonly signalId: Id<'sig'>
  readonly strategyId: string
  readonly interval: Interval
  /** Latest entry time, on the market clock. */
  readonly validUntilMs: Instant
  /** Time at which a position that is still open is closed, on the market clock. */
  readonly horizonEndMs: Instant
  /** Lower bound of the estimate, after costs, as a fraction of the notional; null while unknown. */
  readonly netEdgeLcb: number | null
}

/** An order proposal, before it has passed the gates. */
export interface Candidate {
  readonly orderId: Id<'ord'>
  /** Our order ID at the exchange: 32 letters and digits, the same whenever this order is sent. */
  readonly venueClientId: string
  /** ID chosen by the caller. */
  readonly clientOrderId: string | null
  readonly terms: OrderTerms
  /** Null for an order that only reduces. */
  readonly plan: ProtectionPlan | null
  readonly purpose: Purpose
  readonly origin: Origin
  readonly mode: ExecutionMode
  /** Lifecycle that a closing or protective order belongs to. */
  readonly positionId: Id<'pos'> | null
  /** The order that this one replaces with amended terms. */
  readonly replaces?: Id<'ord'>
  /** Present for autotrading entries. */
  readonly cause?: Cause
  /** The entry was admitted only because the trading scope is exploratory: see `EntryCandidate`. */
  readonly exploratory?: true
}

/** Returns the exploratory label, to be spread into objects derived from an exploratory entry. */
export const exploratoryLabel = (
  origin: { readonly exploratory?: true | undefined } | undefined,
): { readonly exploratory?: true } => (origin?.exploratory ? { exploratory: true } : {})

/** Dispatch of an order. An increasing order is sent exactly once. */
export interface Dispatch {
  readonly state: DispatchState
  readonly attempts: number
  /** Time of the decision to send; the request is signed once the decision is durable. */
  readonly signedAtMs: Instant | null
  /** Time after which the exchange can no longer accept the request. */
  readonly provenDeadAtMs: Instant | null
}

/** Returns the unexecuted quantity of an order. */
export const remainingLots = ({ terms, filled }: Pick<Order, 'terms' | 'filled'>): Lots => lots(terms.quantity - filled)

export const oppositeSide = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')

/** +1 for BUY, −1 for SELL. */
export const sideSign = (side: Side): 1 | -1 => (side === 'BUY' ? 1 : -1)

export const isConditional = ({ type }: Pick<OrderTerms, 'type'>): boolean =>
  type === 'STOP_MARKET' || type === 'TAKE_PROFIT_MARKET'

export const isProtective = ({ purpose }: Pick<Candidate, 'purpose'>): boolean =>
  purpose === 'STOP_LOSS' || purpose === 'TAKE_PROFIT'

/** Latest prices that a trigger can be compared with; each is null until first received. */
export interface TriggerPrices {
  readonly mark: Ticks | null
  readonly last: Ticks | null
  readonly index: Ticks | null
}

export const priceBy = ({ mark, last, index }: TriggerPrices, by: TriggerBy): Ticks | null => {
  if (by === 'MARK') return mark
  return by === 'LAST' ? last : index
}

/**
 * Returns whether a trigger waits for a rising price: stops trigger on adverse moves, take-profits on favourable ones.
 */
export const waitsForRise = ({ type, side }: Pick<OrderTerms, 'type' | 'side'>): boolean =>
  (type === 'STOP_MARKET') === (side === 'BUY')

/** Returns whether a price has reached the trigger of a conditional order. */
export const isCrossed = (terms: OrderTerms, price: Ticks): boolean => {
  const { trigger } = terms
  if (trigger === null) return false
  return waitsForRise(terms) ? price >= trigger.price : price <= trigger.price
}
