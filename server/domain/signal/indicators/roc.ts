/**
 * Rate of change (ROC): value by value (`roc`), and over a whole series as the reference of the tests (`rocSeries`).
 */

import { lagged } from './lagged.ts'
import { simpleReturn } from './simple-return.ts'

/** Rate of change over `n` steps, in percent. */
export const roc = (n: number): ((x: number) => number) => {
  const before = lagged(n)
  return (x) => 100 * simpleReturn(before(x), x)
}

export const rocSeries = (xs: readonly number[], n: number): number[] =>
  xs.map((x, i) => 100 * simpleReturn(xs[i - n] ?? Number.NaN, x))
