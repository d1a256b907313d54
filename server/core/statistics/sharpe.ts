import { computeMoments, type Moments } from './moments.ts'

/** Markets that never close. */
export const PERIODS_A_YEAR = 365

/** Ratio of mean to deviation of one period's returns, and the moments needed to judge it. */
export interface Sharpe extends Moments {
  /** Ratio of one period, not of a year. */
  readonly ratio: number
  /**
   * Standard error of the ratio for any shape of returns (Mertens 2002, as used by Bailey and López de Prado 2012):
   * √((1 − γ₃·SR + (γ₄ − 1)/4·SR²) / (n − 1)).
   */
  readonly standardError: number
}

/** Null where the returns are fewer than two or all the same. */
export const computeSharpe = (returns: readonly number[]): Sharpe | null => {
  const moments = computeMoments(returns)
  if (!moments) return null
  const ratio = moments.mean / moments.deviation
  return { ...moments, ratio, standardError: Math.sqrt(sharpeVarianceFactor(ratio, moments) / (moments.n - 1)) }
}

/** 1 − γ₃·SR + (γ₄ − 1)/4·SR²: how much wider than for normal returns the ratio is estimated. */
export const sharpeVarianceFactor = (
  ratio: number,
  { skewness, kurtosis }: Pick<Moments, 'skewness' | 'kurtosis'>,
): number => Math.max(0, 1 - skewness * ratio + ((kurtosis - 1) / 4) * ratio ** 2)

/** The ratio of a year. */
export const annualised = (ratio: number): number => ratio * Math.sqrt(PERIODS_A_YEAR)
