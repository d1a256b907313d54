import { extreme } from './extreme.ts'
import { overEach } from './window.ts'

/** The highest of the last `n` values, this one included. */
export const highest = (n: number): ((x: number) => number) => extreme(n, Math.max)

export const highestSeries = (xs: readonly number[], n: number): number[] =>
  overEach(xs, n, (stretch) => Math.max(...stretch))
