/** Candlestick patterns: engulfing, and three outside up or down. */

import type { GapRules } from './gap-rules.ts'
import { inBothGapModes, type Sign } from './pattern.ts'
import type { Shape } from './shape.ts'

/**
 * Engulfing: a body that covers the previous body, of the other colour. Matches ±100 of TA-Lib; its ±80, where one end
 * coincides, is no match.
 */
export const ENGULFING = inBothGapModes({
  id: 'CDL_ENGULFING',
  name: 'Engulfing',
  version: 1,
  bars: { STRICT: 3, CONTINUOUS: 7 },
  read: (window, rules) => readEngulfing(window.at(0), window.at(1), rules),
})

const readEngulfing = (bar: Shape, before: Shape, rules: GapRules): Sign =>
  bar.color !== before.color && rules.engulfs(bar, before) ? bar.color : 0

/** Three outside: an engulfing, then a close further in the same direction. */
export const THREE_OUTSIDE = inBothGapModes({
  id: 'CDL_THREE_OUTSIDE',
  name: 'Three outside up or down',
  version: 1,
  bars: { STRICT: 4, CONTINUOUS: 8 },
  read: (window, rules) => {
    const engulfing = window.at(1)
    const sign = readEngulfing(engulfing, window.at(2), rules)
    if (sign === 0) return 0
    const { close } = window.at(0)
    return (sign === 1 ? close > engulfing.close : close < engulfing.close) ? sign : 0
  },
})
