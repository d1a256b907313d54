/** Measurements of a bar for candlestick patterns: body, shadows, and the averages they are compared with. */

import type { Bar } from '../bar.ts'

/**
 * A bar with its parts measured, and what counts as long, short or near at it. Those figures are averages over the bars
 * before it, the bar itself left out, and NaN while there are too few, so that nothing compares with them.
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
  /** A body above it is long, one below it short. */
  readonly usualBody: number
  /** A body within it is no body. */
  readonly dojiBody: number
  readonly shortShadow: number
  readonly veryShortShadow: number
  /** Distances to the bar after it. */
  readonly near: number
  readonly far: number
  readonly equal: number
}

export type MutableShape = { -readonly [Key in keyof Shape]: Shape[Key] }

/** Bars averaged for bodies and shadows, and for distances. */
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

/** Sums over the ten bars before and over the five nearest of them; NaN when there are fewer. */
export interface SumsBefore {
  readonly body: number
  readonly range: number
  readonly shadows: number
  readonly nearRange: number
}

/** Sets what is long, short and near at the bar, by the settings TA-Lib starts with. */
export const setMeasures = (shape: MutableShape, { body, range, shadows, nearRange }: SumsBefore): void => {
  shape.usualBody = body / LONG_AVERAGE
  shape.dojiBody = 0.1 * (range / LONG_AVERAGE)
  shape.shortShadow = shadows / LONG_AVERAGE / 2
  shape.veryShortShadow = 0.1 * (range / LONG_AVERAGE)
  shape.near = 0.2 * (nearRange / SHORT_AVERAGE)
  shape.far = 0.6 * (nearRange / SHORT_AVERAGE)
  shape.equal = 0.05 * (nearRange / SHORT_AVERAGE)
}
