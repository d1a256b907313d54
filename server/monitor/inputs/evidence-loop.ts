import type { TimeRange } from '../../core/instant.ts'
import type { StageCount } from '../../domain/evidence/loop-stage.ts'
import { defineInput } from '../frame/input.ts'

/** A link of the chain that does not hold. */
export interface BrokenLink {
  readonly fromId: string
  readonly toId: string | null
  readonly kind: string
}

/** So many of so many. */
export interface Portion {
  readonly part: number
  readonly whole: number
}

/** Completeness of the evidence of the last day, from strategy signals to their results. */
export interface EvidenceLoopTruth {
  readonly window: TimeRange
  readonly stages: readonly StageCount[]
  readonly signalsWithOutcome: Portion
  /** Fills of autotrading entries with a signal; other fills begin at the caller's order. */
  readonly fillsWithSignal: Portion
  readonly decisionsWithGateEvidence: Portion
  /** Links that store the digest of their target. */
  readonly hashLinked: Portion
  /** Own orders and fills that nothing led to. */
  readonly withoutIntent: number
  /** At most a few. */
  readonly brokenLinks: readonly BrokenLink[]
  /** False when there was more than the check reads. */
  readonly whole: boolean
}

export const evidenceLoop = defineInput<EvidenceLoopTruth>({
  kind: 'STATISTICS',
  source: 'store.evidence',
  what: 'A count of the links from signals to outcomes',
  producedBy: 'evidence count',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
