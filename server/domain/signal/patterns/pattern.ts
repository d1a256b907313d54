/** Definition of a candlestick pattern, in one or both gap modes. */

import type { BarWindow } from './bar-window.ts'
import { CONTINUOUS_GAPS, type GapMode, type GapRules, STRICT_GAPS } from './gap-rules.ts'

/** A candlestick pattern with TA-Lib's rule and settings; a changed rule under the same ID is a new version. */
export interface PatternDefinition {
  readonly id: string
  readonly name: string
  /** Null when the rule involves neither gaps nor engulfed bodies. */
  readonly gapMode: GapMode | null
  readonly version: number
  /** Number of bars used, including averages: TA-Lib's lookback plus the bar itself. */
  readonly bars: number
  /** False when the sign has no meaning: for a doji, spinning top or high wave, it is merely a convention of TA-Lib. */
  readonly directional: boolean
  /** Returns the direction of the pattern ending at the newest bar. */
  read(window: BarWindow): Sign
}

/** Direction of a candlestick pattern: 1 bullish, −1 bearish, 0 no match. */
export type Sign = -1 | 0 | 1

/** Pattern whose rule involves a gap or one body covering another. */
interface GapPattern {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly bars: Readonly<Record<GapMode, number>>
  read(window: BarWindow, rules: GapRules): Sign
}

/** Returns one definition per gap mode, each with its own statistics. */
export const inBothGapModes = ({ id, name, version, bars, read }: GapPattern): readonly PatternDefinition[] =>
  [STRICT_GAPS, CONTINUOUS_GAPS].map((rules) => ({
    id: rules.mode === 'STRICT' ? id : `${id}_${rules.mode}`,
    name: rules.mode === 'STRICT' ? name : `${name}, continuous market`,
    gapMode: rules.mode,
    version,
    bars: bars[rules.mode],
    directional: true,
    read: (window) => read(window, rules),
  }))

/** Returns the sign opposite to a colour. */
export const opposite = (color: 1 | -1): Sign => (color === 1 ? -1 : 1)
