/** Market regimes, and their classification by ADX, volatility percentile and slope. */

/** Regime of a market by trend and volatility; outcomes of signals are counted separately for each. */
export type Regime = 'TREND_UP' | 'TREND_DOWN' | 'RANGE' | 'VOLATILE' | 'QUIET' | 'INSUFFICIENT_EVIDENCE'

/** Figures of the regime; null until there are enough bars. */
export interface RegimeFigures {
  /** 0 to 100, over 14 bars. */
  readonly adx: number | null
  /** Percentile of the newest realised volatility in the window, 0 to 1. */
  readonly rvPercentile: number | null
  /** Slope of the long average, in any unit: only its sign counts. */
  readonly slope: number | null
}

export interface RegimeThresholds {
  /** Percentile from which the market is volatile, whatever its trend. */
  readonly volatileFrom: number
  readonly trendFromAdx: number
  /** Upper limit at which a market without a trend is quiet. */
  readonly quietUpTo: number
}

/** Thresholds shared with the breakout strategy, which requires the same trend and the same upper volatility limit. */
const REGIME_THRESHOLDS: RegimeThresholds = { volatileFrom: 0.95, trendFromAdx: 20, quietUpTo: 0.1 }

/** The first of these that holds: volatile, trending, quiet; else it moves in a range. */
export const classifyRegime = (
  { adx, rvPercentile, slope }: RegimeFigures,
  { volatileFrom, trendFromAdx, quietUpTo }: RegimeThresholds = REGIME_THRESHOLDS,
): Regime => {
  if (adx === null || rvPercentile === null || slope === null) return 'INSUFFICIENT_EVIDENCE'
  if (rvPercentile >= volatileFrom) return 'VOLATILE'
  if (adx >= trendFromAdx && slope !== 0) return slope > 0 ? 'TREND_UP' : 'TREND_DOWN'
  return rvPercentile <= quietUpTo ? 'QUIET' : 'RANGE'
}
