/** Fast driver: computes all ideas of a strategy over the bars of a history, before any account is simulated. */

import { HOUR_MS, type Instant, MINUTE_MS, type TimeRange } from '../../core/instant.ts'
import type { CandleClose } from '../../domain/market/candle.ts'
import { ticks } from '../../domain/market/instrument.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import type { MarkPrice } from '../../domain/market/market-event.ts'
import { createFunding, enterMark, enterSettled, type Funding } from '../../domain/microstructure/funding.ts'
import type { Bar } from '../../domain/signal/bar.ts'
import { goesOn, PERIOD_BARS, periodIndex, type StrategyIdea } from '../../domain/signal/series.ts'
import type { BarContext, Idea, RuleStages, StrategyDefinition } from '../../domain/signal/strategy.ts'
import { NO_CONTEXT, readBasis, readContext } from '../../engine/autotrading/plug-ins.ts'
import { completePrices, rowAt } from '../columns.ts'
import type { InstrumentHistory } from '../history.ts'
import {
  createSymbolFeed,
  type MarketAssumptions,
  markAt,
  markPrices,
  moveFeed,
  type SymbolFeed,
  shiftSettlement,
} from '../symbol-feed.ts'
import { createBarReader } from './column-bars.ts'
import { readRegimes } from './column-regime.ts'

/** An idea at the close of a bar, with little memory: a run may have tens of thousands. */
export interface ColumnIdea {
  readonly openMs: Instant
  readonly closedMs: Instant
  readonly idea: Idea
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
  /** True to keep the setups in memory for further runs over the same history. */
  readonly retainsSetups: boolean
}

/**
 * Yields the ideas of a strategy on the bars of a history, in the order of their bars. This involves no account: the
 * same columns, definition and parameters always give the same ideas, identical to the engine's bar by bar. Unless
 * setups are retained, only those of one period are in memory at a time.
 */
export function* findIdeas(stage: IdeaStage): Generator<ColumnIdea, undefined> {
  const { definition, interval } = stage
  const barMs = intervalLength(interval)
  const { place } = toStages(definition)
  const placed = (setup: unknown): Idea | null => (setup === null ? null : place(setup, definition.params))
  let newest: { readonly setup: unknown; readonly idea: Idea | null } = { setup: null, idea: null }
  for (const { openMs, setup, before } of readSetups(stage)) {
    const ideaBefore = before === newest.setup ? newest.idea : placed(before)
    const idea = placed(setup)
    newest = { setup, idea }
    if (idea && !goesOn(idea, ideaBefore)) yield { openMs, closedMs: openMs + barMs, idea }
  }
}

/** A setup on a bar, and the one on the bar before, if any. */
interface ColumnSetup {
  readonly openMs: Instant
  readonly setup: unknown
  readonly before: unknown
}

/** Returns the stages of a rule; a rule without them has its ideas as setups. */
const toStages = ({ begin, stages }: StrategyDefinition): RuleStages =>
  stages ?? { placing: [], begin, place: (idea) => idea as Idea }

/** Returns the setups of a strategy; retained ones of a rule in stages are found once for all parameters of the placement. */
const readSetups = (stage: IdeaStage): Iterable<ColumnSetup> => {
  const { history, definition, market, interval, warmFromMs, fromMs, toMs } = stage
  const { stages, params, warmupBars } = definition
  if (!stages || !stage.retainsSetups) return findSetups(stage)
  const followed = Object.entries(params).filter(([name]) => !stages.placing.includes(name))
  const key = JSON.stringify([followed, warmupBars, interval, warmFromMs, fromMs, toMs, market.funding])
  const known = setupsByHistory.get(history) ?? []
  const newest = known.find((one) => one.stages === stages && one.key === key) ?? {
    stages,
    key,
    setups: [...findSetups(stage)],
  }
  setupsByHistory.set(history, keepNewest([newest, ...known.filter((one) => one !== newest)]))
  return newest.setups
}

