import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { Candle } from '../../domain/market/candle.ts'
import { mergeCandles } from '../../domain/market/candle.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import { enterSettled } from '../../domain/microstructure/funding.ts'
import { noteMark } from '../../domain/microstructure/micro.ts'
import { createMicro } from '../../domain/microstructure/micro-state.ts'
import { toBar } from '../../domain/signal/bar.ts'
import { createSeries, evaluateStrategies, type StrategyIdea } from '../../domain/signal/series.ts'
import type { BarContext, StrategyDefinition } from '../../domain/signal/strategy.ts'
import { NO_CONTEXT, readContext } from '../../engine/autotrading/plug-ins.ts'
import { toCandle } from '../columns.ts'
import type { InstrumentHistory } from '../history.ts'
import {
  createSymbolFeed,
  type MarketAssumptions,
  markAt,
  markPrices,
  moveFeed,
  takeSettlement,
} from '../symbol-feed.ts'

/** An idea at the close of a bar. */
export interface ColumnIdea {
  /** The bar, with its open and close only as good as an idea needs them. */
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
 * Returns the ideas of a strategy on the bars of a history, in the order of their bars. No account is in it: the same
 * columns, definition and parameters always give the same ideas, those of the engine bar by bar.
 */
export const collectIdeas = (stage: IdeaStage): readonly ColumnIdea[] => {
  const { history, definition, interval, warmFromMs, toMs } = stage
  const { last, instrument } = history
  const series = createSeries(interval, [definition], { countsPatterns: false })
  const contextAt = definition.needs.length === 0 ? () => NO_CONTEXT : createContexts(stage)
  const bars = intervalLength(interval) / MINUTE_MS
  const ideas: ColumnIdea[] = []
  const first = (warmFromMs - last.fromMs) / MINUTE_MS
  const end = (toMs - last.fromMs) / MINUTE_MS
  for (let row = first; row + bars <= end; row += bars) {
    const candle = mergeRows(history, interval, row, row + bars)
    const closedMs = candle.openMs + bars * MINUTE_MS
    for (const strategyIdea of evaluateStrategies(series, toBar(candle, instrument), contextAt(closedMs))) {
      ideas.push({ candle, closedMs, strategyIdea })
    }
  }
  return ideas
}

const mergeRows = ({ last, instrument }: InstrumentHistory, interval: Interval, from: number, to: number): Candle => {
  let merged: Candle = { ...toCandle(last, instrument.symbol, from), interval }
  for (let row = from + 1; row < to; row++) merged = mergeCandles(merged, toCandle(last, instrument.symbol, row))
  return merged
}

/** Returns a reader of the market context at the close of each bar, to be read in the order of time. */
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
      const settlement = takeSettlement(feed, atMs + MINUTE_MS)
      if (settlement) noteMark(micro, settlement)
    }
    return readContext({ micro }, closedMs)
  }
}
