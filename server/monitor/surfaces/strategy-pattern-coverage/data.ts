/** Data of the surface `full-strategy-pattern-coverage`: status, counts and ratios of every strategy and pattern. */

import type { StrategyPatternCoverage } from '../../../../contract/monitor/full-strategy-pattern-coverage.ts'
import { type Instant, toRfc3339, toRfc3339OrNull } from '../../../core/instant.ts'
import type { GoldenRun } from '../../../domain/signal/golden/run-golden.ts'
import type { CoverageTruth, CoveredItem, CoveredSeries } from '../../inputs/autotrading.ts'

/** Available inputs of the coverage. */
export interface CoverageEvidence {
  readonly coverage: CoverageTruth
  /** Golden vector results; undefined while they have not run. */
  readonly runs: readonly GoldenRun[] | undefined
  readonly ranAtMs: Instant | undefined
  /** Number of outcomes required for a score. */
  readonly scoredOutcomes: number
}

type Item = StrategyPatternCoverage['items'][number]
export type Totals = NonNullable<StrategyPatternCoverage['totals']>

export const failingIn = (runs: readonly GoldenRun[] | undefined): readonly GoldenRun[] =>
  (runs ?? []).filter(({ passed, total }) => passed < total)

/** Counts the definitions whose golden vectors pass on this build; null until these have run. */
const implementedIn = ({ coverage, runs }: CoverageEvidence): number | null =>
  runs === undefined
    ? null
    : coverage.items.filter(({ id, implemented, plugIn }) => {
        const run = runs.find((one) => one.id === id)
        return implemented && (plugIn || (run !== undefined && run.total > 0 && run.passed === run.total))
      }).length

export const itemBodies = ({ coverage, runs, ranAtMs }: CoverageEvidence): Item[] =>
  coverage.items.map((item) => {
    const run = runs?.find(({ id }) => id === item.id)
    const goldenVectors =
      run && ranAtMs !== undefined ? { passed: run.passed, total: run.total, ranAt: toRfc3339(ranAtMs) } : null
    return {
      id: item.id,
      kind: item.kind,
      family: item.family,
      definitionVersion: item.version,
      definitionDigest: item.digest,
      goldenVectors,
      implemented: item.implemented,
      status: itemStatus(item, run),
      evaluations24h: item.evaluations,
      expectedEvaluations24h: item.expected,
      fires30d: item.fires,
      outcomes: item.outcomes,
      lastEvaluatedAt: toRfc3339OrNull(item.lastEvaluatedMs),
      lastFiredAt: toRfc3339OrNull(item.lastFiredMs),
    }
  })

const itemStatus = (item: CoveredItem, run: GoldenRun | undefined): Item['status'] => {
  if (!item.implemented) return item.needsGap ? 'STRUCTURALLY_RARE' : 'DECLARED_NOT_IMPLEMENTED'
  if (run && run.passed < run.total) return 'FAILING_VECTORS'
  if (!item.enabled) return 'DISABLED_BY_CONFIG'
  if (item.evaluations === 0) return item.lastEvaluatedMs === null ? 'NEVER_EVALUATED' : 'IDLE'
  if ((item.fires ?? 0) > 0) return 'ACTIVE'
  return item.needsGap ? 'STRUCTURALLY_RARE' : 'NEVER_FIRED'
}

/** Counts the definitions that need gaps, whether they fired lately or not, and how many of these are only declared. */
export const rareIn = ({
  coverage,
}: Pick<CoverageEvidence, 'coverage'>): { readonly all: number; readonly declaredOnly: number } => {
  const rare = coverage.items.filter(({ needsGap }) => needsGap)
  return { all: rare.length, declaredOnly: rare.filter(({ implemented }) => !implemented).length }
}

/** Returns processed over closed bars of enabled definitions; null while none closed. */
export const evaluationRatio = ({ items }: CoverageTruth): number | null => {
  const enabled = items.filter((item) => item.enabled)
  const expected = enabled.reduce((sum, item) => sum + (item.expected ?? 0), 0)
  const evaluated = enabled.reduce((sum, item) => sum + (item.evaluations ?? 0), 0)
  return expected === 0 ? null : evaluated / expected
}

export const countTotals = (evidence: CoverageEvidence): Totals => {
  const { items } = evidence.coverage
  const count = (is: (item: CoveredItem) => boolean): number => items.filter(is).length
  return {
    declared: items.length,
    implemented: implementedIn(evidence),
    enabled: count(({ enabled }) => enabled),
    evaluated24h: count(({ evaluations }) => (evaluations ?? 0) > 0),
    fired30d: count(({ fires }) => (fires ?? 0) > 0),
    scored30: count(({ outcomes }) => (outcomes ?? 0) >= evidence.scoredOutcomes),
  }
}

export const computeRatios = (
  { coverage }: CoverageEvidence,
  { implemented, declared, fired30d, scored30 }: Totals,
): StrategyPatternCoverage['ratios'] => {
  const ofImplemented = (part: number): number | null => (implemented ? part / implemented : null)
  return {
    implementation: implemented === null || declared === 0 ? null : implemented / declared,
    evaluation: evaluationRatio(coverage),
    firing: ofImplemented(fired30d),
    outcome: ofImplemented(scored30),
  }
}

export const gridBodies = (grid: readonly CoveredSeries[]): StrategyPatternCoverage['grid'] =>
  grid.map(({ symbol, interval, evaluated, expected }) => ({
    symbol,
    timeframe: interval,
    evaluatedPct: expected === 0 ? null : (100 * evaluated) / expected,
  }))