/** Setups of a rule, and everything they depend on besides the history. */
interface KnownSetups {
  readonly stages: RuleStages
  readonly key: string
  readonly setups: readonly ColumnSetup[]
}

/** Setups by history, the last read ones first. */
const setupsByHistory = new WeakMap<InstrumentHistory, readonly KnownSetups[]>()

/** Maximum number of retained setups of a history, unless the newest run has more. */
const SETUPS_MAX = 50_000

const keepNewest = (known: readonly KnownSetups[]): readonly KnownSetups[] => {
  const retained: KnownSetups[] = []
  let count = 0
  for (const one of known) {
    count += one.setups.length
    if (retained.length > 0 && count > SETUPS_MAX) break
    retained.push(one)
  }
  return retained
}

/** Finds the setups bar by bar: each lane of rules is run over its bars in one pass. */
function* findSetups(stage: IdeaStage): Generator<ColumnSetup> {
  const { definition, interval, warmFromMs, toMs } = stage
  const periodMs = PERIOD_BARS * intervalLength(interval)
  const endMs = toMs - (toMs % intervalLength(interval))
  const readSteps = createStepReader(stage)
  let current: Lane | undefined
  for (let fromMs = warmFromMs; fromMs < endMs; ) {
    const range = { fromMs, toMs: Math.min((periodIndex(interval, fromMs) + 1) * periodMs, endMs) }
    const steps = readSteps(range)
    const following = beginLane(definition)
    yield* runLane(current ?? following, steps)
    if (current) runLane(following, steps)
    current = following
    fromMs = range.toMs
  }
}

/** Consecutive bars, and the market context at the close of each. */
interface Steps {
  readonly bars: readonly Bar[]
  readonly contexts: readonly BarContext[]
}

/** Creates a reader of the input of the rules over a range; call it in chronological order. */
const createStepReader = (stage: IdeaStage): ((range: TimeRange) => Steps) => {
  const { history, definition, interval } = stage
  const barAt = createBarReader(history, interval)
  const contextAt = definition.needs.length === 0 ? null : createContexts(stage)
  const barMs = intervalLength(interval)
  return ({ fromMs, toMs }) => {
    const bars: Bar[] = []
    const contexts: BarContext[] = []
    for (let openMs = fromMs; openMs < toMs; openMs += barMs) {
      bars.push(barAt(openMs))
      if (contextAt) contexts.push(contextAt(openMs + barMs))
    }
    return { bars, contexts }
  }
}

/** Rules starting at one bar. Changed in place. */
interface Lane {
  readonly definition: StrategyDefinition
  readonly find: (bar: Bar, context: BarContext) => unknown
  bars: number
  lastSetup: unknown
}

const beginLane = (definition: StrategyDefinition): Lane => ({
  definition,
  find: toStages(definition).begin(definition.params),
  bars: 0,
  lastSetup: null,
})

/** Evaluates the next bars of a lane; returns the setups that count. */
const runLane = (lane: Lane, { bars, contexts }: Steps): readonly ColumnSetup[] => {
  const { find } = lane
  const { warmupBars } = lane.definition
  const setups: ColumnSetup[] = []
  let before = lane.lastSetup
  for (let index = 0; index < bars.length; index++) {
    const bar = bars[index] as Bar
    const setup = find(bar, contexts[index] ?? NO_CONTEXT)
    lane.bars++
    if (setup !== null && lane.bars > warmupBars) setups.push({ openMs: bar.openMs, setup, before })
    before = setup
  }
  lane.lastSetup = before
  return setups
}

/** An idea as the engine takes it. */
interface EngineIdea {
  readonly candle: CandleClose
  readonly strategyIdea: StrategyIdea
}

/** Converts an idea for the engine; `isTracked` when its outcome is followed. */
export type ToEngineIdea = (idea: ColumnIdea, isTracked: boolean) => EngineIdea

/**
 * Creates the conversion of ideas for the engine. The regime is computed only for an entry whose outcome is followed,
 * because nothing else depends on it.
 */
