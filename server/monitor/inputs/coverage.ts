import type { Instant } from '../../core/instant.ts'
import type { Interval } from '../../domain/market/interval.ts'
import type { DeclaredKind } from '../../domain/signal/declared.ts'
import { defineInput } from '../frame/input.ts'

/** A strategy or pattern, and what it has done. What cannot be counted is null. */
export interface CoveredItem {
  readonly id: string
  readonly kind: DeclaredKind
  readonly family: string
  readonly version: number | null
  readonly digest: string | null
  readonly implemented: boolean
  /** True for a strategy from a user's file, which has no built-in golden vectors. */
  readonly plugIn: boolean
  /** True when it needs gaps, which a market that never closes hardly has. */
  readonly needsGap: boolean
  readonly enabled: boolean
  /** Bars it processed within the last day, of those that closed. */
  readonly evaluations: number | null
  readonly expected: number | null
  readonly fires: number | null
  readonly outcomes: number | null
  readonly lastEvaluatedMs: Instant | null
  readonly lastFiredMs: Instant | null
}

/** Coverage of one series: the bars it processed within the last day, and those that closed. */
export interface CoveredSeries {
  readonly symbol: string
  readonly interval: Interval
  readonly evaluated: number
  readonly expected: number
}

/** Numbers of strategies and patterns declared, run, matched and scored. */
export interface CoverageTruth {
  readonly items: readonly CoveredItem[]
  readonly grid: readonly CoveredSeries[]
}

export const coverage = defineInput<CoverageTruth>({
  kind: 'STATISTICS',
  source: 'engine.series',
  what: 'The count of strategy evaluations and signals',
  producedBy: 'autotrading engine',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
