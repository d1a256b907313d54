/** Candlestick patterns: spinning top and high wave. */

import type { PatternDefinition } from './pattern.ts'

const COMMON = { gapMode: null, version: 1, bars: 11, directional: false } as const

/** Spinning top: a short body between longer shadows; the sign is its colour. */
export const SPINNING_TOP: PatternDefinition = {
  ...COMMON,
  id: 'CDL_SPINNING_TOP',
  name: 'Spinning top',
  read: (window) => {
    const { body, usualBody, upperShadow, lowerShadow, color } = window.at(0)
    return body < usualBody && upperShadow > body && lowerShadow > body ? color : 0
  },
}

/** High wave: a short body between shadows more than twice as long; the sign is its colour. */
export const HIGH_WAVE: PatternDefinition = {
  ...COMMON,
  id: 'CDL_HIGH_WAVE',
  name: 'High wave',
  read: (window) => {
    const { body, usualBody, upperShadow, lowerShadow, color } = window.at(0)
    return body < usualBody && upperShadow > 2 * body && lowerShadow > 2 * body ? color : 0
  },
}
