import { createWindow, windowLowest as lowestOfWindow, overEach, push } from './window.ts'

/** The lowest of the last `n` values, this one included. */
export const lowest = (n: number): ((x: number) => number) => {
  const window = createWindow(n)
  return (x) => {
    push(window, x)
    return lowestOfWindow(window)
  }
}

export const lowestSeries = (xs: readonly number[], n: number): number[] =>
  overEach(xs, n, (stretch) => Math.min(...stretch))
