/**
 * Choices of the research job form, and suggested values: bars, date range, parameter ranges and walk-forward windows.
 */

import { DAY_MS, MINUTE_MS } from '../figures/time-units.ts'
import { t } from '../messages/messages.ts'
import type { History, JobOrder, Strategy } from './types.ts'

/** Maximum number of warm-up bars before a run, from which indicators are computed. */
const WARM_UP_BARS = 4_032

const RANGE_DAYS = 90

/** Lengths of bars in minutes. */
const TIMEFRAME_MINUTES = { '1m': 1, '5m': 5, '15m': 15, '1h': 60, '4h': 240 } as const
export type JobTimeframe = keyof typeof TIMEFRAME_MINUTES

/** Timeframes that a job can run on. */
export const JOB_TIMEFRAMES: Readonly<Record<JobTimeframe, string>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '1h': '1h',
  '4h': '4h',
}

/** Kinds of jobs. */
export const JOB_KINDS = { backtest: t('Backtest'), optimise: t('Search'), 'walk-forward': 'Walk-forward' } as const
export type JobKind = keyof typeof JOB_KINDS

interface DayRange {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Returns the last 90 whole UTC days of stored candles, after the warm-up bars of the indicators; fewer days when less
 * is stored.
 */
export const suggestRange = (history: DayRange, timeframe: JobTimeframe): DayRange => {
  const warmUpMs = Math.max(DAY_MS, WARM_UP_BARS * TIMEFRAME_MINUTES[timeframe] * MINUTE_MS)
  const toMs = Math.floor(history.toMs / DAY_MS) * DAY_MS
  const earliestMs = Math.ceil((history.fromMs + warmUpMs) / DAY_MS) * DAY_MS
  return { fromMs: Math.max(earliestMs, toMs - RANGE_DAYS * DAY_MS), toMs }
}

/** Returns the longest common timeframe whose range of stored candles is at least half of the default. */
export const suggestTimeframe = (history: DayRange): JobTimeframe => {
  const { fromMs, toMs } = suggestRange(history, '5m')
  return toMs - fromMs >= (RANGE_DAYS / 2) * DAY_MS ? '5m' : '1m'
}

/** Returns the candles of every symbol by exchange. */
export const listCandles = (items: readonly History[]): ReadonlyMap<string, readonly History[]> =>
  Map.groupBy(
    items.filter(({ kind }) => kind === 'candles'),
    ({ exchange }) => exchange,
  )

/** Returns whether a kind of history is stored of all these symbols. */
export const hasKind = (
  items: readonly History[],
  kind: string,
  { exchange, symbols }: { readonly exchange: string; readonly symbols: readonly string[] },
): boolean =>
  symbols.every((symbol) =>
    items.some((item) => item.kind === kind && item.exchange === exchange && item.symbol === symbol),
  )

const LEVELS = 5
const SEARCHED = 2

/** Returns ranges around the defaults of the first two parameters, five levels each. */
export const suggestSpace = ({ params }: Pick<Strategy, 'params'>): string =>
  Object.entries(params)
    .filter(([, value]) => value > 0)
    .slice(0, SEARCHED)
    .map(([name, value]) => formatLevels(name, value))
    .join(',')

const formatLevels = (name: string, value: number): string => {
  if (!Number.isInteger(value)) {
    const step = roundTo(value / LEVELS)
    return `${name}=${roundTo(value - 2 * step)}..${roundTo(value + 2 * step)}/${step}`
  }
  const step = Math.max(1, Math.round(value / LEVELS))
  const from = Math.max(1, value - 2 * step)
  return `${name}=${from}..${from + (LEVELS - 1) * step}/${step}`
}

const DIGITS = 3
const roundTo = (value: number): number => Number(value.toPrecision(DIGITS))

/**
 * Returns windows with half of the range for training, a sixth each for tests and holdout, and a day between training
 * and test.
 */
export const suggestWalk = ({ fromMs, toMs }: DayRange): NonNullable<JobOrder['walk']> => {
  const days = Math.floor((toMs - fromMs) / DAY_MS)
  const sixth = Math.max(1, Math.floor(days / 6))
  return {
    trainDays: Math.max(1, Math.floor(days / 2)),
    testDays: sixth,
    embargoDays: 1,
    holdoutDays: sixth,
    anchored: false,
  }
}

/** Formats a day as `YYYY-MM-DD`, the format of date fields. */
export const toDateText = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
