/**
 * Readers of the coverage: which strategies and patterns were evaluated on which bars, and whether their golden vectors
 * pass.
 */

import { setImmediate } from 'node:timers/promises'
import { computeDigest } from '../../core/digest.ts'
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '../../core/instant.ts'
import { type Interval, intervalLength, intervalStart } from '../../domain/market/interval.ts'
import { DECLARED_ONLY, OPENS_AWAY } from '../../domain/signal/declared-only.ts'
import { type GoldenRun, runGolden } from '../../domain/signal/golden/run-golden.ts'
import type { PatternDefinition } from '../../domain/signal/patterns/pattern.ts'
import { PATTERNS } from '../../domain/signal/patterns/patterns.ts'
import { metSince, readPatterns, type Series } from '../../domain/signal/series.ts'
import { definitionDigest } from '../../domain/signal/strategies/definition-digest.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import { bookFor } from '../../domain/signal/trading-book.ts'
import { isBuiltIn, isPastPending } from '../../engine/state/signal-index.ts'
import type { Rules } from '../../engine/state/turn.ts'
import type { CoverageTruth, CoveredItem } from '../../monitor/inputs/autotrading.ts'
import type { SignalCount } from '../../views/ports.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { Reader } from '../reader.ts'

/** Counts the bars that strategies and patterns processed, and their signals. */
export const readCoverage = async (
  sources: Pick<TruthSources, 'state' | 'store' | 'bootedAtMs'>,
  nowMs: Instant,
): Promise<CoverageTruth> => {
  const { state, store } = sources
  const { rules, signals } = state
  const clockMs = barClock(sources, nowMs)
  const cells = createCells(sources, clockMs)
  const sinceMs = clockMs - SIGNAL_WINDOW_MS
  const strategies: CoveredItem[] = []
  for (const definition of strategiesIn(rules, [...new Set(cells.map(({ interval }) => interval))])) {
    const signalCounts = store.signals.countSignals(definition.id, sinceMs)
    strategies.push(coveredStrategy(definition, { rules, cells, signalCounts }))
    await setImmediate()
  }
  const series = [...signals.series.values()]
  for (const one of series) readPatterns(one)
  const patterns = coveredPatterns({ cells, series, sinceMs })
  return {
    items: [...strategies, ...patterns, ...declaredOnly()],
    grid: cells.map(({ symbol, interval, evaluated, expected }) => ({ symbol, interval, evaluated, expected })),
  }
}

/** Window in which signals are counted. */
const SIGNAL_WINDOW_MS = 30 * DAY_MS

export const coverageReader: Reader<CoverageTruth> = {
  at: 'BACKGROUND',
  everyMs: 30 * SECOND_MS,
  async read(sources, nowMs) {
    const value = await readCoverage(sources, nowMs)
    return { value, observedAtMs: nowMs, sampleSize: value.items.length }
  },
}

/** Returns a cell for every symbol and timeframe in a trading scope. */
const createCells = ({ state, bootedAtMs }: Pick<TruthSources, 'state' | 'bootedAtMs'>, clockMs: Instant): Cell[] => {
  const { market, rules, signals } = state
  const intervals = [...new Set(rules.books.flatMap((book) => book.intervals))]
  return [...market.instruments.keys()].flatMap((symbol) =>
    intervals.map((interval): Cell => {
      const series = signals.series.get(`${symbol} ${interval}`)
      const lastMs = series?.record.barOpensMs.at(-1) ?? null
      const at = { clockMs, bootedAtMs, isPastPending: isPastPending(signals) }
      return { symbol, interval, lastMs, ...countBars(series, interval, at) }
    }),
  )
}

/** Time allowed for processing a closed bar. */
const EVALUATION_DELAY_MS = 10 * SECOND_MS

/** Returns the clock by which bars close: the platform clock, unless the market has its own, as in a replay. */
const barClock = ({ state: { market, rules } }: Pick<TruthSources, 'state'>, nowMs: Instant): Instant =>
  rules.clockChecked ? Math.max(nowMs, market.clockMs) : market.clockMs

/** Bars of one series in the last day: closed bars, by the clock alone, and processed bars. */
export interface BarCount {
  readonly evaluated: number
  readonly expected: number
}

/**
 * Counts closed and processed bars. Bars before the first processed one do not count, because the market had not
 * started or was not watched. If a series never processed any, bars are expected from the start of the process. While
 * past bars are being evaluated, none are expected after the last processed one.
 */
export const countBars = (
  series: Pick<Series, 'record'> | undefined,
  interval: Interval,
  { clockMs, bootedAtMs, isPastPending }: CountedAt,
): BarCount => {
  const beganMs = series?.record.firstMs ?? nextOpen(interval, Math.min(bootedAtMs, clockMs))
  const fromMs = Math.max(beganMs, nextOpen(interval, clockMs - DAY_MS))
  const opensMs = series?.record.barOpensMs ?? []
  const processedToMs = (opensMs.at(-1) ?? Number.NEGATIVE_INFINITY) + intervalLength(interval)
  const closedToMs = intervalStart(interval, clockMs - EVALUATION_DELAY_MS)
  const toMs = isPastPending ? Math.min(closedToMs, processedToMs) : closedToMs
  const evaluated = opensMs.filter((openMs) => openMs >= fromMs && openMs < toMs).length
  return { evaluated, expected: Math.max(0, Math.round((toMs - fromMs) / intervalLength(interval))) }
}

