import type { Instant, TimeRange } from '../../core/instant.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** How far back the evidence of this market and mode reaches, and what of that time was not observed. */
export interface EvidenceRecordTruth {
  /** When it was begun; anew where earlier evidence was lost. */
  readonly sinceMs: Instant
  /** The last time that evidence was found missing or damaged at a start; null where that has never happened. */
  readonly lost: { readonly atMs: Instant; readonly reason: string } | null
  /** When the process was down or what it had measured was not saved, oldest first. */
  readonly gaps: readonly TimeRange[]
  /** When all of it was last saved; null before the first time. */
  readonly savedAtMs: Instant | null
  /** Why it could not be saved the last time; null where it was. */
  readonly failure: string | null
}

export const evidenceRecord = defineInput<EvidenceRecordTruth>({
  kind: 'STATE',
  source: 'store.evidence-record',
  what: 'The record of what was measured before this run',
  producedBy: 'evidence store',
  maxAgeMs: atOnce,
})
