/**
 * Data of the surface `profitability-quality-scorecard`, the values its verdict is based on, and the check of the
 * equity.
 */

import type { ProfitabilityQualityScorecard as Scorecard } from '../../../../contract/monitor/profitability-quality-scorecard.ts'
import { decimal, toFloat } from '../../../core/decimal.ts'
import { toRfc3339OrNull } from '../../../core/instant.ts'
import {
  annualised,
  deflatedSharpe,
  effectiveTrials,
  minimumTrackRecord,
  probabilisticSharpe,
} from '../../../core/statistics/sharpe.ts'
import type { EquityRecord } from '../../../domain/performance/equity-curve.ts'
import type { GroupRecord, Interval95, TradeRecord } from '../../../domain/performance/trade-record.ts'
import type { TrialRecord } from '../../../domain/performance/trial-record.ts'
import type { Constitution } from '../../../domain/risk/constitution.ts'
import type { Available, Frame } from '../../frame/surface.ts'
import type { TradesTruth } from '../../inputs/performance.ts'

/** Builds the scorecard; unavailable values are null. */
export const scorecardBody = ({ trades, equityDays, trials }: ScorecardInputs, frame: Frame): Scorecard => ({
  ...recordPart(trades?.record, frame),
  ...ratioBodies(equityDays),
  ...provenPart(equityDays, trials),
  counts: trades && equityDays ? countsBody(trades, equityDays) : null,
  equityIdentity: trades ? identityBody(trades, frame) : null,
  costRatio: null,
  pbo: trials?.overfit ?? null,
})

type ScorecardInputs = Available<'trades' | 'equityDays' | 'trials'>

const recordPart = (record: TradeRecord | undefined, { mode: executionMode }: Frame) =>
  record ? recorded(record, executionMode) : { ...NO_RECORD, scope: { ...NO_RECORD.scope, executionMode } }

const NO_RECORD = {
  scope: { from: null, to: null, strategies: [] },
  pnl: null,
  expectancy: null,
  profitFactor: null,
  winRate: { value: null, ci: null },
  payoff: null,
  cvar95R: null,
  paidRatio: null,
  exploratory: null,
  byStrategy: [],
  byRegime: [],
}

const recorded = (record: TradeRecord, executionMode: Frame['mode']) => ({
  scope: {
    executionMode,
    from: toRfc3339OrNull(record.fromMs),
    to: toRfc3339OrNull(record.toMs),
    strategies: record.byStrategy.flatMap(({ strategyId }) => strategyId ?? []),
  },
  pnl: pnlBody(record),
  expectancy: expectancyBody(record),
  profitFactor: record.profitFactor,
  winRate: winRateBody(record),
  payoff: record.payoff,
  cvar95R: record.tailMeanR,
  paidRatio: record.paidShare,
  exploratory: record.exploratory,
  byStrategy: record.byStrategy.map(({ strategyId, ...group }) => ({ strategyId, ...groupBody(group) })),
  byRegime: record.byRegime.map(({ regime, ...group }) => ({ regime, ...groupBody(group) })),
})

const provenPart = (equity: EquityRecord | undefined, trials: TrialRecord | undefined) => {
  const sharpe = equity?.sharpe ?? null
  return {
    psr0: sharpe && probabilisticSharpe(sharpe),
    minTrlDays: sharpe && minimumTrackRecord(sharpe),
    dsr: equity && trials ? computeDsr(equity, trials) : null,
    trials: trials ? trialsBody(trials) : null,
  }
}

const countsBody = ({ record, open }: TradesTruth, { days }: EquityRecord): NonNullable<Scorecard['counts']> => ({
  closedTrades: record.trades,
  tradesWithRisk: record.r.n,
  days,
  openPositions: open,
})

const pnlBody = ({ gross, fees, funding, net, entryShortfall }: TradeRecord): NonNullable<Scorecard['pnl']> => ({
  gross,
  fees,
  funding,
  net,
  implementationShortfall: null,
  entryShortfall,
})

const expectancyBody = ({ usd, r }: TradeRecord): NonNullable<Scorecard['expectancy']> => ({
  usd: usd.mean,
  ciUsd: pair(usd.ci),
  r: r.mean,
  ciR: pair(r.ci),
})

const ratioBodies = (
  equity: EquityRecord | undefined,
): Pick<Scorecard, 'sharpe' | 'sortino' | 'calmar' | 'maxDrawdown'> => {
  const sharpe = equity?.sharpe ?? null
  return {
    sharpe: {
      value: sharpe?.ratio ?? null,
      annualised: sharpe && annualised(sharpe.ratio),
      se: sharpe?.standardError ?? null,
      skewness: sharpe?.skewness ?? null,
      kurtosis: sharpe?.kurtosis ?? null,
    },
    sortino: equity?.sortino ?? null,
    calmar: equity?.calmar ?? null,
    maxDrawdown: equity ? drawdownBody(equity) : null,
  }
}

const drawdownBody = ({ deepest, longestBelowDays }: EquityRecord): NonNullable<Scorecard['maxDrawdown']> => ({
  pct: (deepest?.share ?? 0) * 100,
  from: toRfc3339OrNull(deepest?.fromMs),
  to: toRfc3339OrNull(deepest?.toMs),
  underWaterDays: longestBelowDays,
})

const trialsBody = (trials: TrialRecord): NonNullable<Scorecard['trials']> => ({
  registered: trials.registered,
  measured: trials.measured,
  effective: countEffectiveTrials(trials),
  varianceOfSharpe: trials.varianceOfSharpe,
})

const identityBody = ({ identity }: TradesTruth, { constitution }: Frame): NonNullable<Scorecard['equityIdentity']> => {
  const { ok, tolerance } = checkIdentity(identity, constitution)
  const { difference, equityStart, equityNow, externalFlows } = identity
  return { ok, differenceUsd: difference, toleranceUsd: tolerance, equityStart, equityNow, externalFlows }
}

const groupBody = (group: GroupRecord) => ({
  trades: group.trades,
  net: group.net,
  meanR: group.r.mean,
  ciR: pair(group.r.ci),
  winRate: winRateBody(group).value,
  profitFactor: group.profitFactor,
})

const winRateBody = ({ trades, wins, winCi }: GroupRecord) => ({
  value: trades > 0 ? wins / trades : null,
  ci: pair(winCi),
})

const pair = (interval: Interval95 | null): [number, number] | null => interval && [interval[0], interval[1]]

/** Values on which the profitability verdict is based. */
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

/** Returns null when no trial is registered, or when the variance between several is unknown. */
export const computeDsr = ({ sharpe }: EquityRecord, { registered, varianceOfSharpe }: TrialRecord): number | null => {
  if (!sharpe || registered < 1) return null
  if (registered === 1) return deflatedSharpe(sharpe, { count: 1, variance: 0 })
  return varianceOfSharpe === null ? null : deflatedSharpe(sharpe, { count: registered, variance: varianceOfSharpe })
}

const countEffectiveTrials = ({ registered, averageCorrelation }: TrialRecord): number | null =>
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
