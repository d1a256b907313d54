/**
 * Highest of the last values: value by value (`highest`), and over a whole series as the reference of the tests
 * (`highestSeries`).
 */

import { extreme } from './extreme.ts'
import { overEach } from './window.ts'

/** Highest of the last `n` values, including the current one. */
export const highest = (n: number): ((x: number) => number) => extreme(n, Math.max)

export const highestSeries = (xs: readonly number[], n: number): number[] =>
  overEach(xs, n, (stretch) => Math.max(...stretch))
