/** Measurements of a bar for candlestick patterns: body, shadows, and the averages they are compared with. */

import type { Bar } from '../bar.ts'

/**
 * A bar with its measured parts and the thresholds for long, short and near. Thresholds are averages over the previous
 * bars, excluding the bar itself, and NaN while there are too few, so that no comparison is true.
 */
export interface Shape {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** 1 is white, closed at or above the open; −1 is black. */
  readonly color: 1 | -1
  /** Ends of the real body, which lies between open and close. */
  readonly top: number
  readonly bottom: number
  readonly body: number
  readonly upperShadow: number
  readonly lowerShadow: number
  readonly range: number
  /** A larger body is long, a smaller one short. */
  readonly usualBody: number
  /** Maximum body of a doji. */
  readonly dojiBody: number
  readonly shortShadow: number
  readonly veryShortShadow: number
  /** Distances to the next bar. */
  readonly near: number
  readonly far: number
  readonly equal: number
}

export type MutableShape = { -readonly [Key in keyof Shape]: Shape[Key] }

/** Number of bars averaged for bodies and shadows; likewise for distances. */
export const LONG_AVERAGE = 10
export const SHORT_AVERAGE = 5

export const createShape = (): MutableShape => ({
  open: NaN,
  high: NaN,
  low: NaN,
  close: NaN,
  color: 1,
  top: NaN,
  bottom: NaN,
  body: NaN,
  upperShadow: NaN,
  lowerShadow: NaN,
  range: NaN,
  usualBody: NaN,
  dojiBody: NaN,
  shortShadow: NaN,
  veryShortShadow: NaN,
  near: NaN,
  far: NaN,
  equal: NaN,
})

export const isLong = ({ body, usualBody }: Shape): boolean => body > usualBody

export const isShort = ({ body, usualBody }: Shape): boolean => body < usualBody

/** Measures the parts of the bar itself. */
export const measureParts = (shape: MutableShape, { open, high, low, close }: Bar): void => {
  const isWhite = close >= open
  shape.open = open
  shape.high = high
  shape.low = low
  shape.close = close
  shape.color = isWhite ? 1 : -1
  shape.top = isWhite ? close : open
  shape.bottom = isWhite ? open : close
  shape.body = Math.abs(close - open)
  shape.upperShadow = high - shape.top
  shape.lowerShadow = shape.bottom - low
  shape.range = high - low
}

/** Sums over the ten previous bars and over the nearest five; NaN when there are fewer. */
export interface SumsBefore {
  readonly body: number
  readonly range: number
  readonly shadows: number
  readonly nearRange: number
}

/** Sets the thresholds of the bar for long, short and near, with TA-Lib's default settings. */
export const setMeasures = (shape: MutableShape, { body, range, shadows, nearRange }: SumsBefore): void => {
  shape.usualBody = body / LONG_AVERAGE
  shape.dojiBody = 0.1 * (range / LONG_AVERAGE)
  shape.shortShadow = shadows / LONG_AVERAGE / 2
  shape.veryShortShadow = 0.1 * (range / LONG_AVERAGE)
  shape.near = 0.2 * (nearRange / SHORT_AVERAGE)
  shape.far = 0.6 * (nearRange / SHORT_AVERAGE)
  shape.equal = 0.05 * (nearRange / SHORT_AVERAGE)
}
