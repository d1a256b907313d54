/** Strategies and patterns that are declared without an implementation. */

/** Kind of a market analysis. */
export type DeclaredKind = 'STRATEGY' | 'CANDLE_PATTERN' | 'CHART_PATTERN' | 'MICROSTRUCTURE'

/** A strategy or pattern that is declared without an implementation. */
export interface DeclaredOnly {
  readonly id: string
  readonly kind: DeclaredKind
  readonly family: string
  /**
   * True when it requires a gap between two bars; a market that never closes has almost none, so it hardly ever
   * matches.
   */
  readonly needsGap: boolean
}

/** Patterns without a gap mode whose rules still require a bar to open away from the previous close. */
export const OPENS_AWAY: ReadonlySet<string> = new Set(['CDL_THREE_BLACK_CROWS', 'CDL_RISE_FALL_THREE_METHODS'])

const orderFlow = (id: string): DeclaredOnly => ({ id, kind: 'MICROSTRUCTURE', family: 'ORDER_FLOW', needsGap: false })
const chart = (id: string): DeclaredOnly => ({ id, kind: 'CHART_PATTERN', family: 'CHART', needsGap: false })
const candle = (id: string): DeclaredOnly => ({ id, kind: 'CANDLE_PATTERN', family: 'PATTERN', needsGap: false })
const withGap = (id: string): DeclaredOnly => ({ ...candle(id), needsGap: true })

/**
 * Definitions that are declared but not run: order flow strategies, chart patterns, and the rest of TA-Lib's 61
 * candlestick functions. Most of the latter require a bar to open away from the previous close.
 */
export const DECLARED_ONLY: readonly DeclaredOnly[] = [
  ...['S13', 'S14', 'S15'].map(orderFlow),
  ...['DOUBLE_TOP', 'HEAD_AND_SHOULDERS', 'TRIANGLE', 'FLAG', 'RANGE'].map(chart),
  ...[
    'CDL_IDENTICAL_THREE_CROWS',
    'CDL_LONG_LINE',
    'CDL_RICKSHAW_MAN',
    'CDL_SHORT_LINE',
    'CDL_TAKURI',
    'CDL_THREE_LINE_STRIKE',
  ].map(candle),
  ...[
    'CDL_ABANDONED_BABY',
    'CDL_BREAKAWAY',
    'CDL_CONCEALING_BABY_SWALLOW',
    'CDL_COUNTERATTACK',
    'CDL_DOJI_STAR',
    'CDL_EVENING_DOJI_STAR',
    'CDL_EVENING_STAR',
    'CDL_GAP_SIDE_BY_SIDE_WHITE',
    'CDL_HOMING_PIGEON',
    'CDL_IN_NECK',
    'CDL_KICKING',
    'CDL_KICKING_BY_LENGTH',
    'CDL_LADDER_BOTTOM',
    'CDL_MAT_HOLD',
    'CDL_MORNING_DOJI_STAR',
    'CDL_MORNING_STAR',
    'CDL_ON_NECK',
    'CDL_SEPARATING_LINES',
    'CDL_STICK_SANDWICH',
    'CDL_TASUKI_GAP',
    'CDL_THREE_STARS_IN_SOUTH',
    'CDL_THRUSTING',
    'CDL_TWO_CROWS',
    'CDL_UNIQUE_THREE_RIVER',
    'CDL_UPSIDE_GAP_TWO_CROWS',
    'CDL_UP_DOWN_GAP_THREE_METHODS',
  ].map(withGap),
]
