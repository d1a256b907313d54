import type { Instant, TimeRange } from '../../core/instant.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Start of the evidence for this market and mode, and the periods in it that were not observed. */
export interface EvidenceRecordTruth {
  /** Start of the evidence; later when earlier evidence was lost. */
  readonly sinceMs: Instant
  /** The last time that evidence was found missing or damaged at a start; null where that has never happened. */
  readonly lost: { readonly atMs: Instant; readonly reason: string } | null
  /** Periods in which the process was down or its measurements were not saved, oldest first. */
  readonly gaps: readonly TimeRange[]
  /** Time at which all of it was last saved; null before the first time. */
  readonly savedAtMs: Instant | null
  /** Reason why the last save failed; null when it succeeded. */
  readonly failure: string | null
}

export const evidenceRecord = defineInput<EvidenceRecordTruth>({
  kind: 'STATE',
  source: 'store.evidence-record',
  what: 'The record of what was measured before this run',
  producedBy: 'evidence store',
  maxAgeMs: atOnce,
})