export const createIdeaConverter = ({ history, interval, definition, warmFromMs }: IdeaStage): ToEngineIdea => {
  const { last, instrument } = history
  const regimeAt = readRegimes(last, { interval, warmFromMs, barAt: createBarReader(history, interval) })
  return ({ openMs, closedMs, idea }, isTracked) => {
    const close = ticks(last.close[(closedMs - last.fromMs) / MINUTE_MS - 1] ?? 0)
    return {
      candle: { symbol: instrument.symbol, interval, openMs, close },
      strategyIdea: {
        definition,
        idea,
        regime: isTracked && idea.kind === 'ENTER' ? regimeAt(openMs) : 'INSUFFICIENT_EVIDENCE',
        patternIds: NO_PATTERNS,
      },
    }
  }
}

/** Backtest results do not depend on candlestick patterns. */
const NO_PATTERNS: readonly string[] = []

/**
 * Creates a reader of the market context at the close of each bar; call it in chronological order. Between settlements
 * funding changes only with the hour, and open interest is not read.
 */
const createContexts = ({ history, market, fromMs }: IdeaStage): ((closedMs: Instant) => BarContext) => {
  const funding = createFunding()
  const feed = createSymbolFeed(history, market, fromMs)
  const basisAt = createBasisReader(history)
  for (const settled of feed.funding.slice(0, feed.settled)) enterSettled(funding, settled)
  let atMs = fromMs
  let known = { hour: -1, settled: -1, context: NO_CONTEXT }
  return (closedMs) => {
    if (closedMs <= fromMs) return NO_CONTEXT
    if (atMs === fromMs) enterMark(funding, firstMark(feed, fromMs))
    enterMinutes(funding, feed, { fromMs: atMs, toMs: closedMs })
    atMs = closedMs
    const hour = Math.floor(closedMs / HOUR_MS)
    const { settled } = feed
    if (known.hour !== hour || known.settled !== settled)
      known = { hour, settled, context: readContext(funding, closedMs) }
    // A settlement at the close has a mark price of its own.
    const basis = funding.mark?.exchangeTimeMs === closedMs ? readBasis(funding) : basisAt(closedMs)
    if (known.context.basis !== basis) known = { hour, settled, context: { ...known.context, basis } }
    return known.context
  }
}

/** Creates a reader of the basis at the close of the last minute before an instant. */
const createBasisReader = ({ last, mark, index }: InstrumentHistory): ((closedMs: Instant) => number | null) => {
  if (!index) return () => null
  const marks = completePrices(mark, last)
  return (closedMs) => {
    const openMs = closedMs - MINUTE_MS
    const row = rowAt(index, openMs)
    if (row === undefined) return null
    const close = marks.close[(openMs - marks.fromMs) / MINUTE_MS] ?? 0
    return readBasis({ mark: { mark: ticks(close), index: ticks(index.close[row] ?? 0) } })
  }
}

const firstMark = (feed: SymbolFeed, fromMs: Instant): MarkPrice => {
  const { last } = feed.history
  feed.minuteMs = fromMs
  return markAt(feed, last.close[(fromMs - last.fromMs) / MINUTE_MS - 1] ?? 0, fromMs)
}

const enterMinutes = (funding: Funding, feed: SymbolFeed, { fromMs, toMs }: TimeRange): void => {
  for (let openMs = fromMs; openMs < toMs; openMs += MINUTE_MS) enterMinute(funding, feed, openMs)
}

/** Records the mark price at the end of a minute that ends an hour or a funding period, and the settlement. */
const enterMinute = (funding: Funding, feed: SymbolFeed, openMs: Instant): void => {
  const endMs = openMs + MINUTE_MS
  const settles = feed.funding[feed.settled]?.settledAtMs === endMs
  if (endMs % HOUR_MS !== 0 && !settles) return
  moveFeed(feed, openMs)
  enterMark(funding, markAt(feed, markPrices(feed).close, endMs - 1))
  const settlement = shiftSettlement(feed, endMs)
  if (settlement) enterMark(funding, settlement)
}
