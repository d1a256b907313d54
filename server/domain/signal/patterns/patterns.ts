import { DOJI, DRAGONFLY_DOJI, GRAVESTONE_DOJI, LONG_LEGGED_DOJI } from './doji.ts'
import { ENGULFING, THREE_OUTSIDE } from './engulfing.ts'
import { HAMMER, HANGING_MAN } from './hammer.ts'
import { HARAMI, HARAMI_CROSS, THREE_INSIDE } from './harami.ts'
import { HIKKAKE, HIKKAKE_CONFIRMED } from './hikkake.ts'
import { BELT_HOLD, CLOSING_MARUBOZU, MARUBOZU } from './marubozu.ts'
import { MATCHING_LOW } from './matching-low.ts'
import type { PatternDefinition } from './pattern.ts'
import { DARK_CLOUD_COVER, PIERCING } from './piercing.ts'
import { INVERTED_HAMMER, SHOOTING_STAR } from './shooting-star.ts'
import { HIGH_WAVE, SPINNING_TOP } from './spinning-top.ts'
import { THREE_BLACK_CROWS } from './three-black-crows.ts'
import { RISE_FALL_THREE_METHODS } from './three-methods.ts'
import { ADVANCE_BLOCK, STALLED_PATTERN, THREE_WHITE_SOLDIERS } from './three-white-soldiers.ts'
import { TRISTAR } from './tristar.ts'

/** All candlestick patterns, with one definition for each gap mode. */
export const PATTERNS: readonly PatternDefinition[] = [
  DOJI,
  DRAGONFLY_DOJI,
  GRAVESTONE_DOJI,
  LONG_LEGGED_DOJI,
  HAMMER,
  HANGING_MAN,
  ...INVERTED_HAMMER,
  ...SHOOTING_STAR,
  MARUBOZU,
  CLOSING_MARUBOZU,
  BELT_HOLD,
  ...ENGULFING,
  ...HARAMI,
  ...HARAMI_CROSS,
  ...PIERCING,
  ...DARK_CLOUD_COVER,
  ...THREE_INSIDE,
  ...THREE_OUTSIDE,
  THREE_WHITE_SOLDIERS,
  THREE_BLACK_CROWS,
  ADVANCE_BLOCK,
  STALLED_PATTERN,
  RISE_FALL_THREE_METHODS,
  SPINNING_TOP,
  HIGH_WAVE,
  ...TRISTAR,
  MATCHING_LOW,
  HIKKAKE,
  HIKKAKE_CONFIRMED,
]
