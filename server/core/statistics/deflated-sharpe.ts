import { assert } from '../assert.ts'
import { normalQuantile } from './normal.ts'
import { probabilisticSharpe } from './probabilistic-sharpe.ts'
import type { Sharpe } from './sharpe.ts'

const EULER_MASCHERONI = 0.5772156649

/** Trials made before this one was chosen. */
export interface Trials {
  readonly count: number
  /** Variance of the Sharpe ratios of one period; irrelevant for a single trial. */
  readonly variance: number
}

/**
 * The highest Sharpe ratio to be expected of so many trials without any skill: √V·[(1 − γ)·Φ⁻¹(1 − 1/N) + γ·Φ⁻¹(1 − 1/(N·e))]
 * (Bailey and López de Prado, The Deflated Sharpe Ratio, 2014). Never below zero, and zero for one trial.
 */
export const expectedMaximumSharpe = ({ count, variance }: Trials): number => {
  assert(count >= 1 && variance >= 0, 'something was tried')
  if (count === 1) return 0
  const best = normalQuantile(1 - 1 / count)
  const beyond = normalQuantile(1 - 1 / (count * Math.E))
  return Math.max(0, Math.sqrt(variance) * ((1 - EULER_MASCHERONI) * best + EULER_MASCHERONI * beyond))
}

/** The probability that the true ratio is above what luck alone would have picked from the trials (ibid.). */
export const deflatedSharpe = (
  sharpe: Pick<Sharpe, 'ratio' | 'n' | 'skewness' | 'kurtosis'>,
  trials: Trials,
): number | null => probabilisticSharpe(sharpe, expectedMaximumSharpe(trials))

/** Converts correlated trials to a number of independent ones: ρ̄ + (1 − ρ̄)·N (ibid.); from one to all of them. */
export const effectiveTrials = (count: number, averageCorrelation: number): number =>
  Math.min(count, Math.max(1, averageCorrelation + (1 - averageCorrelation) * count))
