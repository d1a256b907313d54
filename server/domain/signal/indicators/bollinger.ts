/**
 * Bollinger bands: value by value (`bollinger`), and over a whole series as the reference of the tests
 * (`bollingerSeries`).
 */

import { type Bands, bandsAround } from './bands.ts'
import { deviationOfWindow, deviationSeries } from './deviation.ts'
import { smaSeries } from './sma.ts'
import { createWindow, push, windowMean } from './window.ts'

/** Mean of the last `n` closes ± `k` population standard deviations. */
export const bollinger = (n: number, k: number): ((close: number) => Bands) => {
  const window = createWindow(n)
  return (close) => {
    push(window, close)
    const mean = windowMean(window)
    return bandsAround(mean, k * deviationOfWindow(window, mean))
  }
}

export const bollingerSeries = (closes: readonly number[], n: number, k: number): Bands[] => {
  const deviations = deviationSeries(closes, n)
  return smaSeries(closes, n).map((middle, i) => bandsAround(middle, k * (deviations[i] ?? Number.NaN)))
}
