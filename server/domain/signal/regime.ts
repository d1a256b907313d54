/** Market regimes, and their classification by ADX, volatility percentile and slope. */

/** Market regime by trend and volatility; signal outcomes are counted separately for each. */
export type Regime = 'TREND_UP' | 'TREND_DOWN' | 'RANGE' | 'VOLATILE' | 'QUIET' | 'INSUFFICIENT_EVIDENCE'

/** Inputs of the regime; null until there are enough bars. */
export interface RegimeFigures {
  /** ADX over 14 bars, 0 to 100. */
  readonly adx: number | null
  /** Percentile of the newest realised volatility within the window, 0 to 1. */
  readonly rvPercentile: number | null
  /** Slope of the long average, in any unit: only its sign matters. */
  readonly slope: number | null
}

export interface RegimeThresholds {
  /** Percentile from which the market is volatile, regardless of trend. */
  readonly volatileFrom: number
  readonly trendFromAdx: number
  /** Highest percentile at which a market without a trend is quiet. */
  readonly quietUpTo: number
}

/** Thresholds shared with the breakout strategy, which requires the same trend and the same upper volatility limit. */
const REGIME_THRESHOLDS: RegimeThresholds = { volatileFrom: 0.95, trendFromAdx: 20, quietUpTo: 0.1 }

/** Returns the first matching regime: volatile, trending, quiet, otherwise ranging. */
export const classifyRegime = (
  { adx, rvPercentile, slope }: RegimeFigures,
  { volatileFrom, trendFromAdx, quietUpTo }: RegimeThresholds = REGIME_THRESHOLDS,
): Regime => {
  if (adx === null || rvPercentile === null || slope === null) return 'INSUFFICIENT_EVIDENCE'
  if (rvPercentile >= volatileFrom) return 'VOLATILE'
  if (adx >= trendFromAdx && slope !== 0) return slope > 0 ? 'TREND_UP' : 'TREND_DOWN'
  return rvPercentile <= quietUpTo ? 'QUIET' : 'RANGE'
}
