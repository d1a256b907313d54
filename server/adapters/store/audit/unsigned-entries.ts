/**
 * Limits of the entries that no checkpoint of the audit log covers, and the check for checkpoints that were removed.
 */

import { type Instant, MINUTE_MS } from '../../../core/instant.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'

/** Entries between a checkpoint and the next, or the end: their numbers, and the times of the first and last. */
export interface UnsignedEntries {
  readonly from: number
  readonly to: number
  readonly sinceMs: Instant
  readonly untilMs: Instant
}

/** Maximum number of entries covered by one checkpoint, and maximum time between the first and the last of them. */
export const CHECKPOINT_MAX_ENTRIES = 256
export const CHECKPOINT_SPAN_MAX_MS = 2 * MINUTE_MS

/** Limits well above the unsigned part of a running log. */
const UNSIGNED_MAX_ENTRIES = CHECKPOINT_MAX_ENTRIES + 64
const UNSIGNED_MAX_MS = 3 * MINUTE_MS

/** Returns whether more entries are unsigned than possible in a log without removed checkpoints. */
export const exceedsLimits = ({ from, to, sinceMs, untilMs }: UnsignedEntries): boolean =>
  to - from + 1 > UNSIGNED_MAX_ENTRIES || untilMs - sinceMs > UNSIGNED_MAX_MS

export const describeUnsigned = ({ from, to }: UnsignedEntries): string =>
  `No checkpoint covers the ${to - from + 1} entries from ${from} on, although one should: checkpoints were removed, or could not be written.`

/** Returns the first entries, as many as one checkpoint may cover. */
export const nextCheckpointEntries = (entries: readonly AuditEntry[]): readonly AuditEntry[] => {
  const [first] = entries
  const end = entries.findIndex(({ atMs }) => first !== undefined && atMs - first.atMs > CHECKPOINT_SPAN_MAX_MS)
  return entries.slice(0, Math.min(end === -1 ? entries.length : end, CHECKPOINT_MAX_ENTRIES))
}
