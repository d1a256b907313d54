/** Candlestick patterns: doji, dragonfly doji, gravestone doji and long-legged doji. */

import type { PatternDefinition } from './pattern.ts'
import type { Shape } from './shape.ts'

/** Returns whether a bar is a doji: it closes where it opened. */
export const isDoji = ({ body, dojiBody }: Shape): boolean => body <= dojiBody

const COMMON = { gapMode: null, version: 1, bars: 11, directional: false } as const

export const DOJI: PatternDefinition = {
  ...COMMON,
  id: 'CDL_DOJI',
  name: 'Doji',
  read: (window) => (isDoji(window.at(0)) ? 1 : 0),
}

/** Open and close at the high, with a shadow below. */
export const DRAGONFLY_DOJI: PatternDefinition = {
  ...COMMON,
  id: 'CDL_DRAGONFLY_DOJI',
  name: 'Dragonfly doji',
  read: (window) => {
    const bar = window.at(0)
    return isDoji(bar) && bar.upperShadow < bar.veryShortShadow && bar.lowerShadow > bar.veryShortShadow ? 1 : 0
  },
}

/** Open and close at the low, with a shadow above; TA-Lib gives it the same sign as the others. */
export const GRAVESTONE_DOJI: PatternDefinition = {
  ...COMMON,
  id: 'CDL_GRAVESTONE_DOJI',
  name: 'Gravestone doji',
  read: (window) => {
    const bar = window.at(0)
    return isDoji(bar) && bar.lowerShadow < bar.veryShortShadow && bar.upperShadow > bar.veryShortShadow ? 1 : 0
  },
}

/** Doji with at least one shadow longer than the body. */
export const LONG_LEGGED_DOJI: PatternDefinition = {
  ...COMMON,
  id: 'CDL_LONG_LEGGED_DOJI',
  name: 'Long-legged doji',
  read: (window) => {
    const bar = window.at(0)
    return isDoji(bar) && (bar.lowerShadow > bar.body || bar.upperShadow > bar.body) ? 1 : 0
  },
}
