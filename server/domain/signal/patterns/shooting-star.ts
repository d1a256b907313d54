/** Candlestick patterns: shooting star and inverted hammer. */

import { inBothGapModes } from './pattern.ts'
import { isShort, type Shape } from './shape.ts'

/** Shooting star after a gap up. */
export const SHOOTING_STAR = inBothGapModes({
  id: 'CDL_SHOOTING_STAR',
  name: 'Shooting star',
  version: 1,
  bars: { STRICT: 12, CONTINUOUS: 12 },
  read: (window, rules) => {
    const bar = window.at(0)
    return isStarShaped(bar) && rules.gapsUp(bar, window.at(1)) ? -1 : 0
  },
})

/** Returns whether a short body is at the bottom of its bar, below a longer upper shadow. */
const isStarShaped = (bar: Shape): boolean =>
  isShort(bar) && bar.upperShadow > bar.body && bar.lowerShadow < bar.veryShortShadow

/** Inverted hammer: the shape of a shooting star after a gap down. */
export const INVERTED_HAMMER = inBothGapModes({
  id: 'CDL_INVERTED_HAMMER',
  name: 'Inverted hammer',
  version: 1,
  bars: { STRICT: 12, CONTINUOUS: 12 },
  read: (window, rules) => {
    const bar = window.at(0)
    return isStarShaped(bar) && rules.gapsDown(bar, window.at(1)) ? 1 : 0
  },
})
