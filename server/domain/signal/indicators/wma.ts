/**
 * Weighted moving average (WMA): value by value (`wma`), and over a whole series as the reference of the tests
 * (`wmaSeries`).
 */

import { createWindow, overEach, push } from './window.ts'

/** Weighted moving average: the oldest of the last `n` values has weight 1, the newest weight `n`. */
export const wma = (n: number): ((x: number) => number) => {
  const window = createWindow(n)
  const { values } = window
  return (x) => {
    push(window, x)
    const { next } = window
    const oldest = values[next] ?? Number.NaN
    let sum = 0
    for (let i = 0; i < n; i++) sum += (i + 1) * ((values[next + i] ?? Number.NaN) - oldest)
    return oldest + sum / ((n * (n + 1)) / 2)
  }
}

export const wmaSeries = (xs: readonly number[], n: number): number[] =>
  overEach(xs, n, (stretch) => {
    const first = stretch[0] ?? Number.NaN
    return first + stretch.reduce((sum, x, i) => sum + (i + 1) * (x - first), 0) / ((n * (n + 1)) / 2)
  })
