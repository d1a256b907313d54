/**
 * Exponential moving average (EMA): value by value (`ema`), and over a whole series as the reference of the tests
 * (`emaSeries`).
 */

import { smoothed, smoothedSeries } from './smoothed.ts'

/** Exponential moving average with α = 2/(n+1), seeded with the mean of the first `n`. */
export const ema = (n: number): ((x: number) => number) => smoothed(n, 2 / (n + 1))

export const emaSeries = (xs: readonly number[], n: number): number[] => smoothedSeries(xs, n, 2 / (n + 1))
