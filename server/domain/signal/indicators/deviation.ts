/**
 * Population standard deviation: value by value (`deviation`), and over a whole series as the reference of the tests
 * (`deviationSeries`).
 */

import { average } from './sma.ts'
import { createWindow, overEach, push, type Window, windowMean } from './window.ts'

/** Population standard deviation of the last `n` values. */
export const deviation = (n: number): ((x: number) => number) => {
  const window = createWindow(n)
  return (x) => {
    push(window, x)
    return deviationOfWindow(window, windowMean(window))
  }
}

export const deviationSeries = (xs: readonly number[], n: number): number[] => overEach(xs, n, populationDeviation)

/** Population standard deviation of a window's values, given their mean. */
export const deviationOfWindow = ({ size, values, next }: Window, mean: number): number => {
  let squares = 0
  for (let i = next; i < next + size; i++) squares += ((values[i] ?? Number.NaN) - mean) ** 2
  return Math.sqrt(squares / size)
}

const populationDeviation = (xs: readonly number[]): number => {
  const mean = average(xs)
  return Math.sqrt(xs.reduce((squares, x) => squares + (x - mean) ** 2, 0) / xs.length)
}
