/**
 * Record of trials: how many strategies were tried, how much their Sharpe ratios vary, and the probability of
 * overfitting.
 */

import { DAY_MS, type Instant } from '../../core/instant.ts'
import { computeCorrelation, computeMean, sampleVariance } from '../../core/statistics/moments.ts'
import { type OverfitProbability, overfitProbability } from '../../core/statistics/overfit-probability.ts'
import { computeSharpe } from '../../core/statistics/sharpe.ts'

/**
 * Summarises the trials by the outcomes of all their signals, traded or not. Outcomes are in units of risk, equal for
 * all trades, so that the daily mean divided by the daily deviation is the Sharpe ratio of an account that trades only
 * this strategy. A day without an outcome counts as zero.
 */
export const buildTrialRecord = (
  days: readonly TrialDay[],
  { registered, nowMs, minDays }: TrialQuery,
): TrialRecord => {
  const trials = [...Map.groupBy(days, trialKey).values()].map((some) => toSeries(some, nowMs))
  const measured = trials.flatMap((series) => {
    const ratio = series.values.length < minDays ? undefined : computeSharpe(series.values)?.ratio
    return ratio === undefined ? [] : [{ ...series, ratio }]
  })
  return {
    registered,
    measured: measured.length,
    varianceOfSharpe: sampleVariance(measured.map(({ ratio }) => ratio)),
    averageCorrelation: computeMean(listPairs(measured).flatMap(([a, b]) => together(a, b, minDays) ?? [])),
    overfit: overfitProbability(alignSeries(measured)),
  }
}

interface TrialQuery {
  /** Total number of registered trials, including old ones and ones without a day in the given range. */
  readonly registered: number
  /** Incomplete days do not count. */
  readonly nowMs: Instant
  /** Minimum number of days for a ratio. */
  readonly minDays: number
}

/** Results of the signals of one strategy definition on one timeframe and UTC day. */
export interface TrialDay {
  readonly strategyId: string
  readonly definitionDigest: string
  readonly interval: string
  readonly dayMs: Instant
  readonly outcomes: number
  /** Σ of the results after costs, each in units of the distance to the stop. */
  readonly netR: number
}

/** Number of trials, and the variation between them. */
export interface TrialRecord {
  /** Number of distinct strategies by definition and timeframe. */
  readonly registered: number
  /** Number of trials with enough days for a Sharpe ratio. */
  readonly measured: number
  /** Variance of the daily Sharpe ratios of the measured trials; null for fewer than two. */
  readonly varianceOfSharpe: number | null
  /** Average pairwise correlation of their daily results; null when no pair can be compared. */
  readonly averageCorrelation: number | null
  /** Probability of overfitting over the days common to all trials; null with too few days or trials. */
  readonly overfit: OverfitProbability | null
}

const trialKey = ({ strategyId, definitionDigest, interval }: TrialDay): string =>
  `${strategyId} ${definitionDigest} ${interval}`

/** One value per day, from the first day with an outcome to the last. */
interface Series {
  readonly fromDay: number
  readonly values: readonly number[]
}

const toSeries = (days: readonly TrialDay[], nowMs: Instant): Series => {
  const over = days.filter(({ dayMs }) => dayMs + DAY_MS <= nowMs)
  const numbers = over.map(({ dayMs }) => Math.floor(dayMs / DAY_MS))
  const fromDay = Math.min(...numbers)
  const values = over.length === 0 ? [] : new Array<number>(Math.max(...numbers) - fromDay + 1).fill(0)
  for (const [index, { netR }] of over.entries()) values[(numbers[index] ?? 0) - fromDay] = netR
  return { fromDay, values }
}

/** Aligns the series to the days since the youngest one started; a series that ended earlier continues as zero. */
const alignSeries = (series: readonly Series[]): readonly (readonly number[])[] => {
  const from = Math.max(...series.map(({ fromDay }) => fromDay))
  const to = Math.max(...series.map(({ fromDay, values }) => fromDay + values.length))
  return series.map(({ fromDay, values }) =>
    Array.from({ length: to - from }, (_, day) => values[from + day - fromDay] ?? 0),
  )
}

const listPairs = <T>(items: readonly T[]): [T, T][] =>
  items.flatMap((a, index) => items.slice(index + 1).map((b): [T, T] => [a, b]))

const together = (a: Series, b: Series, minDays: number): number | null => {
  const from = Math.max(a.fromDay, b.fromDay)
  const to = Math.min(a.fromDay + a.values.length, b.fromDay + b.values.length)
  if (to - from < minDays) return null
  return computeCorrelation(
    a.values.slice(from - a.fromDay, to - a.fromDay),
    b.values.slice(from - b.fromDay, to - b.fromDay),
  )
}
