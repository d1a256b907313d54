/** Candlestick patterns: three white soldiers, advance block and stalled pattern. */

import type { BarWindow } from './bar-window.ts'
import type { PatternDefinition } from './pattern.ts'
import { isLong, isShort, type Shape } from './shape.ts'

/** Returns whether the last three bars are white and close higher each time. */
const isAdvance = (window: BarWindow): boolean => {
  const first = window.at(2)
  const second = window.at(1)
  const third = window.at(0)
  if (first.color !== 1 || second.color !== 1 || third.color !== 1) return false
  return third.close > second.close && second.close > first.close
}

const COMMON = { gapMode: null, version: 1, bars: 13, directional: true } as const

/** Returns whether a bar opens within the previous white body, or near its end. */
const opensWithin = (bar: Shape, before: Shape): boolean =>
  bar.open > before.open && bar.open <= before.close + before.near

const isFarShorter = (bar: Shape, before: Shape): boolean => bar.body < before.body - before.far

const isNotFarShorter = (bar: Shape, before: Shape): boolean => bar.body > before.body - before.far

const hasShortShadow = ({ upperShadow, shortShadow }: Shape): boolean => upperShadow < shortShadow

const closesAtHigh = ({ upperShadow, veryShortShadow }: Shape): boolean => upperShadow < veryShortShadow

/** Three white soldiers: rising white bars that close near their highs, none much shorter than the previous one. */
export const THREE_WHITE_SOLDIERS: PatternDefinition = {
  ...COMMON,
  id: 'CDL_THREE_WHITE_SOLDIERS',
  name: 'Three white soldiers',
  read: (window) => {
    if (!isAdvance(window)) return 0
    const first = window.at(2)
    const second = window.at(1)
    const third = window.at(0)
    const isSteady = closesAtHigh(first) && closesAtHigh(second) && closesAtHigh(third)
    if (!isSteady || !opensWithin(second, first) || !opensWithin(third, second)) return 0
    if (!isNotFarShorter(second, first) || !isNotFarShorter(third, second)) return 0
    return isLong(third) ? 1 : 0
  },
}

/**
 * Advance block: three rising white bars, the first long, the next two weaker, with smaller bodies or longer upper
 * shadows.
 */
export const ADVANCE_BLOCK: PatternDefinition = {
  ...COMMON,
  id: 'CDL_ADVANCE_BLOCK',
  name: 'Advance block',
  read: (window) => {
    if (!isAdvance(window)) return 0
    const first = window.at(2)
    const second = window.at(1)
    const third = window.at(0)
    if (!isLong(first) || !hasShortShadow(first)) return 0
    if (!opensWithin(second, first) || !opensWithin(third, second)) return 0
    return isWeakening(first, second, third) ? -1 : 0
  },
}

const isWeakening = (first: Shape, second: Shape, third: Shape): boolean => {
  if (isFarShorter(second, first) && third.body < second.body + second.near) return true
  if (isFarShorter(third, second)) return true
  if (third.body >= second.body) return false
  const isShadowed = third.upperShadow > third.shortShadow || second.upperShadow > second.shortShadow
  return (second.body < first.body && isShadowed) || third.upperShadow > third.body
}

/** Stalled pattern: two long white bars, then a short one that opens near the close of the second. */
export const STALLED_PATTERN: PatternDefinition = {
  ...COMMON,
  id: 'CDL_STALLED_PATTERN',
  name: 'Stalled pattern',
  read: (window) => {
    if (!isAdvance(window)) return 0
    const first = window.at(2)
    const second = window.at(1)
    const third = window.at(0)
    if (!isLong(first) || !isLong(second) || !isShort(third)) return 0
    return closesAtHigh(second) && opensWithin(second, first) ? -1 : 0
  },
}
