/** Ring buffer of the last values for the indicators, with their mean and sum. */

import { assert } from '../../../core/assert.ts'

/** Ring buffer of the last `size` values, oldest first starting at `next`; NaN where no value was added yet. */
export interface Window {
  readonly size: number
  /** Each value is stored twice, `size` apart, so that the last values are always contiguous. */
  readonly values: Float64Array
  /** Index of the next value to write, which is also the index of the oldest. */
  next: number
}

export const createWindow = (size: number): Window => {
  assert(Number.isInteger(size) && size > 0, `a window must have at least one value, not ${size}`)
  return { size, values: new Float64Array(2 * size).fill(Number.NaN), next: 0 }
}

/** Replaces the oldest value with a new one. */
export const push = (window: Window, x: number): void => {
  const { size, values, next } = window
  values[next] = x
  values[next + size] = x
  window.next = next + 1 === size ? 0 : next + 1
}

/** Returns the value `back` steps before the newest one. */
export const at = (window: Window, back: number): number =>
  window.values[window.next + window.size - 1 - back] ?? Number.NaN

/**
 * Returns the mean; NaN until the window is full. Computed relative to the oldest value, so that the mean of equal
 * values is exact.
 */
export const windowMean = ({ size, values, next }: Window): number => {
  const oldest = values[next] ?? Number.NaN
  let sum = 0
  for (let i = next; i < next + size; i++) sum += (values[i] ?? Number.NaN) - oldest
  return oldest + sum / size
}

/** Returns the sum; NaN until the window is full. */
export const windowSum = ({ size, values, next }: Window): number => {
  let sum = 0
  for (let i = next; i < next + size; i++) sum += values[i] ?? Number.NaN
  return sum
}

/** Returns a measure of each window of `size` values, at the window's end; NaN until the window is full. */
export const overEach = (
  xs: readonly number[],
  size: number,
  measure: (stretch: readonly number[]) => number,
): number[] => xs.map((_, i) => (i + 1 < size ? Number.NaN : measure(xs.slice(i + 1 - size, i + 1))))
