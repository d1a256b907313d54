/**
 * Equity curve of the account with its daily returns, and the statistics derived from them (Sharpe, Sortino, Calmar,
 * drawdown).
 */

import { DAY_MS, type Instant } from '../../core/instant.ts'
import { computeMean } from '../../core/statistics/moments.ts'
import { computeSharpe, computeSortino, PERIODS_A_YEAR, type Sharpe } from '../../core/statistics/sharpe.ts'
import type { Money } from '../account/money.ts'

/** Immutable equity curve, extended sample by sample. */
export interface EquityCurve {
  readonly first: Instant | null
  readonly last: { readonly atMs: Instant; readonly equity: Money } | null
  /** Closing equity of every day with a sample, oldest first; the last one may still change. */
  readonly closes: readonly DayClose[]
  /** Peak equity, adjusted for deposits and withdrawals. */
  readonly peak: Money
  readonly peakAtMs: Instant
  readonly deepest: Fall | null
  /** Longest period below a peak. */
  readonly longestBelowMs: number
}

/** Account equity at the end of a UTC day. */
interface DayClose {
  readonly dayMs: Instant
  readonly equity: Money
  /** Deposits and withdrawals since the previous close. */
  readonly flow: Money
}

/** A drawdown, as a share of the peak. */
interface Fall {
  readonly share: number
  readonly fromMs: Instant
  readonly toMs: Instant
}

export const NO_CURVE: EquityCurve = {
  first: null,
  last: null,
  closes: [],
  peak: 0n,
  peakAtMs: 0,
  deepest: null,
  longestBelowMs: 0,
}

export interface EquityAt {
  readonly atMs: Instant
  readonly equity: Money
}

export interface FlowAt {
  readonly atMs: Instant
  readonly difference: Money
}

/** Extends the curve by the samples of one day; `flows` are all flows so far. */
export const withDay = (curve: EquityCurve, samples: readonly EquityAt[], flows: readonly FlowAt[]): EquityCurve => {
  const [first] = samples
  const close = samples.at(-1)
  if (!first || !close) return curve
  const since = curve.last?.atMs ?? first.atMs
  const dayMs = Math.floor(close.atMs / DAY_MS) * DAY_MS
  return {
    ...fallen(curve, samples, flows),
    first: curve.first ?? first.atMs,
    last: { atMs: close.atMs, equity: close.equity },
    closes: [...curve.closes, { dayMs, equity: close.equity, flow: flowBetween(flows, since, close.atMs) }],
  }
}

type Peaks = Pick<EquityCurve, 'peak' | 'peakAtMs' | 'deepest' | 'longestBelowMs'>

const fallen = (curve: EquityCurve, samples: readonly EquityAt[], flows: readonly FlowAt[]): Peaks => {
  const { peak, peakAtMs, deepest, longestBelowMs } = curve
  let peaks: Peaks = { peak, peakAtMs, deepest, longestBelowMs }
  let before = curve.last?.atMs
  for (const sample of samples) {
    const flow = before === undefined || flows.length === 0 ? 0n : flowBetween(flows, before, sample.atMs)
    peaks = after(before === undefined ? peaks : { ...peaks, peak: peaks.peak + flow }, sample, before === undefined)
    before = sample.atMs
  }
  return peaks
}

const after = (peaks: Peaks, { equity, atMs }: EquityAt, isFirst: boolean): Peaks => {
  const { peak, peakAtMs, deepest, longestBelowMs } = peaks
  if (isFirst || equity >= peak) return { ...peaks, peak: equity, peakAtMs: atMs }
  const share = peak > 0n ? Number(peak - equity) / Number(peak) : 0
  return {
    peak,
    peakAtMs,
    deepest: share > (deepest?.share ?? 0) ? { share, fromMs: peakAtMs, toMs: atMs } : deepest,
    longestBelowMs: Math.max(longestBelowMs, atMs - peakAtMs),
  }
}

const flowBetween = (flows: readonly FlowAt[], afterMs: Instant, toMs: Instant): Money =>
  flows.reduce((sum, { atMs, difference }) => (atMs > afterMs && atMs <= toMs ? sum + difference : sum), 0n)

/**
 * Returns the return of each complete UTC day: (E − E₀ − flow) / E₀ from close to close. Days without a sample are
 * merged into the next day with one.
 */
export const dailyReturns = ({ closes }: Pick<EquityCurve, 'closes'>, nowMs: Instant): number[] => {
  const over = wholeDays(closes, nowMs)
  return over.slice(1).flatMap(({ equity, flow }, index) => {
    const start = over[index]?.equity ?? 0n
    return start > 0n ? [Number(equity - start - flow) / Number(start)] : []
  })
}

/** Returns the completed days. */
const wholeDays = (closes: readonly DayClose[], nowMs: Instant): readonly DayClose[] =>
  closes.filter(({ dayMs }) => dayMs + DAY_MS <= nowMs)

/** Statistics of the account's daily returns and minute samples. */
export interface EquityRecord {
  /** Number of complete UTC days with a return. */
  readonly days: number
  readonly fromMs: Instant | null
  readonly toMs: Instant | null
  /** True once a day has ended, so that the next return can be measured. */
  readonly hasBase: boolean
  readonly meanReturn: number | null
  /** Null when the returns do not vary. */
  readonly sharpe: Sharpe | null
  readonly sortino: number | null
  readonly calmar: number | null
  /** Null without a drawdown. */
  readonly deepest: Fall | null
  readonly longestBelowDays: number
}

/** Minimum number of days for an annualised ratio. */
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

/** Calmar ratio: annualised geometric return divided by the maximum drawdown (Young 1991). */
const computeCalmar = (returns: readonly number[], deepest: Fall | null): number | null => {
  if (returns.length < CALMAR_DAYS_MIN || !deepest) return null
  const grown = returns.reduce((product, value) => product * (1 + value), 1)
  return (Math.max(0, grown) ** (PERIODS_A_YEAR / returns.length) - 1) / deepest.share
}
