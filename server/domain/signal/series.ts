import { DAY_MS, type Instant } from '../../core/instant.ts'
import { type Interval, intervalLength } from '../market/interval.ts'
import type { Bar } from './bar.ts'
import { beginGauge, type Gauge, regimeIn } from './gauge.ts'
import { createPatternReader, type PatternMatch } from './patterns/pattern-reader.ts'
import type { Regime } from './regime.ts'
import type { BarContext, Idea, Rule, StrategyDefinition } from './strategy.ts'

/**
 * Strategies of one symbol and interval, evaluated on each closed bar.
 *
 * The current value of a recursive indicator depends on where it started. For the same candles to always give the same
 * ideas, a lane of rules starts at fixed instants, every `PERIOD_BARS` bars from the epoch, and the active lane is the
 * one that started a period before the current one: a function of the candles since then, wherever the process started.
 * A gap restarts the lanes.
 */
export interface Series {
  readonly interval: Interval
  readonly definitions: readonly StrategyDefinition[]
  /** The active lane and its successor. */
  readonly lanes: Lane[]
  lastOpenMs: Instant | null
  /** Bars the next lane has not evaluated yet, oldest first; its results are not needed until it becomes active. */
  readonly waiting: { readonly bar: Bar; readonly context: BarContext }[]
  /** Bars whose patterns have not been detected, oldest first; this is done when an idea or a count needs them. */
  readonly unread: Bar[]
  findPatterns: ReturnType<typeof createPatternReader>
  /** True when the patterns of every bar are counted, not only of bars with an idea. */
  readonly countsPatterns: boolean
  readonly record: SeriesRecord
}

interface Lane {
  readonly period: number
  readonly rules: readonly Rule[]
  readonly read: (bar: Bar) => () => Gauge
  bars: number
  /** Ideas on the previous bar. */
  lastIdeas: readonly (Idea | null)[]
}

/** Idea of a strategy on a bar, with the regime of the market. */
export interface StrategyIdea {
  readonly definition: StrategyDefinition
  readonly idea: Idea
  readonly regime: Regime
  /** Candlestick patterns ending with the bar. */
  readonly patternIds: readonly string[]
}

/** Longest lookback of a strategy: a week of five-minute bars. */
export const PERIOD_BARS = 2_016

export const createSeries = (
  interval: Interval,
  definitions: readonly StrategyDefinition[],
  { countsPatterns = true }: Partial<Pick<Series, 'countsPatterns'>> = {},
): Series => ({
  interval,
  definitions,
  lanes: [],
  lastOpenMs: null,
  waiting: [],
  unread: [],
  findPatterns: createPatternReader(),
  countsPatterns,
  record: createSeriesRecord(),
})

/** Returns the start of the bars to replay after a restart, so that results are identical. */
export const warmFromMs = (interval: Interval, beforeMs: Instant): Instant =>
  Math.max(0, (periodIndex(interval, beforeMs) - 1) * PERIOD_BARS * intervalLength(interval))

/**
 * Evaluates the strategies on a closed bar; returns nothing while they are warming up. An entry already requested on
 * the previous bar is not returned again.
 */
export const evaluateStrategies = (series: Series, bar: Bar, context: BarContext): readonly StrategyIdea[] => {
  const { interval, lanes, definitions } = series
  if (series.lastOpenMs !== null && bar.openMs <= series.lastOpenMs) return []
  if (bar.openMs - (series.lastOpenMs ?? bar.openMs) > intervalLength(interval)) breakSeries(series)
  series.lastOpenMs = bar.openMs
  noteBar(series.record, bar.openMs)
  const period = periodIndex(interval, bar.openMs)
  const isNewPeriod = lanes.at(-1)?.period !== period
  if (isNewPeriod || series.waiting.length === UNREAD_MAX) evaluateFollowing(series)
  while ((lanes[0]?.period ?? period) < period - 1) lanes.shift()
  if (isNewPeriod) lanes.push(beginLane(period, definitions))
  const [speaks] = lanes
  if (!speaks) return []
  if (lanes.length > 1) series.waiting.push({ bar, context })
  if (series.unread.length === UNREAD_MAX) readPatterns(series)
  series.unread.push(bar)
  return collectIdeas(series, speaks, evaluateLane(speaks, bar, context))
}

/** Maximum number of bars whose evaluation is deferred. */
const UNREAD_MAX = 16

/** Performs the deferred work of closed bars. */
export const catchUp = (series: Series): void => {
  evaluateFollowing(series)
  readPatterns(series)
}

export const isCaughtUp = ({ waiting, unread }: Series): boolean => waiting.length === 0 && unread.length === 0

