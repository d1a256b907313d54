/**
 * On-balance volume (OBV): value by value (`obv`), and over a whole series as the reference of the tests (`obvSeries`).
 */

import type { Bar } from '../bar.ts'
import { cumulativeSum } from './cumulative-sum.ts'

/**
 * On-balance volume: cumulative volume of bars that closed higher minus volume of bars that closed lower, starting at
 * 0.
 */
export const obv = (): ((bar: Bar) => number) => {
  let before: Bar | undefined
  let sum = 0
  return (bar) => {
    sum += signedVolume(bar, before)
    before = bar
    return sum
  }
}

export const obvSeries = (bars: readonly Bar[]): number[] =>
  cumulativeSum(bars.map((bar, i) => signedVolume(bar, bars[i - 1])))

const signedVolume = (bar: Bar, before: Bar | undefined): number => {
  if (!before || bar.close === before.close) return 0
  return bar.close > before.close ? bar.volume : -bar.volume
}
