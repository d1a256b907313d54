import type { Instant } from '../../core/instant.ts'
import { type Interval, intervalLength } from '../market/interval.ts'
import type { Bar } from './bar.ts'
import { beginGauge, type Gauge } from './gauge.ts'
import { createPatternReader } from './patterns/pattern-reader.ts'
import { createSeriesRecord, noteBar, notePatterns, type SeriesRecord } from './series-record.ts'
import type { BarContext, Idea, Rule, StrategyDefinition } from './strategy.ts'

/**
 * The strategies of one symbol and interval, told one closed bar after the other.
 *
 * What a recursive figure is now depends on where it began. So that the same candles always give the same ideas, a lane of
 * rules begins at fixed instants, every `PERIOD_BARS` bars from the epoch, and the one that speaks is always the one that
 * began a period before the present one: a function of the candles since then, wherever the process began. A gap begins anew.
 */
export interface Series {
  readonly interval: Interval
  readonly definitions: readonly StrategyDefinition[]
  /** The one that speaks, and the one that is to follow it. */
  readonly lanes: Lane[]
  lastOpenMs: Instant | null
  readonly record: SeriesRecord
}

interface Lane {
  readonly period: number
  readonly rules: readonly Rule[]
  readonly read: (bar: Bar) => () => Gauge
  readonly findPatterns: ReturnType<typeof createPatternReader>
  bars: number
  /** What was said of the bar before. */
  lastIdeas: readonly (Idea | null)[]
}

/** What a strategy said of a bar, and the condition the market was in. */
export interface StrategyIdea {
  readonly definition: StrategyDefinition
  readonly idea: Idea
  readonly gauge: Gauge
  /** Candlestick patterns that end with the bar. */
  readonly patternIds: readonly string[]
}

/** A strategy may look back no further. A week of five minutes. */
export const PERIOD_BARS = 2_016

export const createSeries = (interval: Interval, definitions: readonly StrategyDefinition[]): Series => ({
  interval,
  definitions,
  lanes: [],
  lastOpenMs: null,
  record: createSeriesRecord(),
})

/** What is to be told again after a restart to go on as if there had been none. */
export const warmFromMs = (interval: Interval, beforeMs: Instant): Instant =>
  Math.max(0, (periodIndex(interval, beforeMs) - 1) * PERIOD_BARS * intervalLength(interval))

/**
 * What the strategies make of the bar that has closed; nothing while they do not know enough. An entry that was asked for on
 * the bar before already is no new one.
 */
export const evaluateStrategies = (series: Series, bar: Bar, context: BarContext): readonly StrategyIdea[] => {
  const { interval, lanes, definitions } = series
  if (series.lastOpenMs !== null && bar.openMs <= series.lastOpenMs) return []
  if (bar.openMs - (series.lastOpenMs ?? bar.openMs) > intervalLength(interval)) breakSeries(series)
  series.lastOpenMs = bar.openMs
  noteBar(series.record, bar.openMs)
  const period = periodIndex(interval, bar.openMs)
  while ((lanes[0]?.period ?? period) < period - 1) lanes.shift()
  if (lanes.at(-1)?.period !== period) lanes.push(beginLane(period, definitions))
  const [speaks, ...follow] = lanes
  for (const lane of follow) evaluateLane(lane, bar, context)
  if (!speaks) return []
  const reading = evaluateLane(speaks, bar, context)
  notePatterns(series.record, reading.patterns, bar.openMs)
  return collectIdeas(definitions, speaks, reading)
}

/** What follows does not follow on what was told. */
export const breakSeries = (series: Series): void => {
  series.lanes.length = 0
  series.lastOpenMs = null
}

const periodIndex = (interval: Interval, atMs: Instant): number =>
  Math.floor(atMs / (PERIOD_BARS * intervalLength(interval)))

const beginLane = (period: number, definitions: readonly StrategyDefinition[]): Lane => ({
  period,
  rules: definitions.map(({ begin, params }) => begin(params)),
  read: beginGauge(),
  findPatterns: createPatternReader(),
  bars: 0,
  lastIdeas: [],
})

interface LaneReading {
  readonly gauge: () => Gauge
  readonly patterns: readonly { readonly id: string }[]
  readonly ideas: readonly (Idea | null)[]
  readonly before: readonly (Idea | null)[]
}

const evaluateLane = (lane: Lane, bar: Bar, context: BarContext): LaneReading => {
  const before = lane.lastIdeas
  lane.bars++
  lane.lastIdeas = lane.rules.map((rule) => rule(bar, context))
  return { gauge: lane.read(bar), patterns: lane.findPatterns(bar), ideas: lane.lastIdeas, before }
}

const collectIdeas = (
  definitions: readonly StrategyDefinition[],
  { bars }: Lane,
  { gauge, patterns, ideas, before }: LaneReading,
): readonly StrategyIdea[] =>
  definitions.flatMap((definition, index): StrategyIdea | StrategyIdea[] => {
    const idea = ideas[index]
    if (!idea || bars <= definition.warmupBars || goesOn(idea, before[index])) return []
    return { definition, idea, gauge: gauge(), patternIds: patterns.map(({ id }) => id) }
  })

const goesOn = (idea: Idea, before: Idea | null | undefined): boolean =>
  idea.kind === 'ENTER' && before?.kind === 'ENTER' && before.direction === idea.direction
