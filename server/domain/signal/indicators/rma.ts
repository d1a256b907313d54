/**
 * Wilder's moving average (RMA): value by value (`rma`), and over a whole series as the reference of the tests
 * (`rmaSeries`).
 */

import { smoothed, smoothedSeries } from './smoothed.ts'

/** Wilder's moving average, x ← (x·(n−1) + v)/n, seeded with the mean of the first `n`. */
export const rma = (n: number): ((x: number) => number) => smoothed(n, 1 / n)

export const rmaSeries = (xs: readonly number[], n: number): number[] => smoothedSeries(xs, n, 1 / n)