const evaluateFollowing = ({ lanes: [, ...following], waiting }: Series): void => {
  for (const { bar, context } of waiting) for (const lane of following) evaluateLane(lane, bar, context)
  waiting.length = 0
}

/**
 * Detects and counts the patterns of all pending bars; returns the patterns that end with the newest bar, unless it was
 * already processed.
 */
export const readPatterns = ({ unread, findPatterns, countsPatterns, record }: Series): readonly PatternMatch[] => {
  let matches: readonly PatternMatch[] = []
  for (const bar of unread) {
    matches = findPatterns(bar, countsPatterns || bar === unread.at(-1))
    if (countsPatterns) notePatterns(record, matches, bar.openMs)
  }
  unread.length = 0
  return matches
}

/** Marks a gap: subsequent bars do not continue the earlier ones. */
export const breakSeries = (series: Series): void => {
  readPatterns(series)
  series.findPatterns = createPatternReader()
  series.waiting.length = 0
  series.lanes.length = 0
  series.lastOpenMs = null
}

/** Returns the number of the period since the epoch. */
export const periodIndex = (interval: Interval, atMs: Instant): number =>
  Math.floor(atMs / (PERIOD_BARS * intervalLength(interval)))

const beginLane = (period: number, definitions: readonly StrategyDefinition[]): Lane => ({
  period,
  rules: definitions.map(({ begin, params }) => begin(params)),
  read: beginGauge(),
  bars: 0,
  lastIdeas: [],
})

interface LaneReading {
  readonly gauge: () => Gauge
  readonly ideas: readonly (Idea | null)[]
  readonly before: readonly (Idea | null)[]
}

const evaluateLane = (lane: Lane, bar: Bar, context: BarContext): LaneReading => {
  const before = lane.lastIdeas
  lane.bars++
  lane.lastIdeas = lane.rules.map((rule) => rule(bar, context))
  return { gauge: lane.read(bar), ideas: lane.lastIdeas, before }
}

const collectIdeas = (
  series: Series,
  { bars }: Lane,
  { gauge, ideas, before }: LaneReading,
): readonly StrategyIdea[] => {
  const collected = series.definitions.flatMap((definition, index) => {
    const idea = ideas[index]
    return !idea || bars <= definition.warmupBars || goesOn(idea, before[index]) ? [] : { definition, idea }
  })
  if (collected.length === 0) return []
  const market = { regime: regimeIn(gauge()), patternIds: readPatterns(series).map(({ id }) => id) }
  return collected.map((found) => ({ ...found, ...market }))
}

/** Returns whether the entry was already requested on the previous bar. */
export const goesOn = (idea: Idea, before: Idea | null | undefined): boolean =>
  idea.kind === 'ENTER' && before?.kind === 'ENTER' && before.direction === idea.direction

/** Bars received by a series and patterns matched on it, for completeness monitoring. Changed in place. */
interface SeriesRecord {
  /** Opening times of the bars of the last day, oldest first. */
  readonly barOpensMs: Instant[]
  /** Opening time of the first bar; null before it. */
  firstMs: Instant | null
  /** Patterns by ID. */
  readonly patterns: Map<string, PatternRecord>
}

interface PatternRecord {
  /** Opening time of the bar with the last match. */
  lastMs: Instant
  /** Number of matches by day. */
  readonly days: Map<number, number>
}

/** Maximum history of a query, in days. */
const DAYS_RETAINED = 30

export const createSeriesRecord = (): SeriesRecord => ({ barOpensMs: [], firstMs: null, patterns: new Map() })

export const noteBar = (record: SeriesRecord, openMs: Instant): void => {
  record.firstMs ??= openMs
  record.barOpensMs.push(openMs)
  while ((record.barOpensMs[0] ?? openMs) <= openMs - DAY_MS) record.barOpensMs.shift()
}

export const notePatterns = (
  { patterns }: SeriesRecord,
  matches: readonly { readonly id: string }[],
  openMs: Instant,
): void => {
  const today = Math.floor(openMs / DAY_MS)
  for (const { id } of matches) {
    const known = patterns.get(id) ?? { lastMs: openMs, days: new Map<number, number>() }
    known.lastMs = openMs
    known.days.set(today, (known.days.get(today) ?? 0) + 1)
    for (const day of known.days.keys()) if (day <= today - DAYS_RETAINED) known.days.delete(day)
    patterns.set(id, known)
  }
}

/** Returns how often a pattern has matched since a day. */
export const metSince = ({ patterns }: SeriesRecord, id: string, fromMs: Instant): number => {
  const first = Math.floor(fromMs / DAY_MS)
  let count = 0
  for (const [day, times] of patterns.get(id)?.days ?? []) if (day >= first) count += times
  return count
}
