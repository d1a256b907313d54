/**
 * Detection of a replaced or truncated audit log: compares the log with the end that a database recorded, and creates
 * the entry that reports the mismatch.
 */

import type { Id } from '../../../core/id.ts'
import { ENGINE } from '../../../engine/model/events.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import type { AuditPosition } from '../../../engine/model/ports.ts'
import { withFile } from '../disk.ts'
import { parseLine } from './entry-line.ts'
import { startOfSeq } from './entry-offsets.ts'
import { linesNow, searchNow } from './lines.ts'
import { KEEP, type LogState } from './log-state.ts'

/** Action of the entry that reports an earlier log as missing. */
export const AUDIT_REPLACED = 'AUDIT_REPLACED'

/** End of the log as a database recorded it. */
export interface KnownEnd extends AuditPosition {
  /** Database that recorded it. */
  readonly store: string
  /** Newest run recorded in the store; null if there is none. */
  readonly epoch: number | null
  readonly auditId: Id<'aud'>
}

/** Returns the entry to record when this log does not contain the known end; undefined when it does. */
export const describeReplacedLog = (
  state: LogState,
  { store, epoch, auditId, size, root }: KnownEnd,
): (AuditEntry & { readonly reason: string }) | undefined => {
  const { head, paths, clock } = state
  if (!state.recovered || size === 0 || holds(state, { size, root })) return undefined
  const has = head.size === 0 ? 'is empty' : `has ${head.size} entries`
  return {
    auditId,
    atMs: clock(),
    epoch,
    actor: ENGINE,
    action: AUDIT_REPLACED,
    target: 'audit',
    before: `${size} entries, ${root}`,
    after: `${head.size} entries`,
    outcome: 'FOUND',
    reason: `The audit log was replaced or truncated: ${store} refers to ${size} entries of it, up to run ${epoch ?? 'none'}, but ${paths.log} ${has} and lacks that one. ${KEEP}`,
    requestId: null,
  }
}

const holds = ({ head, paths }: LogState, { size, root }: AuditPosition): boolean => {
  if (size > head.size) return false
  return withFile(paths.log, 'r', (fd) => {
    const span = { from: 0, to: head.offset }
    const { value: line } = linesNow(fd, { ...span, from: searchNow(fd, startOfSeq(span, size)) }).next()
    const entry = line && parseLine(line.bytes)
    return entry?.seq === size && entry.hash === root
  })
}
