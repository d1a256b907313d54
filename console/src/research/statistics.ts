/** Statistics of backtest runs: labels and formats, and sorting and filtering of runs. */

import { formatPercent, formatReading, formatSigned, UNKNOWN } from '../figures/numbers.ts'
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
  netReturn: { title: 'Net return', format: toPercent },
  cagr: { title: 'Annual return', format: toPercent },
  volatility: { title: 'Volatility, annual', format: toPercent },
  sharpe: { title: 'Sharpe ratio', format: plain },
  sharpeError: { title: 'Sharpe ratio, standard error', format: plain },
  sortino: { title: 'Sortino ratio', format: plain },
  calmar: { title: 'Calmar ratio', format: plain },
  psr: { title: 'Probability of a Sharpe ratio above 0', format: toPercent },
  minTrackRecordDays: { title: 'Minimum track record', format: inDays },
  maxDrawdown: { title: 'Max drawdown', format: toPercent },
  maxDrawdownByPrice: { title: 'Max drawdown, every price', format: toPercent },
  ulcer: { title: 'Ulcer index', format: toPercent },
  longestBelowDays: { title: 'Longest drawdown duration', format: inDays },
  trades: { title: 'Trades', format: plain },
  winRate: { title: 'Win rate', format: toPercent },
  winRateLow: { title: 'Win rate, 95 % from', format: toPercent },
  winRateHigh: { title: 'Win rate, 95 % to', format: toPercent },
  profitFactor: { title: 'Profit factor', format: plain },
  payoff: { title: 'Mean win ÷ mean loss', format: plain },
  kelly: { title: 'Kelly fraction', format: toPercent },
  expectancy: { title: 'Mean net result, USDT', format: formatSigned },
  meanR: { title: 'Mean result', format: inR },
  sqn: { title: 'System quality number', format: plain },
  cvarR: { title: 'Mean of the worst 5 %', format: inR },
  exposure: { title: 'Time in the market', format: toPercent },
  turnover: { title: 'Turnover, × equity per year', format: plain },
}

/** Orders in which runs are listed. */
export const RUN_ORDERS = {
  newest: 'Newest first',
  net: 'Highest net',
  sharpe: 'Highest Sharpe ratio',
  maxDrawdown: 'Lowest drawdown',
  trades: 'Most trades',
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
