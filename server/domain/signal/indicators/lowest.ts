/**
 * Lowest of the last values: value by value (`lowest`), and over a whole series as the reference of the tests
 * (`lowestSeries`).
 */

import { extreme } from './extreme.ts'
import { overEach } from './window.ts'

/** Lowest of the last `n` values, including the current one. */
export const lowest = (n: number): ((x: number) => number) => extreme(n, Math.min)

export const lowestSeries = (xs: readonly number[], n: number): number[] =>
  overEach(xs, n, (stretch) => Math.min(...stretch))
