/**
 * Value a number of steps earlier: value by value (`lagged`), and over a whole series as the reference of the tests
 * (`laggedSeries`).
 */

import { createWindow, push } from './window.ts'

/** Returns the value `n` steps earlier. */
export const lagged = (n: number): ((x: number) => number) => {
  const window = createWindow(n)
  return (x) => {
    const before = window.values[window.next] ?? Number.NaN
    push(window, x)
    return before
  }
}

export const laggedSeries = (xs: readonly number[], n: number): number[] => xs.map((_, i) => xs[i - n] ?? Number.NaN)
