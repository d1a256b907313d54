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
  /** From a file of the user's: it has no golden vectors of ours. */
  readonly plugIn: boolean
  /** It asks for gaps, which a market that never closes hardly has. */
  readonly needsGap: boolean
  readonly enabled: boolean
  /** Bars it was told within the last day, of those that closed. */
  readonly evaluations: number | null
  readonly expected: number | null
  readonly fires: number | null
  readonly outcomes: number | null
  readonly lastEvaluatedMs: Instant | null
  readonly lastFiredMs: Instant | null
}

/** One series: the bars it was told within the last day, and those that closed. */
export interface CoveredSeries {
  readonly symbol: string
  readonly interval: Interval
  readonly evaluated: number
  readonly expected: number
}

/** What is declared, run, met and scored. */
export interface CoverageTruth {
  readonly items: readonly CoveredItem[]
  readonly grid: readonly CoveredSeries[]
}

export const coverage = defineInput<CoverageTruth>({
  kind: 'STATISTICS',
  source: 'engine.series',
  what: 'A count of what the strategies were told and said',
  producedBy: 'autotrading engine',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
