import { deviationOf, deviationOfWindow } from './deviation.ts'
import { smaOf } from './sma.ts'
import { createWindow, meanOf, push } from './window.ts'

/** How many population deviations the value lies from the mean of the last `n`; 0 where they are all equal. */
export const zscore = (n: number): ((x: number) => number) => {
  const window = createWindow(n)
  return (x) => {
    push(window, x)
    const mean = meanOf(window)
    const sd = deviationOfWindow(window, mean)
    return sd === 0 ? 0 : (x - mean) / sd
  }
}

export const zscoreOf = (xs: readonly number[], n: number): number[] => {
  const means = smaOf(xs, n)
  const deviations = deviationOf(xs, n)
  return xs.map((x, i) => {
    const sd = deviations[i] ?? Number.NaN
    return sd === 0 ? 0 : (x - (means[i] ?? Number.NaN)) / sd
  })
}
