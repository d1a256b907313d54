/** Candlestick patterns: marubozu, closing marubozu and belt hold. */

import type { PatternDefinition } from './pattern.ts'

const COMMON = { gapMode: null, version: 1, bars: 11, directional: true } as const

/** Marubozu: a long body with almost no shadow at either end. */
export const MARUBOZU: PatternDefinition = {
  ...COMMON,
  id: 'CDL_MARUBOZU',
  name: 'Marubozu',
  read: (window) => {
    const { body, usualBody, upperShadow, lowerShadow, veryShortShadow, color } = window.at(0)
    return body > usualBody && upperShadow < veryShortShadow && lowerShadow < veryShortShadow ? color : 0
  },
}

/** Closing marubozu: a long body with almost no shadow at the close. */
export const CLOSING_MARUBOZU: PatternDefinition = {
  ...COMMON,
  id: 'CDL_CLOSING_MARUBOZU',
  name: 'Closing marubozu',
  read: (window) => {
    const { body, usualBody, upperShadow, lowerShadow, veryShortShadow, color } = window.at(0)
    const shadow = color === 1 ? upperShadow : lowerShadow
    return body > usualBody && shadow < veryShortShadow ? color : 0
  },
}

/** Belt hold: a long body with almost no shadow at the open. */
export const BELT_HOLD: PatternDefinition = {
  ...COMMON,
  id: 'CDL_BELT_HOLD',
  name: 'Belt hold',
  read: (window) => {
    const { body, usualBody, upperShadow, lowerShadow, veryShortShadow, color } = window.at(0)
    const shadow = color === 1 ? lowerShadow : upperShadow
    return body > usualBody && shadow < veryShortShadow ? color : 0
  },
}
