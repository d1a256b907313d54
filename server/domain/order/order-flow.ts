/** Counts of our own orders, the ratios exchanges use to monitor trading behaviour, and their published limits. */

import { type Instant, SECOND_MS } from '../../core/instant.ts'
import { type Money, valueAt } from '../account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../market/instrument.ts'
import type { OrderStatus, OrderType, Purpose, TimeInForce } from './order.ts'

/** Fields of one of our sent orders that are counted in order flow ratios. */
export interface FlowOrder {
  readonly createdAtMs: Instant
  readonly updatedAtMs: Instant
  readonly symbol: string
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly purpose: Purpose
  readonly status: OrderStatus
  readonly quantity: Lots
  readonly filled: Lots
  /** Price at which the order is valued: its limit price, its collar, or its trigger. */
  readonly price: Ticks
  readonly attempts: number
  /** True when its outcome was uncertain and has been resolved. */
  readonly wasUncertain: boolean
  readonly signedAtMs: Instant | null
}

/** Lifetime below which a cancelled good-till-cancelled order counts as a fast cancel. */
const FAST_CANCEL_MS = 2 * SECOND_MS
/** Order value below which an order is dust, in 10^-8 USDT. */
const DUST: Money = 1_000_000_000n

/** Counts of orders in order of creation; changed in place. */
export interface FlowTally {
  orders: number
  canceled: number
  resting: number
  fastCanceled: number
  immediate: number
  expired: number
  dust: number
  /** Total value of the orders at their prices; likewise of their executed and cancelled parts. */
  ordered: Money
  filled: Money
  withdrawn: Money
  /** Highest number of orders within one second. */
  peakPerSec: number
  provenAbsent: number
  provenAbsentMs: number
  resolvedFound: number
  /** Times of the orders in the second that ends with the last order. */
  readonly lastSecond: Instant[]
}

export const createFlowTally = (): FlowTally => ({
  orders: 0,
  canceled: 0,
  resting: 0,
  fastCanceled: 0,
  immediate: 0,
  expired: 0,
  dust: 0,
  ordered: 0n,
  filled: 0n,
  withdrawn: 0n,
  peakPerSec: 0,
  provenAbsent: 0,
  provenAbsentMs: 0,
  resolvedFound: 0,
  lastSecond: [],
})

/** Adds an order; orders come oldest first. Without a known instrument it is counted but not valued. */
export const addToFlow = (tally: FlowTally, order: FlowOrder, instrument: Instrument | undefined): void => {
  tally.orders++
  notePeak(tally, order.createdAtMs)
  noteEnd(tally, order)
  noteDoubt(tally, order)
  if (instrument) noteValue(tally, order, instrument)
}

const notePeak = (tally: FlowTally, atMs: Instant): void => {
  const { lastSecond } = tally
  lastSecond.push(atMs)
  while (atMs - (lastSecond[0] ?? atMs) >= SECOND_MS) lastSecond.shift()
  tally.peakPerSec = Math.max(tally.peakPerSec, lastSecond.length)
}

const noteEnd = (tally: FlowTally, order: FlowOrder): void => {
  const { status, type, timeInForce, createdAtMs, updatedAtMs } = order
  const wasCanceled = status === 'CANCELED'
  if (wasCanceled) tally.canceled++
  if (type === 'LIMIT' && timeInForce === 'GTC') {
    tally.resting++
    if (wasCanceled && updatedAtMs - createdAtMs < FAST_CANCEL_MS) tally.fastCanceled++
  }
  if (timeInForce === 'IOC' || timeInForce === 'FOK') {
    tally.immediate++
    if (hasExpired(order)) tally.expired++
  }
}

/** Returns whether an immediate order ended unfilled, which exchanges report as cancelled or expired. */
const hasExpired = ({ status, filled }: FlowOrder): boolean =>
  filled === 0 && (status === 'EXPIRED' || status === 'CANCELED')

const noteDoubt = (tally: FlowTally, { status, wasUncertain, signedAtMs, updatedAtMs }: FlowOrder): void => {
  if (!wasUncertain) return
  if (status !== 'NEVER_ACCEPTED') {
    tally.resolvedFound++
    return
  }
  tally.provenAbsent++
  tally.provenAbsentMs += Math.max(0, updatedAtMs - (signedAtMs ?? updatedAtMs))
}

const noteValue = (tally: FlowTally, order: FlowOrder, instrument: Instrument): void => {
  const { price, quantity, filled, status } = order
  const value = valueAt(instrument, price, quantity)
  const executed = valueAt(instrument, price, lots(Math.min(filled, quantity)))
  tally.ordered += value
  tally.filled += executed
  if (status === 'CANCELED') tally.withdrawn += value - executed
  if (value < DUST) tally.dust++
}

/** Ratios exchanges use to monitor our orders; null when the denominator is zero. */
export interface FlowRatios {
  /** (orders + cancels) / trades − 1, as defined in RTS 9 of MiFID II; an amendment counts as a cancel and an order. */
  readonly orderToTrade: { readonly count: number | null; readonly volume: number | null }
  /** Share of the ordered value that was not executed. */
  readonly unfilled: number | null
  /** Share of good-till-cancelled limit orders that were cancelled within two seconds. */
  readonly fastCancel: number | null
  /** Share of IOC and FOK orders that ended unfilled. */
  readonly expire: number | null
  /** Share of all orders below 10 USDT. */
  readonly dust: number | null
}

export const computeRatios = (tally: FlowTally, trades: number): FlowRatios => {
  const { orders, canceled, ordered, filled, withdrawn } = tally
  const unfilled = share(Number(ordered - filled), Number(ordered))
  return {
    orderToTrade: {
      count: trades === 0 ? null : (orders + canceled) / trades - 1,
      volume: filled === 0n ? null : Number(ordered + withdrawn) / Number(filled) - 1,
    },
    unfilled,
    fastCancel: share(tally.fastCanceled, tally.resting),
    expire: share(tally.expired, tally.immediate),
    dust: share(tally.dust, orders),
  }
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** A limit that an exchange sets for a ratio within a cycle; it applies only above a minimum number of orders. */
export interface ConductLimit {
  readonly name: 'UNFILLED' | 'FAST_CANCEL' | 'EXPIRE' | 'DUST'
  readonly ratio: number
  readonly orders: number
}

/** Limits over ten minutes, from Binance's "Futures Trading Quantitative Rules", the strictest published rules. */
export const CONDUCT_LIMITS: readonly ConductLimit[] = [
  { name: 'UNFILLED', ratio: 0.99, orders: 10_000 },
  { name: 'FAST_CANCEL', ratio: 0.99, orders: 5_000 },
  { name: 'EXPIRE', ratio: 0.99, orders: 5_000 },
  { name: 'DUST', ratio: 0.9, orders: 10_000 },
]

/**
 * Returns the share of a limit used in a cycle. Both the ratio and the number of orders must be reached, so the smaller
 * of the two shares counts.
 */
export const conductUse = ({ ratio, orders }: ConductLimit, had: { ratio: number | null; orders: number }): number =>
  had.ratio === null ? 0 : Math.min(had.ratio / ratio, had.orders / orders)
