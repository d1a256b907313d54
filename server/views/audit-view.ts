/** Audit log as API bodies, page by page, and the reader that finds its entries. */

import type { AuditEntries, AuditEntry as AuditEntryBody } from '../../contract/audit.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { AuditEntry } from '../engine/model/facts.ts'
import { beginPage, type CursorRefusal, type PageQuery, type Place } from './page.ts'

/** Returns one page of the audit log; an entry's place is its number in the log. */
export const auditBody = async (
  reader: AuditReader,
  query: AuditListQuery,
  { nowMs, findUser }: AuditContext,
): Promise<Result<AuditEntries, CursorRefusal>> => {
  const { actorType, actor, action, outcome, target, requestId } = query
  const filter = { actorType, actor, action, outcome, target, requestId }
  const begun = beginPage({ name: 'audit', filter }, query)
  if (!begun.ok) return begun
  const { page, cursorAt } = begun.value
  const before = page.before && parseSeq(page.before)
  if (before === undefined) return err({ kind: 'invalidCursor' })
  const { entries, next } = await reader.find({ ...page, ...filter, before })
  return ok({
    items: entries.map((entry) => withName(auditEntryBody(entry), findUser)),
    nextCursor: next && cursorAt(toPlace(next)),
    asOf: toRfc3339(nowMs),
  })
}

export interface AuditListQuery extends PageQuery, AuditFilter {}

interface AuditQuery extends AuditFilter {
  readonly before: { readonly seq: number } | null
  readonly fromMs: Instant | null
  readonly toMs: Instant | null
  readonly limit: number
}

interface AuditContext {
  readonly nowMs: Instant
  /** Undefined when there is no such user. */
  readonly findUser: (sub: string) => { readonly username: string } | undefined
}

/** Filter for entries; null matches all. */
interface AuditFilter {
  readonly actorType: readonly AuditEntry['actor']['type'][] | null
  readonly actor: string | null
  readonly action: string | null
  readonly outcome: string | null
  readonly target: string | null
  readonly requestId: string | null
}

/** An entry with its position in the log. */
export interface LoggedEntry extends AuditEntry {
  readonly seq: number
  readonly prevHash: string
  readonly hash: string
}

/** Reader of the audit log. */
export interface AuditReader {
  /**
   * Finds entries, newest first. `next` is the position to continue from, null at the end; a call that has read enough
   * may return few or none.
   */
  find(
    query: AuditQuery,
  ): Promise<{ readonly entries: readonly LoggedEntry[]; readonly next: { readonly seq: number } | null }>
}

const withName = (entry: AuditEntryBody, findUser: AuditContext['findUser']): AuditEntryBody => {
  const user = entry.actor.sub === null ? undefined : findUser(entry.actor.sub)
  return user ? { ...entry, actor: { ...entry.actor, username: user.username } } : entry
}

/** Returns a place based only on the number: an entry keeps its place whatever its timestamp is. */
const toPlace = ({ seq }: { readonly seq: number }): Place => ({ atMs: 0, id: String(seq) })

const parseSeq = ({ id }: Place): { readonly seq: number } | undefined =>
  /^\d{1,15}$/.test(id) ? { seq: Number(id) } : undefined

/** Returns an audit entry as the API body. */
export const auditEntryBody = ({ atMs, actor, ...entry }: LoggedEntry): AuditEntryBody => ({
  ...entry,
  at: toRfc3339(atMs),
  actor: { type: actor.type, sub: actor.sub, sid: actor.sid, ip: actor.ip },
})
