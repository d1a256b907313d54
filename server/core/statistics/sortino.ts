import { computeMean } from './moments.ts'
import { annualised } from './sharpe.ts'

/**
 * The ratio of a year of mean to downside deviation, √mean(min(r, 0)²) over all periods (Sortino and van der Meer 1991, with
 * a target of zero). Null where nothing was lost.
 */
export const computeSortino = (returns: readonly number[]): number | null => {
  const mean = computeMean(returns)
  const downside = computeMean(returns.map((value) => Math.min(value, 0) ** 2))
  return mean === null || !downside ? null : annualised(mean / Math.sqrt(downside))
}
