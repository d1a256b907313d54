/**
 * Volume-weighted average price (VWAP) of the day: value by value (`vwap`), and over a whole series as the reference of
 * the tests (`vwapSeries`).
 */

import { DAY_MS } from '../../../core/instant.ts'
import type { Bar } from '../bar.ts'
import { cumulativeSum } from './cumulative-sum.ts'
import { typicalPrice } from './typical-price.ts'

/**
 * Volume-weighted average of typical prices since 00:00 UTC of the bar's day; NaN until the first trade of that day.
 */
export const vwap = (): ((bar: Bar) => number) => {
  let day = Number.NaN
  let value = 0
  let volume = 0
  return (bar) => {
    if (dayIndex(bar) !== day) {
      day = dayIndex(bar)
      value = 0
      volume = 0
    }
    value += typicalPrice(bar) * bar.volume
    volume += bar.volume
    return value / volume
  }
}

export const vwapSeries = (bars: readonly Bar[]): number[] => {
  const days = Map.groupBy(bars, dayIndex)
  return [...days.values()].flatMap((day) => {
    const values = cumulativeSum(day.map((bar) => typicalPrice(bar) * bar.volume))
    const volumes = cumulativeSum(day.map((bar) => bar.volume))
    return values.map((value, i) => value / (volumes[i] ?? Number.NaN))
  })
}

const dayIndex = ({ openMs }: Bar): number => Math.floor(openMs / DAY_MS)
