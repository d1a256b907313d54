/**
 * True range: value by value (`trueRange`), and over a whole series as the reference of the tests (`trueRangeSeries`).
 */

import type { Bar } from '../bar.ts'

/** max(H−L, |H−C₋₁|, |L−C₋₁|); NaN for the first bar, which has no previous close. */
export const trueRange = (): ((bar: Bar) => number) => {
  let before = Number.NaN
  return ({ high, low, close }) => {
    const range = Math.max(high - low, Math.abs(high - before), Math.abs(low - before))
    before = close
    return range
  }
}

export const trueRangeSeries = (bars: readonly Bar[]): number[] =>
  bars.map(({ high, low }, i) => {
    const before = bars[i - 1]
    if (!before) return Number.NaN
    return Math.max(high - low, Math.abs(high - before.close), Math.abs(low - before.close))
  })
