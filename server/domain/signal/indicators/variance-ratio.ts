/**
 * Variance ratio: value by value (`varianceRatio`), and over a whole series as the reference of the tests
 * (`varianceRatioSeries`).
 */

import { createWindow, overEach, push } from './window.ts'

/**
 * Variance of `q`-step differences divided by `q` times the variance of single differences: 1 for a random walk, less
 * when prices revert. Unbiased overlapping estimator of Lo and MacKinlay (1988), "Stock Market Prices Do Not Follow
 * Random Walks", Review of Financial Studies 1(1), equations 12 and 13, on price differences instead of log prices. 1
 * when all differences are equal. Call it with each close; the returned function computes the expensive value on demand
 * and is valid until the next close.
 */
export const varianceRatio = ({ q, n }: VarianceRatioParams): ((close: number) => () => number) => {
  const window = createWindow(n + 1)
  const { values } = window
  const present = (): number => {
    const { next } = window
    const priceAt = (i: number): number => values[next + i] ?? Number.NaN
    const drift = (priceAt(n) - priceAt(0)) / n
    const squareAt = (i: number, step: number): number => (priceAt(i) - priceAt(i - step) - step * drift) ** 2
    let [single, long] = [0, 0]
    for (let i = 1; i < q && i <= n; i++) single += squareAt(i, 1)
    // Together, because the processor adds to two sums in the time of one.
    for (let i = q; i <= n; i++) {
      single += squareAt(i, 1)
      long += squareAt(i, q)
    }
    return ratio(single, long, { q, n })
  }
  return (close) => {
    push(window, close)
    return present
  }
}

export interface VarianceRatioParams {
  /** Number of steps in the longer difference. */
  readonly q: number
  /** Number of differences used. */
  readonly n: number
}

export const varianceRatioSeries = (closes: readonly number[], { q, n }: VarianceRatioParams): number[] =>
  overEach(closes, n + 1, (prices) => {
    const [first = Number.NaN, last = Number.NaN] = [prices[0], prices[n]]
    const drift = (last - first) / n
    const squares = (step: number): number =>
      prices
        .slice(step)
        .map((to, i) => to - (prices[i] ?? Number.NaN) - step * drift)
        .reduce((sum, excess) => sum + excess ** 2, 0)
    return ratio(squares(1), squares(q), { q, n })
  })

const ratio = (single: number, long: number, { q, n }: VarianceRatioParams): number => {
  if (single === 0) return 1
  return long / (q * (n - q + 1) * (1 - q / n)) / (single / (n - 1))
}
