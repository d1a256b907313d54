/** Fast driver: computes all ideas of a strategy over the bars of a history, before any account is simulated. */

import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import { type Candle, mergeCandles } from '../../domain/market/candle.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import { enterSettled } from '../../domain/microstructure/funding.ts'
import { noteMark } from '../../domain/microstructure/micro.ts'
import { createMicro } from '../../domain/microstructure/micro-state.ts'
import { type Bar, barConverter } from '../../domain/signal/bar.ts'
import { beginGauge, type Gauge } from '../../domain/signal/gauge.ts'
import { goesOn, PERIOD_BARS, periodIndex, type StrategyIdea } from '../../domain/signal/series.ts'
import type { BarContext, Idea, Rule, StrategyDefinition } from '../../domain/signal/strategy.ts'
import { NO_CONTEXT, readContext } from '../../engine/autotrading/plug-ins.ts'
import { toCandle } from '../columns.ts'
import type { InstrumentHistory } from '../history.ts'
import {
  createSymbolFeed,
  type MarketAssumptions,
  markAt,
  markPrices,
  moveFeed,
  shiftSettlement,
} from '../symbol-feed.ts'

/** An idea at the close of a bar. */
export interface ColumnIdea {
  readonly candle: Candle
  readonly closedMs: Instant
  readonly strategyIdea: StrategyIdea
}

export interface IdeaStage {
  readonly history: InstrumentHistory
  readonly market: MarketAssumptions
  readonly definition: StrategyDefinition
  readonly interval: Interval
  /** Start of the bars before the run. */
  readonly warmFromMs: Instant
  readonly fromMs: Instant
  readonly toMs: Instant
}

/**
 * Returns the ideas of a strategy on the bars of a history, in the order of their bars. This involves no account: the
 * same columns, definition and parameters always give the same ideas, identical to the engine's bar by bar. Each lane
 * of rules is run over its bars in one pass, and the market gauge is computed only up to bars with an idea.
 */
export const collectIdeas = (stage: IdeaStage): readonly ColumnIdea[] => {
  const { history, definition, interval, warmFromMs, toMs } = stage
  const { barAt, candleAt } = createColumnBars(history, interval)
  const contextAt = definition.needs.length === 0 ? () => NO_CONTEXT : createContexts(stage)
  const barMs = intervalLength(interval)
  const ideas: ColumnIdea[] = []
  let current: Lane | undefined
  for (let fromMs = warmFromMs; fromMs + barMs <= toMs; ) {
    const endMs = Math.min((periodIndex(interval, fromMs) + 1) * PERIOD_BARS * barMs, toMs - (toMs % barMs))
    const inputs: BarInput[] = []
    for (; fromMs < endMs; fromMs += barMs) {
      inputs.push({ bar: barAt(fromMs), context: contextAt(fromMs + barMs) })
    }
    const following = beginLane(definition)
    for (const { openMs, strategyIdea } of runLane(current ?? following, inputs)) {
      ideas.push({ candle: candleAt(openMs), closedMs: openMs + barMs, strategyIdea })
    }
    if (current) runLane(following, inputs)
    current = following
  }
  return ideas
}

interface LaneIdea {
  readonly openMs: Instant
  readonly strategyIdea: StrategyIdea
}

/** Evaluates the next bars of a lane; returns the ideas that count. */
const runLane = (lane: Lane, inputs: readonly BarInput[]): readonly LaneIdea[] => {
  const ideas: LaneIdea[] = []
  for (const input of inputs) {
    const strategyIdea = evaluate(lane, input)
    if (strategyIdea) ideas.push({ openMs: input.bar.openMs, strategyIdea })
  }
  return ideas
}

interface BarInput {
  readonly bar: Bar
  readonly context: BarContext
}

/** Rules and gauge starting at one bar. Changed in place. */
interface Lane {
  readonly definition: StrategyDefinition
  readonly rule: Rule
  readonly read: ReturnType<typeof beginGauge>
  /** Bars not yet processed by the gauge. */
  unread: Bar[]
  bars: number
  lastIdea: Idea | null
}

const beginLane = (definition: StrategyDefinition): Lane => ({
  definition,
  rule: definition.begin(definition.params),
  read: beginGauge(),
  unread: [],
  bars: 0,
  lastIdea: null,
})

/** Evaluates the next bar of a lane; returns its idea if it counts. */
const evaluate = (lane: Lane, { bar, context }: BarInput): StrategyIdea | null => {
  const before = lane.lastIdea
  const idea = lane.rule(bar, context)
  lane.lastIdea = idea
  lane.bars++
  lane.unread.push(bar)
  const { definition } = lane
  if (!idea || lane.bars <= definition.warmupBars || goesOn(idea, before)) return null
  return { definition, idea, gauge: readGauge(lane), patternIds: NO_PATTERNS }
}

/** Processes the pending bars; returns the gauge after the last one. */
const readGauge = (lane: Lane): Gauge => {
  let reading = (): Gauge => NO_GAUGE
  for (const bar of lane.unread) reading = lane.read(bar)
  lane.unread = []
  return reading()
}

const NO_GAUGE: Gauge = { atr: Number.NaN, adx: Number.NaN, volatilityPercentile: Number.NaN, slope: Number.NaN }

/** Backtest results do not depend on candlestick patterns. */
const NO_PATTERNS: readonly string[] = []

/** Creates a reader of the market context at the close of each bar; call it in chronological order. */
const createContexts = ({ history, market, fromMs }: IdeaStage): ((closedMs: Instant) => BarContext) => {
  const micro = createMicro()
  const feed = createSymbolFeed(history, market, fromMs)
  for (const funding of feed.funding.slice(0, feed.settled)) enterSettled(micro.funding, funding)
  let atMs = fromMs
  return (closedMs) => {
    if (closedMs <= fromMs) return NO_CONTEXT
    if (atMs === fromMs) {
      feed.minuteMs = fromMs
      const known = history.last.close[(fromMs - history.last.fromMs) / MINUTE_MS - 1] ?? 0
      noteMark(micro, markAt(feed, known, fromMs))
    }
    for (; atMs < closedMs; atMs += MINUTE_MS) {
      moveFeed(feed, atMs)
      noteMark(micro, markAt(feed, markPrices(feed).close, atMs + MINUTE_MS - 1))
      const settlement = shiftSettlement(feed, atMs + MINUTE_MS)
      if (settlement) noteMark(micro, settlement)
    }
    return readContext({ micro }, closedMs)
  }
}

/**
 * Bars of an interval for the fast driver, computed from gapless one-minute columns in the same way as the engine
 * computes them from candles.
 */
interface ColumnBars {
  /** Returns the bar that opens at an instant; all of its minutes must be within the columns. */
  barAt(openMs: Instant): Bar
  candleAt(openMs: Instant): Candle
}

const createColumnBars = ({ last, instrument }: InstrumentHistory, interval: Interval): ColumnBars => {
  const toBar = barConverter(instrument)
  const rows = intervalLength(interval) / MINUTE_MS
  const candleAt = (openMs: Instant): Candle => {
    const from = (openMs - last.fromMs) / MINUTE_MS
    let merged = { ...toCandle(last, instrument.symbol, from), interval }
    for (let row = from + 1; row < from + rows; row++) {
      merged = { ...mergeCandles(merged, toCandle(last, instrument.symbol, row)), interval }
    }
    return merged
  }
  return { candleAt, barAt: (openMs) => toBar(candleAt(openMs)) }
}
