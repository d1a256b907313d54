/**
 * Supertrend: value by value (`supertrend`), and over a whole series as the reference of the tests
 * (`supertrendSeries`).
 */

import type { Bar } from '../bar.ts'
import { atr, atrSeries } from './atr.ts'
import type { Bands } from './bands.ts'

/**
 * Bands of `k` average true ranges around (H+L)/2; a band only moves toward the price until a close beyond it resets
 * it. A close above the upper band turns the trend up, one below the lower turns it down: Olivier Seban's Supertrend,
 * as given for `ta.supertrend` in TradingView's Pine Script reference.
 *
 * TradingView's version always starts with a falling trend. Here the trend starts on the side of (H+L)/2 on which a bar
 * closes, so that mirrored bars give the mirrored trend; both values are NaN until the first such bar.
 */
export const supertrend = ({ atr: n, k }: SupertrendParams): ((bar: Bar) => Supertrend) => {
  const range = atr(n)
  let upper = Number.NaN
  let lower = Number.NaN
  let direction = Number.NaN
  let before = Number.NaN
  return (bar) => {
    const middle = (bar.high + bar.low) / 2
    const width = k * range(bar)
    upper = middle + width >= upper && before <= upper ? upper : middle + width
    lower = middle - width <= lower && before >= lower ? lower : middle - width
    before = bar.close
    direction = turned(direction, bar.close, { upper, lower, middle })
    return { line: activeLine(direction, upper, lower), direction }
  }
}

export interface SupertrendParams {
  readonly atr: number
  readonly k: number
}

export interface Supertrend {
  /** Lower band in a rising trend, upper band in a falling trend. */
  readonly line: number
  /** 1 rising, −1 falling. */
  readonly direction: number
}

export const supertrendSeries = (bars: readonly Bar[], { atr: n, k }: SupertrendParams): Supertrend[] => {
  const closes = bars.map(({ close }) => close)
  const middles = bars.map(({ high, low }) => (high + low) / 2)
  const widths = atrSeries(bars, n).map((range) => k * range)
  const upperBasics = middles.map((middle, i) => middle + (widths[i] ?? Number.NaN))
  const lowerBasics = middles.map((middle, i) => middle - (widths[i] ?? Number.NaN))
  const uppers = upperBands(upperBasics, closes)
  const lowers = upperBands(lowerBasics.map(negated), closes.map(negated)).map(negated)
  let direction = Number.NaN
  return closes.map((close, i) => {
    const [upper = Number.NaN, lower = Number.NaN, middle = Number.NaN] = [uppers[i], lowers[i], middles[i]]
    const broken = Number(close > upper) - Number(close < lower)
    const begun = Number.isNaN(direction) && i >= n ? closeSide(close, middle) : direction
    direction = Number.isNaN(direction) ? begun : broken || direction
    return { line: activeLine(direction, upper, lower), direction }
  })
}

const turned = (direction: number, close: number, bands: Bands): number => {
  if (Number.isNaN(direction)) return Number.isNaN(bands.upper) ? direction : closeSide(close, bands.middle)
  if (close < bands.lower) return -1
  return close > bands.upper ? 1 : direction
}

/**
 * Computes the upper bands: each equals the previous one, unless it is lower or a close above the previous one resets
 * it.
 */
const upperBands = (basics: readonly number[], closes: readonly number[]): number[] => {
  const bands = [...basics]
  for (const [i, basic] of basics.entries()) {
    const before = bands[i - 1] ?? Number.NaN
    if (basic > before && !((closes[i - 1] ?? Number.NaN) > before)) bands[i] = before
  }
  return bands
}

const negated = (x: number): number => -x

const closeSide = (close: number, middle: number): number => Math.sign(close - middle) || Number.NaN

const activeLine = (direction: number, upper: number, lower: number): number => {
  if (Number.isNaN(direction)) return direction
  return direction === 1 ? lower : upper
}
