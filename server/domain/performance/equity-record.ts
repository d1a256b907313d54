import { DAY_MS, type Instant } from '../../core/instant.ts'
import { computeMean } from '../../core/statistics/moments.ts'
import { computeSharpe, PERIODS_A_YEAR, type Sharpe } from '../../core/statistics/sharpe.ts'
import { computeSortino } from '../../core/statistics/sortino.ts'
import { dailyReturns, type EquityCurve, type Fall, wholeDays } from './equity-curve.ts'

/** Statistics of the account's daily returns and minutes. */
export interface EquityRecord {
  /** Whole UTC days with a return. */
  readonly days: number
  readonly fromMs: Instant | null
  readonly toMs: Instant | null
  /** True when a day has ended that the next one can be measured by. */
  readonly hasBase: boolean
  readonly meanReturn: number | null
  /** Null where nothing varied. */
  readonly sharpe: Sharpe | null
  readonly sortino: number | null
  readonly calmar: number | null
  /** Null while it has never fallen. */
  readonly deepest: Fall | null
  readonly longestBelowDays: number
}

/** Minimum number of days for an annual ratio. */
const CALMAR_DAYS_MIN = 90

export const buildEquityRecord = (curve: EquityCurve, nowMs: Instant): EquityRecord => {
  const returns = dailyReturns(curve, nowMs)
  return {
    days: returns.length,
    fromMs: curve.first,
    toMs: curve.last?.atMs ?? null,
    hasBase: wholeDays(curve.closes, nowMs).length > 0,
    meanReturn: computeMean(returns),
    sharpe: computeSharpe(returns),
    sortino: computeSortino(returns),
    calmar: computeCalmar(returns, curve.deepest),
    deepest: curve.deepest,
    longestBelowDays: curve.longestBelowMs / DAY_MS,
  }
}

/** The geometric return of a year over the deepest fall (Young 1991). */
const computeCalmar = (returns: readonly number[], deepest: Fall | null): number | null => {
  if (returns.length < CALMAR_DAYS_MIN || !deepest) return null
  const grown = returns.reduce((product, value) => product * (1 + value), 1)
  return (Math.max(0, grown) ** (PERIODS_A_YEAR / returns.length) - 1) / deepest.share
}
