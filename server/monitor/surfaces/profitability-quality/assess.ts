import { decimal, toFloat } from '../../../core/decimal.ts'
import {
  deflatedSharpe,
  effectiveTrials,
  minimumTrackRecord,
  probabilisticSharpe,
} from '../../../core/statistics/sharpe.ts'
import type { EquityRecord } from '../../../domain/performance/equity-curve.ts'
import type { Interval95 } from '../../../domain/performance/trade-record.ts'
import type { TrialRecord } from '../../../domain/performance/trial-record.ts'
import type { Constitution } from '../../../domain/risk/constitution.ts'
import type { TradesTruth } from '../../inputs/performance.ts'

/** The figures that profitability is judged by. */
export interface Assessment {
  readonly trades: number
  readonly tradesWithRisk: number
  readonly days: number
  /** Mean in R; null for too few trades. */
  readonly meanR: number | null
  readonly ciR: Interval95 | null
  readonly psr0: number | null
  readonly minTrackDays: number | null
}

export const assess = ({ record }: TradesTruth, { days, sharpe }: EquityRecord): Assessment => ({
  trades: record.trades,
  tradesWithRisk: record.r.n,
  days,
  meanR: record.r.mean,
  ciR: record.r.ci,
  psr0: sharpe && probabilisticSharpe(sharpe),
  minTrackDays: sharpe && minimumTrackRecord(sharpe),
})

/** Null where nothing is registered, and where it is not known how far several trials are apart. */
export const computeDsr = ({ sharpe }: EquityRecord, { registered, varianceOfSharpe }: TrialRecord): number | null => {
  if (!sharpe || registered < 1) return null
  if (registered === 1) return deflatedSharpe(sharpe, { count: 1, variance: 0 })
  return varianceOfSharpe === null ? null : deflatedSharpe(sharpe, { count: registered, variance: varianceOfSharpe })
}

export const countEffectiveTrials = ({ registered, averageCorrelation }: TrialRecord): number | null =>
  registered === 1 ? 1 : averageCorrelation === null ? null : effectiveTrials(registered, averageCorrelation)

export interface IdentityCheck {
  readonly ok: boolean
  readonly difference: string
  readonly tolerance: number
}

/** Checks that the account equals the sum of its lifecycles and flows. */
export const checkIdentity = (
  { equityStart, difference }: TradesTruth['identity'],
  { monitor }: Constitution,
): IdentityCheck => {
  const start = Math.abs(toFloat(decimal(equityStart)))
  const tolerance = Math.max(monitor.maxIdentityDifference, start * monitor.maxIdentityShare)
  return { ok: Math.abs(toFloat(decimal(difference))) <= tolerance, difference, tolerance }
}
