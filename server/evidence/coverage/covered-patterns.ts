import { computeDigest } from '../../core/digest.ts'
import type { Instant } from '../../core/instant.ts'
import { DECLARED_ONLY, OPENS_AWAY } from '../../domain/signal/declared.ts'
import type { PatternDefinition } from '../../domain/signal/patterns/pattern.ts'
import { PATTERNS } from '../../domain/signal/patterns/patterns.ts'
import { metSince, type Series } from '../../domain/signal/series.ts'
import type { CoveredItem } from '../../monitor/inputs/autotrading.ts'
import { type Cell, sumCells } from './covered-strategies.ts'

/** Inputs of the pattern counts: the series that read patterns. */
interface Read {
  readonly cells: readonly Cell[]
  readonly series: readonly Series[]
  readonly sinceMs: Instant
}

/** Returns every pattern that is read. They are read on every series; their outcomes are not tracked separately. */
export const coveredPatterns = (read: Read): CoveredItem[] => PATTERNS.map((pattern) => coveredPattern(pattern, read))

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
export const declaredOnly = (): CoveredItem[] =>
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
