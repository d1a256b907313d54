import { createWindow, windowHighest as highestOfWindow, overEach, push } from './window.ts'

/** The highest of the last `n` values, this one included. */
export const highest = (n: number): ((x: number) => number) => {
  const window = createWindow(n)
  return (x) => {
    push(window, x)
    return highestOfWindow(window)
  }
}

export const highestSeries = (xs: readonly number[], n: number): number[] =>
  overEach(xs, n, (stretch) => Math.max(...stretch))
