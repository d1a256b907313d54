/**
 * Assumed path of the price within a one-minute candle: its four points, the triggers between them, and minutes in
 * which their order matters.
 */

import { MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import type { Direction } from '../domain/signal/strategy.ts'

/**
 * Assumed order of the extremes of a minute: first the adverse one for the position, the favourable one, or the one
 * nearer to the open.
 */
export type IntrabarPath = 'stop-first' | 'target-first' | 'adaptive'

/** Prices of one minute in ticks. */
export interface MinutePrices {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Offsets within a minute of its open, both extremes and its close. */
export const POINT_OFFSETS_MS = [50, 20 * SECOND_MS, 40 * SECOND_MS, MINUTE_MS - 1] as const

/** Index of the close of a minute. */
export const LAST_POINT = POINT_OFFSETS_MS.length - 1

/** Returns the offset of a point within its minute. */
export const getOffsetMs = (point: number): number => POINT_OFFSETS_MS[point] ?? 0

/** Returns whether the minute is assumed to reach its low before its high. */
export const isLowFirst = (
  path: IntrabarPath,
  direction: Direction | null,
  { open, high, low }: MinutePrices,
): boolean => {
  if (path === 'adaptive' || direction === null) return open - low <= high - open
  return (direction === 'LONG') === (path === 'stop-first')
}

/** Returns the price at one of the four points of a minute. */
export const priceAtPoint = ({ open, high, low, close }: MinutePrices, point: number, lowFirst: boolean): number => {
  if (point === 0) return open
  if (point === 3) return close
  return (point === 1) === lowFirst ? low : high
}

/** Returns the triggers between one price and another, in the order in which they are reached. */
export const triggersBetween = (triggers: readonly number[], from: number, to: number): readonly number[] => {
  if (triggers.length === 0 || from === to) return NONE
  const rises = to > from
  const passed = triggers.filter((trigger) =>
    rises ? trigger > from && trigger <= to : trigger < from && trigger >= to,
  )
  return [...new Set(passed)].toSorted((a, b) => (rises ? a - b : b - a))
}

const NONE: readonly number[] = []

interface Barriers {
  readonly direction: Direction
  readonly stopLoss: number
  readonly takeProfit: number | null
}

/** Returns whether a minute reaches both the stop and the target, so that its candle does not show which came first. */
export const isAmbiguous = (
  { open, high, low }: MinutePrices,
  { direction, stopLoss, takeProfit }: Barriers,
): boolean => {
  if (takeProfit === null) return false
  const [below, above] = direction === 'LONG' ? [stopLoss, takeProfit] : [takeProfit, stopLoss]
  return low <= below && high >= above && open > below && open < above
}
