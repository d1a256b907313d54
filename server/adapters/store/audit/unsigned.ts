import { type Instant, MINUTE_MS } from '../../../core/instant.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'

/** Entries that stand between a checkpoint and the next, or the end: their numbers, and when first and last were made. */
export interface Unsigned {
  readonly from: number
  readonly to: number
  readonly sinceMs: Instant
  readonly untilMs: Instant
}

/** So many entries one checkpoint stands for, and so much time between the first and the last of them. */
export const CHECKPOINT_MAX_ENTRIES = 256
export const CHECKPOINT_SPAN_MAX_MS = 2 * MINUTE_MS

/** What is written never comes near these. */
const UNSIGNED_MAX_ENTRIES = CHECKPOINT_MAX_ENTRIES + 64
const UNSIGNED_MAX_MS = 3 * MINUTE_MS

/** Whether more is unsigned than ever is when nobody takes checkpoints away. */
export const isTooMuch = ({ from, to, sinceMs, untilMs }: Unsigned): boolean =>
  to - from + 1 > UNSIGNED_MAX_ENTRIES || untilMs - sinceMs > UNSIGNED_MAX_MS

export const describeUnsigned = ({ from, to }: Unsigned): string =>
  `No checkpoint stands for the ${to - from + 1} entries from ${from} on, as one should: checkpoints were removed, or could not be written.`

/** As many of the entries, from the first on, as one checkpoint may stand for. */
export const takeStretch = (entries: readonly AuditEntry[]): readonly AuditEntry[] => {
  const [first] = entries
  const end = entries.findIndex(({ atMs }) => first !== undefined && atMs - first.atMs > CHECKPOINT_SPAN_MAX_MS)
  return entries.slice(0, Math.min(end === -1 ? entries.length : end, CHECKPOINT_MAX_ENTRIES))
}
