/**
 * Commodity channel index (CCI): value by value (`cci`), and over a whole series as the reference of the tests
 * (`cciSeries`).
 */

import type { Bar } from '../bar.ts'
import { average } from './sma.ts'
import { typicalPrice } from './typical-price.ts'
import { createWindow, overEach, push, windowMean } from './window.ts'

/**
 * Lambert's commodity channel index: (typical price − mean) / (0.015 · mean absolute deviation); 0 when the deviation
 * is 0.
 */
export const cci = (n: number): ((bar: Bar) => number) => {
  const window = createWindow(n)
  const { values } = window
  return (bar) => {
    const price = typicalPrice(bar)
    push(window, price)
    const mean = windowMean(window)
    let distance = 0
    for (let i = window.next; i < window.next + n; i++) distance += Math.abs((values[i] ?? Number.NaN) - mean)
    return index(price - mean, distance / n)
  }
}

export const cciSeries = (bars: readonly Bar[], n: number): number[] =>
  overEach(bars.map(typicalPrice), n, (prices) => {
    const mean = average(prices)
    const distance = prices.reduce((sum, price) => sum + Math.abs(price - mean), 0)
    return index((prices.at(-1) ?? Number.NaN) - mean, distance / n)
  })

const index = (excess: number, distance: number): number => (distance === 0 ? 0 : excess / (0.015 * distance))
