import type { Instant, TimeRange } from '../../core/instant.ts'
import type { RefusedAlike } from '../../domain/risk/attribute-refusals.ts'
import type { GateReading } from '../../domain/risk/gate.ts'
import { defineInput } from '../frame/input.ts'

/** Candidates that the same gates blocked, with the outcomes of those whose signal has ended. */
export interface RefusedSet extends RefusedAlike {
  readonly firstAtMs: Instant
  /** Newest first, a few. */
  readonly samples: readonly { readonly decisionId: string; readonly atMs: Instant }[]
  /** Number of outcomes tracked without a trade; the R values below are net of costs. */
  readonly scored: number
  readonly netR: number
  readonly netRSquared: number
  /** Independent outcomes they are worth. */
  readonly uniqueness: number
}

/** Gate results of the candidates of the last day. */
export interface RefusalsTruth {
  /** By the instant of deciding, on our clock; half-open. */
  readonly window: TimeRange
  /** False when there were more candidates than the check reads. */
  readonly whole: boolean
  readonly candidates: number
  readonly passed: number
  /** Of these the ones without an expected edge after costs, in a book that explores. */
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
