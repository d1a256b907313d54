/**
 * Exponential smoothing: value by value (`smoothed`), and over a whole series as the reference of the tests
 * (`smoothedSeries`).
 */

import { average, sma } from './sma.ts'

/**
 * The first value is the mean of the first `n`; each later value moves it by `alpha` times the difference. NaN gives
 * NaN and is not counted, so that an indicator can smooth another one that is still warming up.
 */
export const smoothed = (n: number, alpha: number): ((x: number) => number) => {
  const seed = sma(n)
  let value = Number.NaN
  return (x) => {
    if (Number.isNaN(x)) return x
    value = Number.isNaN(value) ? seed(x) : value + alpha * (x - value)
    return value
  }
}

export const smoothedSeries = (xs: readonly number[], n: number, alpha: number): number[] => {
  const numbers = xs.filter((x) => !Number.isNaN(x))
  const values = numbers.map(() => Number.NaN)
  let value = average(numbers.slice(0, n))
  for (const [i, x] of numbers.entries()) {
    if (i >= n) value += alpha * (x - value)
    if (i >= n - 1) values[i] = value
  }
  let next = 0
  return xs.map((x) => (Number.isNaN(x) ? x : (values[next++] ?? Number.NaN)))
}
