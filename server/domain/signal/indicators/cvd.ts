/**
 * Cumulative volume delta (CVD): value by value (`cvd`), and over a whole series as the reference of the tests
 * (`cvdSeries`).
 */

import type { Bar } from '../bar.ts'
import { cumulativeSum } from './cumulative-sum.ts'

/** Cumulative volume delta: taker buys minus taker sells. NaN from the first bar without taker volume. */
export const cvd = (): ((bar: Bar) => number) => {
  let sum = 0
  return (bar) => {
    sum += delta(bar)
    return sum
  }
}

export const cvdSeries = (bars: readonly Bar[]): number[] => cumulativeSum(bars.map(delta))

const delta = ({ takerBuyVolume, volume }: Bar): number =>
  takerBuyVolume === null ? Number.NaN : 2 * takerBuyVolume - volume
