/** Z-score: value by value (`zscore`), and over a whole series as the reference of the tests (`zscoreSeries`). */

import { deviationOfWindow, deviationSeries } from './deviation.ts'
import { smaSeries } from './sma.ts'
import { createWindow, push, windowMean } from './window.ts'

/**
 * Distance of a value from the mean of the last `n` values, in population standard deviations; 0 when all are equal.
 */
export const zscore = (n: number): ((x: number) => number) => {
  const scoreAt = zscoreAndMean(n)
  return (x) => scoreAt(x).z
}

/** Z-score of a value, as `zscore` returns it, and the mean it is measured from. */
export const zscoreAndMean = (n: number): ((x: number) => { readonly z: number; readonly mean: number }) => {
  const window = createWindow(n)
  return (x) => {
    push(window, x)
    const mean = windowMean(window)
    const sd = deviationOfWindow(window, mean)
    return { z: sd === 0 ? 0 : (x - mean) / sd, mean }
  }
}

export const zscoreSeries = (xs: readonly number[], n: number): number[] => {
  const means = smaSeries(xs, n)
  const deviations = deviationSeries(xs, n)
  return xs.map((x, i) => {
    const sd = deviations[i] ?? Number.NaN
    return sd === 0 ? 0 : (x - (means[i] ?? Number.NaN)) / sd
  })
}
