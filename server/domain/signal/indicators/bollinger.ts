import { type Bands, bandsAround } from './bands.ts'
import { deviationOf, deviationOfWindow } from './deviation.ts'
import { smaOf } from './sma.ts'
import { createWindow, meanOf, push } from './window.ts'

/** Mean of the last `n` closes ± `k` population standard deviations. */
export const bollinger = (n: number, k: number): ((close: number) => Bands) => {
  const window = createWindow(n)
  return (close) => {
    push(window, close)
    const mean = meanOf(window)
    return bandsAround(mean, k * deviationOfWindow(window, mean))
  }
}

export const bollingerOf = (closes: readonly number[], n: number, k: number): Bands[] => {
  const deviations = deviationOf(closes, n)
  return smaOf(closes, n).map((middle, i) => bandsAround(middle, k * (deviations[i] ?? Number.NaN)))
}
