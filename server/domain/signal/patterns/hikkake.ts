/** Candlestick patterns: hikkake, and hikkake with confirmation. */

import type { BarWindow } from './bar-window.ts'
import type { PatternDefinition, Sign } from './pattern.ts'
import type { Shape } from './shape.ts'

/** Bars after a hikkake in which a close may confirm it. */
const CONFIRMED_WITHIN = 3

const COMMON = { gapMode: null, version: 1, bars: 6, directional: true } as const

/** Hikkake: an inside bar, then a breakout on one side only; the sign is the opposite direction. TA-Lib's ±100. */
export const HIKKAKE: PatternDefinition = {
  ...COMMON,
  id: 'CDL_HIKKAKE',
  name: 'Hikkake',
  read: (window) => hikkakeAt(window, 0),
}

/**
 * Confirmed hikkake: the first close beyond the other side of the inside bar, within three bars after a hikkake (±200
 * of TA-Lib). A newer hikkake replaces an older one; a new hikkake at the confirming bar replaces the confirmation.
 */
export const HIKKAKE_CONFIRMED: PatternDefinition = {
  ...COMMON,
  id: 'CDL_HIKKAKE_CONFIRMED',
  name: 'Hikkake, confirmed',
  read: (window) => {
    if (hikkakeAt(window, 0) !== 0) return 0
    for (let back = 1; back <= CONFIRMED_WITHIN; back++) {
      const sign = hikkakeAt(window, back)
      if (sign !== 0) return isFirstToConfirm(window, back, sign) ? sign : 0
    }
    return 0
  },
}

const hikkakeAt = (window: BarWindow, back: number): Sign => {
  const first = window.at(back + 2)
  const inside = window.at(back + 1)
  const third = window.at(back)
  if (inside.high >= first.high || inside.low <= first.low) return 0
  if (third.high < inside.high && third.low < inside.low) return 1
  return third.high > inside.high && third.low > inside.low ? -1 : 0
}

const isFirstToConfirm = (window: BarWindow, back: number, sign: Sign): boolean => {
  const inside = window.at(back + 1)
  const confirms = ({ close }: Shape): boolean => (sign === 1 ? close > inside.high : close < inside.low)
  for (let between = back - 1; between >= 1; between--) {
    if (confirms(window.at(between))) return false
  }
  return confirms(window.at(0))
}
