import type { GradeRecord } from '../../../contract/monitor/candidate-quality-v3.ts'
import { defineInput } from '../frame/input.ts'

/** Results of candidates, and the cost of their entries compared with the estimate. */
export interface CandidateRecord {
  /** The instants, as RFC 3339, between which those were considered that it counts. */
  readonly window: { readonly from: string; readonly to: string }
  /** From the best grade to the worst. */
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
