/** Distance between the entry of a position and its stop, and its limits. */

import { type Money, valueAt } from '../account/money.ts'
import { type Instrument, type Lots, lots, type Ticks, ticks } from '../market/instrument.ts'
import { type Side, sideSign } from '../order/order.ts'
import type { Constitution } from './constitution.ts'

/**
 * Returns the distance of the stop from the average entry price on the losing side, in percent of that price; negative
 * when the stop secures a profit, null when nothing is open.
 */
export const stopDistancePct = (instrument: Instrument, { side, quantity, cost, stop }: Entered): number | null => {
  if (cost <= 0n || !Number.isSafeInteger(stop) || !Number.isSafeInteger(quantity)) return null
  const lost = BigInt(sideSign(side)) * (cost - valueAt(instrument, stop, quantity))
  return (Number(lost) * 100) / Number(cost)
}

/**
 * Minimum of the range-based limit in multiples of the default stop, so that a default stop is never refused in a quiet
 * market.
 */
export const DEFAULT_STOPS = 2

const BPS_PER_PCT = 100

/** Actual or planned entry with its stop. */
export interface Entered {
  readonly side: Side
  readonly quantity: Lots
  readonly cost: Money
  readonly stop: Ticks
}

/**
 * Returns the maximum distance of a new stop, in percent of the entry price: `min(maxStopPct, max(maxStopAtr ·
 * hourlyRange / entry, 2 · defaultStop))`; only `maxStopPct` without a range. Null when a limit is not configured.
 */
export const maxStopDistancePct = (
  { limits, protection }: Constitution,
  { hourlyRange, entry }: { readonly hourlyRange: number | null; readonly entry: number },
): number | null => {
  const { maxStopPct, maxStopAtr } = limits
  if (maxStopPct === null || maxStopAtr === null) return null
  if (hourlyRange === null) return maxStopPct
  const byRange = (maxStopAtr * hourlyRange * 100) / entry
  return Math.min(maxStopPct, Math.max(byRange, (DEFAULT_STOPS * protection.defaultStopBps) / BPS_PER_PCT))
}

/** Returns the average entry price in ticks, unrounded. */
export const averageTicks = (instrument: Instrument, { quantity, cost }: Pick<Entered, 'quantity' | 'cost'>): number =>
  Number(cost) / Number(valueAt(instrument, ticks(1), lots(quantity)))

/**
 * Returns whether an active stop is too far away to count as protection: farther than `maxStopPct` from the nearer of
 * the average entry price and the mark. The nearer of the two, so that a stop close to the mark price protects a losing
 * position.
 */
export const isStopTooFar = (
  { limits: { maxStopPct } }: Constitution,
  instrument: Instrument,
  entered: Entered,
  mark: Ticks | null,
): boolean => {
  if (maxStopPct === null || entered.quantity === 0) return false
  if ((stopDistancePct(instrument, entered) ?? 0) <= maxStopPct) return false
  if (mark === null) return true
  const atMark = { ...entered, cost: valueAt(instrument, mark, entered.quantity) }
  return (stopDistancePct(instrument, atMark) ?? 0) > maxStopPct
}
