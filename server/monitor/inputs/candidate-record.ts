import type { GradeRecord } from '../../../contract/monitor/candidate-quality-v3.ts'
import { defineInput } from '../frame/input.ts'

/** What candidates have come to, and what their entries have cost beside what was reckoned. */
export interface CandidateRecord {
  /** The instants, as RFC 3339, between which those were considered that it counts. */
  readonly window: { readonly from: string; readonly to: string }
  /** From the best grade to the worst. */
  readonly byGrade: readonly GradeRecord[]
  /** Of entries that were filled. */
  readonly modelError: { readonly median: number | null; readonly p90: number | null; readonly n: number }
}

export const candidateRecord = defineInput<CandidateRecord>({
  kind: 'STATISTICS',
  source: 'store.candidates',
  what: 'What candidates of each grade have come to',
  producedBy: 'autotrading outcomes',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
