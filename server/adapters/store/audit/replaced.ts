import type { Id } from '../../../core/id.ts'
import { ENGINE } from '../../../engine/model/events.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import type { AuditPosition } from '../../../engine/model/ports.ts'
import { withFile } from '../disk.ts'
import { parseLine } from './entry-line.ts'
import { linesNow, searchNow } from './lines.ts'
import { KEEP, type LogState } from './log-state.ts'
import { startOfSeq } from './places.ts'

/** Action of the entry that reports an earlier log as missing. */
export const AUDIT_REPLACED = 'AUDIT_REPLACED'

/** End of the log as a store remembers it. */
export interface KnownEnd extends AuditPosition {
  /** Store that remembers it. */
  readonly store: string
  /** Newest run recorded in the store; null without one. */
  readonly epoch: number | null
  readonly auditId: Id<'aud'>
}

/** The entry to record when this log does not hold the end that is known; undefined when it does. */
export const replacement = (
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
    reason: `The audit log was replaced or cut: ${store} knows ${size} entries of it, up to run ${epoch ?? 'none'}, and ${paths.log} ${has} and not that one. ${KEEP}`,
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
