import type { GradedCandidate } from '../../../contract/monitor/candidate-quality-v3.ts'
import { defineInput } from '../frame/input.ts'

/** Present candidates of autotrading: those with a valid signal and those with working orders. */
export interface CandidatesTruth {
  /** The market's clock when they were read, as RFC 3339. */
  readonly marketNow: string
  /** Newest first. */
  readonly candidates: readonly GradedCandidate[]
  /** Considered within the same time, and not read any more. */
  readonly leftOff: number
}

export const candidates = defineInput<CandidatesTruth>({
  kind: 'STATE',
  source: 'autotrading.candidates',
  what: 'The present candidates of autotrading',
  producedBy: 'autotrading',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