interface CountedAt {
  readonly clockMs: Instant
  readonly bootedAtMs: Instant
  /** True until the past bars of a start are evaluated. */
  readonly isPastPending: boolean
}

const nextOpen = (interval: Interval, atMs: Instant): Instant => {
  const openMs = intervalStart(interval, atMs)
  return openMs === atMs ? atMs : openMs + intervalLength(interval)
}

/** Bar counts of one series. */
interface Cell extends BarCount {
  readonly symbol: string
  readonly interval: Interval
  /** Opening time of the last processed bar. */
  readonly lastMs: Instant | null
}

/** Returns the running strategies by ID; their parameters may differ between timeframes. */
const strategiesIn = ({ strategiesFor }: Rules, intervals: readonly Interval[]): StrategyDefinition[] => {
  const all = [...intervals.flatMap((interval) => strategiesFor(interval)), ...strategiesFor('15m')]
  return [...new Map(all.toReversed().map((definition) => [definition.id, definition])).values()].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  )
}

/**
 * Returns the coverage of one strategy. A strategy outside the engine is evaluated asynchronously in another thread, so
 * its processed bars are not counted.
 */
const coveredStrategy = (
  definition: StrategyDefinition,
  {
    rules,
    cells,
    signalCounts,
  }: { readonly rules: Rules; readonly cells: readonly Cell[]; readonly signalCounts: SignalCount },
): CoveredItem => {
  const { id, family, version } = definition
  const mine = cells.filter(
    ({ symbol, interval }) =>
      rules.strategiesFor(interval).some((one) => one.id === id) &&
      bookFor(rules.books, { symbol, interval, strategyId: id }) !== undefined,
  )
  const counted = isBuiltIn(definition)
  const evaluatedAts = mine.flatMap(({ lastMs }) => (lastMs === null ? [] : [lastMs]))
  return {
    id,
    kind: 'STRATEGY',
    family,
    version,
    digest: definitionDigest(definition),
    implemented: true,
    plugIn: !counted,
    needsGap: false,
    enabled: mine.length > 0,
    evaluations: counted ? sumCells(mine, 'evaluated') : null,
    expected: counted ? sumCells(mine, 'expected') : null,
    fires: signalCounts.signals,
    outcomes: signalCounts.outcomes,
    lastEvaluatedMs: counted && evaluatedAts.length > 0 ? Math.max(...evaluatedAts) : null,
    lastFiredMs: signalCounts.lastMs,
  }
}

const sumCells = (cells: readonly Cell[], of: 'evaluated' | 'expected'): number =>
  cells.reduce((sum, cell) => sum + cell[of], 0)

/** Inputs of the pattern counts: the series that detect patterns. */
interface Read {
  readonly cells: readonly Cell[]
  readonly series: readonly Series[]
  readonly sinceMs: Instant
}

/** Returns every detected pattern. Patterns are detected on every series; their outcomes are not tracked separately. */
const coveredPatterns = (read: Read): CoveredItem[] => PATTERNS.map((pattern) => coveredPattern(pattern, read))

const coveredPattern = (
  { id, version, bars, gapMode, directional }: PatternDefinition,
  { cells, series, sinceMs }: Read,
): CoveredItem => {
  const fires = series.reduce((sum, { record }) => sum + metSince(record, id, sinceMs), 0)
  const fired = series.flatMap(({ record }) => record.patterns.get(id)?.lastMs ?? [])
  const evaluatedAts = cells.flatMap(({ lastMs }) => (lastMs === null ? [] : [lastMs]))
  return {
    id,
    kind: 'CANDLE_PATTERN',
    family: 'PATTERN',
    version,
    digest: computeDigest({ id, version, bars, gapMode, directional }),
    implemented: true,
    plugIn: false,
    needsGap: gapMode === 'STRICT' || OPENS_AWAY.has(id),
    enabled: cells.length > 0,
    evaluations: sumCells(cells, 'evaluated'),
    expected: sumCells(cells, 'expected'),
    fires,
    outcomes: null,
    lastEvaluatedMs: evaluatedAts.length > 0 ? Math.max(...evaluatedAts) : null,
    lastFiredMs: fired.length > 0 ? Math.max(...fired) : null,
  }
}

/** Returns the definitions that are declared without an implementation, without counts. */
const declaredOnly = (): CoveredItem[] =>
  DECLARED_ONLY.map(({ id, kind, family, needsGap }) => ({
    id,
    kind,
    family,
    version: null,
    digest: null,
    implemented: false,
    plugIn: false,
    needsGap,
    enabled: false,
    evaluations: null,
    expected: null,
    fires: null,
    outcomes: null,
    lastEvaluatedMs: null,
    lastFiredMs: null,
  }))

/** Runs the golden vectors. Running code does not change, so they are repeated only to keep the result fresh. */
export const goldenVectorsReader: Reader<readonly GoldenRun[]> = {
  at: 'BACKGROUND',
  everyMs: 6 * HOUR_MS,
  firstAfterMs: 5 * SECOND_MS,
  async read(_sources, nowMs) {
    const runs: GoldenRun[] = []
    for (const run of runGolden()) {
      runs.push(run)
      await setImmediate()
    }
    return { value: runs, observedAtMs: nowMs, sampleSize: runs.reduce((sum, { total }) => sum + total, 0) }
  },
}
