/** Candlestick patterns: piercing and dark cloud cover. */

import { inBothGapModes } from './pattern.ts'
import { isLong } from './shape.ts'

const BARS = { STRICT: 12, CONTINUOUS: 12 }

/** Piercing: a long white bar that opens below a long black bar and closes in the upper half of that bar's body. */
export const PIERCING = inBothGapModes({
  id: 'CDL_PIERCING',
  name: 'Piercing',
  version: 1,
  bars: BARS,
  read: (window, rules) => {
    const bar = window.at(0)
    const before = window.at(1)
    if (before.color !== -1 || !isLong(before) || bar.color !== 1 || !isLong(bar)) return 0
    const isPiercing = bar.close < before.open && bar.close > before.close + before.body * 0.5
    return isPiercing && rules.opensBelow(bar, before) ? 1 : 0
  },
})

/** Dark cloud cover: a black bar that opens above a long white bar and closes in the lower half of that bar's body. */
export const DARK_CLOUD_COVER = inBothGapModes({
  id: 'CDL_DARK_CLOUD_COVER',
  name: 'Dark cloud cover',
  version: 1,
  bars: BARS,
  read: (window, rules) => {
    const bar = window.at(0)
    const before = window.at(1)
    if (before.color !== 1 || !isLong(before) || bar.color !== -1) return 0
    const isCovering = bar.close > before.open && bar.close < before.close - before.body * 0.5
    return isCovering && rules.opensAbove(bar, before) ? -1 : 0
  },
})
