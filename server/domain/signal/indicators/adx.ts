/**
 * Average directional index (ADX): value by value (`adx`), and over a whole series as the reference of the tests
 * (`adxSeries`).
 */

import type { Bar } from '../bar.ts'
import { rma, rmaSeries } from './rma.ts'
import { trueRange, trueRangeSeries } from './true-range.ts'

/** Wilder's directional movement. Without any range, both DI are 0; when both DI are 0, DX is 0. */
export const adx = (n: number): ((bar: Bar) => Adx) => {
  const range = trueRange()
  const averageRange = rma(n)
  const averageUp = rma(n)
  const averageDown = rma(n)
  const averageDx = rma(n)
  let before: Bar | undefined
  return (bar) => {
    const whole = averageRange(range(bar))
    const up = before ? bar.high - before.high : Number.NaN
    const down = before ? before.low - bar.low : Number.NaN
    const plus = share(averageUp(movement(up, down)), whole)
    const minus = share(averageDown(movement(down, up)), whole)
    before = bar
    return { adx: averageDx(share(Math.abs(plus - minus), plus + minus)), plus, minus }
  }
}

export interface Adx {
  /** Strength of the trend, 0 to 100. */
  readonly adx: number
  /** +DI. */
  readonly plus: number
  /** −DI. */
  readonly minus: number
}

export const adxSeries = (bars: readonly Bar[], n: number): Adx[] => {
  const ups = bars.map(({ high }, i) => high - (bars[i - 1]?.high ?? Number.NaN))
  const downs = bars.map(({ low }, i) => (bars[i - 1]?.low ?? Number.NaN) - low)
  const ranges = rmaSeries(trueRangeSeries(bars), n)
  const directionalIndicator = (along: readonly number[], against: readonly number[]): number[] => {
    const movements = along.map((move, i) => movement(move, against[i] ?? Number.NaN))
    return rmaSeries(movements, n).map((average, i) => share(average, ranges[i] ?? Number.NaN))
  }
  const minuses = directionalIndicator(downs, ups)
  const both = directionalIndicator(ups, downs).map((plus, i) => ({ plus, minus: minuses[i] ?? Number.NaN }))
  const averages = rmaSeries(
    both.map(({ plus, minus }) => share(Math.abs(plus - minus), plus + minus)),
    n,
  )
  return both.map((indicators, i) => ({ adx: averages[i] ?? Number.NaN, ...indicators }))
}

/** Returns how far the bar extends beyond the previous one, if farther than on the other side. */
const movement = (along: number, against: number): number => {
  if (Number.isNaN(along)) return along
  return along > against && along > 0 ? along : 0
}

/** Share in percent; 0 of 0 is 0. */
const share = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole)
