/** Candlestick patterns: harami, harami cross, and three inside up or down. */

import { isDoji } from './doji.ts'
import type { GapRules } from './gap-rules.ts'
import { inBothGapModes, opposite, type Sign } from './pattern.ts'
import { isLong, type Shape } from './shape.ts'

/** Returns whether a long body covers the next body. */
const isHeld = (bar: Shape, before: Shape, rules: GapRules): boolean => isLong(before) && rules.isWithin(bar, before)

const BARS = { STRICT: 12, CONTINUOUS: 12 }

const readHarami = (bar: Shape, before: Shape, rules: GapRules): Sign =>
  bar.body <= bar.usualBody && isHeld(bar, before, rules) ? opposite(before.color) : 0

/**
 * Harami: a short body inside the previous long body. Matches ±100 of TA-Lib; its ±80, where one end coincides, is no
 * match.
 */
export const HARAMI = inBothGapModes({
  id: 'CDL_HARAMI',
  name: 'Harami',
  version: 1,
  bars: BARS,
  read: (window, rules) => readHarami(window.at(0), window.at(1), rules),
})

/** Harami cross: a doji inside the previous long body. */
export const HARAMI_CROSS = inBothGapModes({
  id: 'CDL_HARAMI_CROSS',
  name: 'Harami cross',
  version: 1,
  bars: BARS,
  read: (window, rules) => {
    const bar = window.at(0)
    const before = window.at(1)
    return isDoji(bar) && isHeld(bar, before, rules) ? opposite(before.color) : 0
  },
})

/** Three inside: a harami, then a bar of the other colour that closes beyond the open of the long body. */
export const THREE_INSIDE = inBothGapModes({
  id: 'CDL_THREE_INSIDE',
  name: 'Three inside up or down',
  version: 1,
  bars: { STRICT: 13, CONTINUOUS: 13 },
  read: (window, rules) => {
    const first = window.at(2)
    const sign = readHarami(window.at(1), first, rules)
    const { color, close } = window.at(0)
    if (sign === 0 || color !== sign) return 0
    return (sign === 1 ? close > first.open : close < first.open) ? sign : 0
  },
})
