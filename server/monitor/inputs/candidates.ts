import type { GradedCandidate } from '../../../contract/monitor/candidate-quality-v3.ts'
import { defineInput } from '../frame/input.ts'

/** Entries autotrading thinks of now: those whose signal is still valid, and those that are at work. */
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
  what: 'The entries autotrading thinks of now',
  producedBy: 'autotrading',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
