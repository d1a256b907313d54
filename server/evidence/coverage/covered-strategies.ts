import type { Instant } from '../../core/instant.ts'
import type { Interval } from '../../domain/market/interval.ts'
import { definitionDigest } from '../../domain/signal/strategies/definition-digest.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import { bookFor } from '../../domain/signal/trading-book.ts'
import { isBuiltIn } from '../../engine/state/signal-index.ts'
import type { Rules } from '../../engine/state/turn.ts'
import type { CoveredItem } from '../../monitor/inputs/autotrading.ts'
import type { SignalCount } from '../../views/ports.ts'
import type { BarCount } from './bar-clock.ts'

/** A series, as it is watched. */
export interface Cell extends BarCount {
  readonly symbol: string
  readonly interval: Interval
  /** Open time of the last bar it processed. */
  readonly lastMs: Instant | null
}

/** Every strategy that is run, by its id; on bars of different lengths it may have different figures. */
export const strategiesIn = ({ strategiesFor }: Rules, intervals: readonly Interval[]): StrategyDefinition[] => {
  const all = [...intervals.flatMap((interval) => strategiesFor(interval)), ...strategiesFor('15m')]
  return [...new Map(all.toReversed().map((definition) => [definition.id, definition])).values()].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  )
}

/**
 * Returns the coverage of one strategy. One that runs beside the engine is evaluated in another thread and responds
 * when it can: the bars it processed are not counted.
 */
export const coveredStrategy = (
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

export const sumCells = (cells: readonly Cell[], of: 'evaluated' | 'expected'): number =>
  cells.reduce((sum, cell) => sum + cell[of], 0)
