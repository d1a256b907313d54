/**
 * Simple moving average (SMA): value by value (`sma`), and over a whole series as the reference of the tests
 * (`smaSeries`).
 */

import { createWindow, overEach, push, windowMean } from './window.ts'

/** Simple moving average, recomputed each time so that it depends only on the last `n` values and never drifts. */
export const sma = (n: number): ((x: number) => number) => {
  const window = createWindow(n)
  return (x) => {
    push(window, x)
    return windowMean(window)
  }
}

export const smaSeries = (xs: readonly number[], n: number): number[] => overEach(xs, n, average)

/** Arithmetic mean; exact for equal values. */
export const average = (xs: readonly number[]): number => {
  const first = xs[0] ?? Number.NaN
  return first + xs.reduce((sum, x) => sum + (x - first), 0) / xs.length
}
