import { average, sma } from './sma.ts'

/**
 * Exponential smoothing: the first value is the mean of the first `n`, then each moves it by the share `alpha` of its
 * distance. A NaN is answered with NaN and not counted, so that one indicator can smooth another that is still warming up.
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
