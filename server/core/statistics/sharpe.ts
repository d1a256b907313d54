/** Sharpe and Sortino ratios, and their statistical significance. */

import { assert } from '../assert.ts'
import { computeMean, computeMoments, type Moments } from './moments.ts'
import { normalCdf, normalQuantile } from './normal.ts'

/** Returns the Sharpe ratio of returns; null for fewer than two, or when all are equal. */
export const computeSharpe = (returns: readonly number[]): Sharpe | null => {
  const moments = computeMoments(returns)
  if (!moments) return null
  const ratio = moments.mean / moments.deviation
  return { ...moments, ratio, standardError: Math.sqrt(sharpeVarianceFactor(ratio, moments) / (moments.n - 1)) }
}

/** Trading days per year; crypto markets never close. */
export const PERIODS_A_YEAR = 365

/** Ratio of mean to deviation of per-period returns, and the moments needed to assess it. */
export interface Sharpe extends Moments {
  /** Ratio per period, not annualised. */
  readonly ratio: number
  /**
   * Standard error of the ratio for any shape of returns (Mertens 2002, as used by Bailey and López de Prado 2012):
   * √((1 − γ₃·SR + (γ₄ − 1)/4·SR²) / (n − 1)).
   */
  readonly standardError: number
}

/** 1 − γ₃·SR + (γ₄ − 1)/4·SR²: factor by which the variance of the estimate exceeds that for normal returns. */
const sharpeVarianceFactor = (ratio: number, { skewness, kurtosis }: Pick<Moments, 'skewness' | 'kurtosis'>): number =>
  Math.max(0, 1 - skewness * ratio + ((kurtosis - 1) / 4) * ratio ** 2)

/** Returns the annualised ratio. */
export const annualised = (ratio: number): number => ratio * Math.sqrt(PERIODS_A_YEAR)

/**
 * Returns the annualised ratio of mean to downside deviation, √mean(min(r, 0)²) over all periods (Sortino and van der
 * Meer 1991, with a target of zero). Null without a loss.
 */
export const computeSortino = (returns: readonly number[]): number | null => {
  const mean = computeMean(returns)
  const downside = computeMean(returns.map((value) => Math.min(value, 0) ** 2))
  return mean === null || !downside ? null : annualised(mean / Math.sqrt(downside))
}

type Estimated = Pick<Sharpe, 'ratio' | 'n' | 'skewness' | 'kurtosis'>

/**
 * Computes the probability that the true Sharpe ratio is above a benchmark, given the length and shape of the record
 * (Bailey and López de Prado, The Sharpe Ratio Efficient Frontier, 2012). Ratios are per period. Null when the shape
 * does not allow an estimate.
 */
export const probabilisticSharpe = (sharpe: Estimated, benchmark = 0): number | null => {
  const shape = sharpeVarianceFactor(sharpe.ratio, sharpe)
  if (!(shape > 0)) return null
  return normalCdf(((sharpe.ratio - benchmark) * Math.sqrt(sharpe.n - 1)) / Math.sqrt(shape))
}

/** Probability of error. */
const ALPHA = 0.05

/**
 * Returns the shortest record, in periods, after which a ratio like this is significantly above the benchmark (minimum
 * track record length, ibid.). Null when the ratio is not above the benchmark.
 */
export const minimumTrackRecord = (sharpe: Estimated, benchmark = 0, alpha = ALPHA): number | null =>
  sharpe.ratio > benchmark
    ? 1 + sharpeVarianceFactor(sharpe.ratio, sharpe) * (normalQuantile(1 - alpha) / (sharpe.ratio - benchmark)) ** 2
    : null

const EULER_MASCHERONI = 0.5772156649

/** Trials from which the best one was chosen. */
interface Trials {
  readonly count: number
  /** Variance of the per-period Sharpe ratios; irrelevant for a single trial. */
  readonly variance: number
}

/**
 * Returns the maximum Sharpe ratio expected from a number of trials without skill: √V·[(1 − γ)·Φ⁻¹(1 − 1/N) + γ·Φ⁻¹(1 −
 * 1/(N·e))] (Bailey and López de Prado, The Deflated Sharpe Ratio, 2014). Never negative, and zero for a single trial.
 */
export const expectedMaximumSharpe = ({ count, variance }: Trials): number => {
  assert(count >= 1 && variance >= 0, 'there must be at least one trial, and the variance must not be negative')
  if (count === 1) return 0
  const best = normalQuantile(1 - 1 / count)
  const beyond = normalQuantile(1 - 1 / (count * Math.E))
  return Math.max(0, Math.sqrt(variance) * ((1 - EULER_MASCHERONI) * best + EULER_MASCHERONI * beyond))
}

/** Returns the probability that the true ratio exceeds the maximum expected by chance from the trials (ibid.). */
export const deflatedSharpe = (
  sharpe: Pick<Sharpe, 'ratio' | 'n' | 'skewness' | 'kurtosis'>,
  trials: Trials,
): number | null => probabilisticSharpe(sharpe, expectedMaximumSharpe(trials))

/** Converts correlated trials to a number of independent ones: ρ̄ + (1 − ρ̄)·N (ibid.); between one and all. */
export const effectiveTrials = (count: number, averageCorrelation: number): number =>
  Math.min(count, Math.max(1, averageCorrelation + (1 - averageCorrelation) * count))
