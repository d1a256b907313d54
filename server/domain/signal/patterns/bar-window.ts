/** Window of the newest measured bars, in which candlestick patterns are detected. */

import { assert } from '../../../core/assert.ts'
import type { Bar } from '../bar.ts'
import {
  createShape,
  LONG_AVERAGE,
  type MutableShape,
  measureParts,
  SHORT_AVERAGE,
  type Shape,
  type SumsBefore,
  setMeasures,
} from './shape.ts'

/** The newest bars of one unbroken series, measured. */
export interface BarWindow {
  /** Number of bars pushed so far, including dropped ones. */
  readonly count: number
  /** Returns the bar `back` bars before the newest; the object is reused once the window has moved past it. */
  at(back: number): Shape
}

export interface MutableBarWindow extends BarWindow {
  push(bar: Bar): void
}

/** Capacity, a power of two and longer than any pattern's lookback. */
const CAPACITY = 16

/** Window of the last sixteen bars. Averages are recomputed for each bar so that rounding errors do not accumulate. */
export const createBarWindow = (): MutableBarWindow => {
  const shapes = Array.from({ length: CAPACITY }, createShape)
  let count = 0
  const at = (back: number): MutableShape => {
    const shape = shapes[(count - 1 - back) & (CAPACITY - 1)]
    assert(shape && back >= 0 && back < CAPACITY && back < count, 'the requested bar must be in the window')
    return shape
  }
  return {
    get count() {
      return count
    },
    at,
    push: (bar) => {
      count += 1
      const shape = at(0)
      measureParts(shape, bar)
      setMeasures(shape, sumBefore(at, count - 1))
    },
  }
}

const sumBefore = (at: BarWindow['at'], held: number): SumsBefore => {
  let body = held < LONG_AVERAGE ? NaN : 0
  let range = body
  let shadows = body
  let nearRange = held < SHORT_AVERAGE ? NaN : 0
  for (let back = Math.min(LONG_AVERAGE, held); back >= 1; back--) {
    const shape = at(back)
    body += shape.body
    range += shape.range
    shadows += shape.upperShadow + shape.lowerShadow
    if (back <= SHORT_AVERAGE) nearRange += shape.range
  }
  return { body, range, shadows, nearRange }
}
