/** Statistics of backtest runs: labels and formats, and sorting and filtering of runs. */

import { formatPercent, formatReading, formatSigned, UNKNOWN } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import type { Run } from './types.ts'

/** Formats a statistic of a run; {@link UNKNOWN} where it is null. */
export const formatStatistic = (name: string, value: number | null | undefined): string => {
  if (value === null || value === undefined) return UNKNOWN
  return (STATISTICS[name]?.format ?? formatReading)(value)
}

const toPercent = (value: number): string => formatPercent(value * PERCENT)
const inR = (value: number): string => `${formatSigned(value)} R`
const inDays = (value: number): string => `${formatReading(Math.round(value))} d`
const plain = (value: number): string => formatReading(Math.round(value * PERCENT) / PERCENT)

const PERCENT = 100

interface Statistic {
  readonly title: string
  readonly format: (value: number) => string
}

/** Figures of a run by name, in the order in which they are listed. */
export const STATISTICS: Readonly<Record<string, Statistic>> = {
  netReturn: { title: t('Net return'), format: toPercent },
  cagr: { title: t('Annual return'), format: toPercent },
  volatility: { title: t('Volatility, annual'), format: toPercent },
  sharpe: { title: t('Sharpe ratio'), format: plain },
  sharpeError: { title: t('Sharpe ratio, standard error'), format: plain },
  sortino: { title: t('Sortino ratio'), format: plain },
  calmar: { title: t('Calmar ratio'), format: plain },
  psr: { title: t('Probability of a Sharpe ratio above 0'), format: toPercent },
  minTrackRecordDays: { title: t('Minimum track record'), format: inDays },
  maxDrawdown: { title: t('Max drawdown'), format: toPercent },
  maxDrawdownByPrice: { title: t('Max drawdown, every price'), format: toPercent },
  ulcer: { title: t('Ulcer index'), format: toPercent },
  longestBelowDays: { title: t('Longest drawdown duration'), format: inDays },
  trades: { title: t('Trades'), format: plain },
  winRate: { title: t('Win rate'), format: toPercent },
  winRateLow: { title: t('Win rate, 95% from'), format: toPercent },
  winRateHigh: { title: t('Win rate, 95% to'), format: toPercent },
  profitFactor: { title: t('Profit factor'), format: plain },
  payoff: { title: t('Average win ÷ average loss'), format: plain },
  kelly: { title: t('Kelly fraction'), format: toPercent },
  expectancy: { title: t('Average net result, USDT'), format: formatSigned },
  meanR: { title: t('Average result'), format: inR },
  sqn: { title: t('System quality number'), format: plain },
  cvarR: { title: t('Average of the worst 5%'), format: inR },
  exposure: { title: t('Time in market'), format: toPercent },
  turnover: { title: t('Turnover, × equity per year'), format: plain },
}

/** Orders in which runs are listed. */
export const RUN_ORDERS = {
  newest: t('Newest first'),
  net: t('Highest net'),
  sharpe: t('Highest Sharpe ratio'),
  maxDrawdown: t('Lowest drawdown'),
  trades: t('Most trades'),
} as const

export type RunOrder = keyof typeof RUN_ORDERS

/** Sorts runs; those without the figure come last. */
export const sortRuns = (runs: readonly Run[], order: RunOrder): readonly Run[] => {
  if (order === 'newest') return runs
  const sign = order === 'maxDrawdown' ? 1 : -1
  const read = (run: Run): number => {
    const value = order === 'net' ? Number(run.net) : order === 'trades' ? run.trades : run.statistics[order]?.value
    return value === null || value === undefined ? Number.POSITIVE_INFINITY : sign * value
  }
  return runs.toSorted((a, b) => compareNumbers(read(a), read(b)))
}

/** Returns the runs of a strategy; all of them for an empty ID. */
export const filterRuns = (runs: readonly Run[], strategyId: string): readonly Run[] =>
  strategyId === '' ? runs : runs.filter((run) => run.strategyId === strategyId)

/** Returns the strategies of the runs, and the chosen one, in the order of their IDs. */
export const listStrategyIds = (runs: readonly Run[] | undefined, chosen: string): readonly string[] =>
  [...new Set([...(runs ?? []).map(({ strategyId }) => strategyId), ...(chosen === '' ? [] : [chosen])])].toSorted()

/** Compares numbers, also when both are infinite. */
const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
