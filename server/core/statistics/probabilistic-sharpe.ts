import { normalCdf, normalQuantile } from './normal.ts'
import { type Sharpe, sharpeVarianceFactor } from './sharpe.ts'

type Estimated = Pick<Sharpe, 'ratio' | 'n' | 'skewness' | 'kurtosis'>

/**
 * Computes the probability that the true Sharpe ratio is above a benchmark, given length and shape of the record
 * (Bailey and López de Prado, The Sharpe Ratio Efficient Frontier, 2012). Ratios are of one period. Null when the shape
 * allows none.
 */
export const probabilisticSharpe = (sharpe: Estimated, benchmark = 0): number | null => {
  const shape = sharpeVarianceFactor(sharpe.ratio, sharpe)
  if (!(shape > 0)) return null
  return normalCdf(((sharpe.ratio - benchmark) * Math.sqrt(sharpe.n - 1)) / Math.sqrt(shape))
}

/** Probability of error. */
const ALPHA = 0.05

/**
 * The shortest record, in periods, in which a ratio like this one would show to be above the benchmark (minimum track record
 * length, ibid.). Null where it is not above: no length would do.
 */
export const minimumTrackRecord = (sharpe: Estimated, benchmark = 0, alpha = ALPHA): number | null =>
  sharpe.ratio > benchmark
    ? 1 + sharpeVarianceFactor(sharpe.ratio, sharpe) * (normalQuantile(1 - alpha) / (sharpe.ratio - benchmark)) ** 2
    : null
