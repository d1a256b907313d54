/** Candlestick patterns: hammer and hanging man. */

import type { PatternDefinition } from './pattern.ts'
import { isShort, type Shape } from './shape.ts'

/** Hammer: a short body near or below the previous low, with a long lower shadow. */
export const HAMMER: PatternDefinition = {
  id: 'CDL_HAMMER',
  name: 'Hammer',
  gapMode: null,
  version: 1,
  bars: 12,
  directional: true,
  read: (window) => {
    const bar = window.at(0)
    const before = window.at(1)
    return isHammerShaped(bar) && bar.bottom <= before.low + before.near ? 1 : 0
  },
}

/** Returns whether a short body is at the top of its bar, above a longer lower shadow. */
const isHammerShaped = (bar: Shape): boolean =>
  isShort(bar) && bar.lowerShadow > bar.body && bar.upperShadow < bar.veryShortShadow

/** Hanging man: the shape of a hammer near or above the previous high. */
export const HANGING_MAN: PatternDefinition = {
  id: 'CDL_HANGING_MAN',
  name: 'Hanging man',
  gapMode: null,
  version: 1,
  bars: 12,
  directional: true,
  read: (window) => {
    const bar = window.at(0)
    const before = window.at(1)
    return isHammerShaped(bar) && bar.bottom >= before.high - before.near ? -1 : 0
  },
}
