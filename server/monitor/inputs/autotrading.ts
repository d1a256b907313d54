/** Inputs of the monitor: autotrading candidates, refusals and coverage. */

import type {
  GradedCandidate,
  GradeRecord,
  StrategyCalibration,
} from '../../../contract/monitor/candidate-quality-v3.ts'
import type { Instant, TimeRange } from '../../core/instant.ts'
import type { Interval } from '../../domain/market/interval.ts'
import type { RefusedAlike } from '../../domain/risk/attribute-refusals.ts'
import type { GateReading } from '../../domain/risk/gate.ts'
import type { DeclaredKind } from '../../domain/signal/declared-only.ts'
import type { GoldenRun } from '../../domain/signal/golden/run-golden.ts'
import { defineInput } from '../frame/input.ts'

/** Current autotrading candidates: those with a valid signal and those with working orders. */
export interface CandidatesTruth {
  /** The market's clock when they were read, as RFC 3339. */
  readonly marketNow: string
  /** Newest first. */
  readonly candidates: readonly GradedCandidate[]
  /** Number of candidates considered within the same period but not read. */
  readonly leftOff: number
}

export const candidates = defineInput<CandidatesTruth>({
  kind: 'STATE',
  source: 'autotrading.candidates',
  what: 'The current autotrading candidates',
  producedBy: 'market source',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})

/** Results of candidates, and the cost of their entries compared with the estimate. */
export interface CandidateRecord {
  /** Window of the counted candidates, as RFC 3339. */
  readonly window: { readonly from: string; readonly to: string }
  /** Sorted from the best grade to the worst. */
  readonly byGrade: readonly GradeRecord[]
  /** Model error of filled entries. */
  readonly modelError: { readonly median: number | null; readonly p90: number | null; readonly n: number }
}

export const candidateRecord = defineInput<CandidateRecord>({
  kind: 'STATISTICS',
  source: 'store.candidates',
  what: 'The results of candidates by grade',
  producedBy: 'autotrading outcomes',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})

/** Candidates blocked by the same gates, with the outcomes of ended signals. */
export interface RefusedSet extends RefusedAlike {
  readonly firstAtMs: Instant
  /** The newest decisions, newest first. */
  readonly samples: readonly { readonly decisionId: string; readonly atMs: Instant }[]
  /** Number of outcomes tracked without a trade; the R values below are net of costs. */
  readonly scored: number
  readonly netR: number
  readonly netRSquared: number
  /** Equivalent number of independent outcomes. */
  readonly uniqueness: number
}

/** Gate results of the candidates of the last day. */
export interface RefusalsTruth {
  /** Range of decision times, in platform time; half-open. */
  readonly window: TimeRange
  /** False when there were more candidates than the check reads. */
  readonly whole: boolean
  readonly candidates: number
  readonly passed: number
  /** Candidates without an expected edge after costs, in an exploratory trading scope. */
  readonly exploratory: { readonly candidates: number; readonly passed: number }
  readonly sets: readonly RefusedSet[]
  /** Readings of every gate for the last candidate. */
  readonly newest: { readonly atMs: Instant; readonly readings: readonly GateReading[] } | null
  /** Signals on bars that closed in the last day of the exchange clock. */
  readonly signals: number
}

export const refusals = defineInput<RefusalsTruth>({
  kind: 'STATISTICS',
  source: 'store.entries',
  what: 'The gate results of the candidates of the last day',
  producedBy: 'autotrading engine',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})

/** Calibration of every strategy's scores, by timeframe and regime. */
export const calibrations = defineInput<readonly StrategyCalibration[]>({
  kind: 'STATISTICS',
  source: 'autotrading.calibration',
  what: 'The calibration of the strategies',
  producedBy: 'autotrading',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})

/** A strategy or pattern with its counts of evaluations, signals and outcomes; null where nothing can be counted. */
export interface CoveredItem {
  readonly id: string
  readonly kind: DeclaredKind
  readonly family: string
  readonly version: number | null
  readonly digest: string | null
  readonly implemented: boolean
  /** True for a strategy from a user's file, which has no built-in golden vectors. */
  readonly plugIn: boolean
  /** True when it needs gaps, which are rare in a market that never closes. */
  readonly needsGap: boolean
  readonly enabled: boolean
  /** Number of bars processed within the last day, out of the closed bars. */
  readonly evaluations: number | null
  readonly expected: number | null
  readonly fires: number | null
  readonly outcomes: number | null
  readonly lastEvaluatedMs: Instant | null
  readonly lastFiredMs: Instant | null
}

/** Coverage of one series: processed and closed bars of the last day. */
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

/** Golden vector results of every strategy and pattern on the running build. */
export const goldenVectors = defineInput<readonly GoldenRun[]>({
  kind: 'ATTESTATION',
  source: 'golden.vectors',
  what: 'A run of the golden vectors on this build',
  producedBy: 'golden vectors',
  maxAgeMs: ({ monitor }) => monitor.maxFullVerificationAgeMs,
})
