import { ENGINE } from '../model/actors.ts'
import type { Instructed } from '../model/events.ts'
import type { AuditEntry } from '../model/facts.ts'
import { mint, type Turn } from './turn.ts'

/** Attributes automatic actions to the engine itself. */
export const byEngine = (turn: Turn, auditId = mint(turn, 'aud')): Instructed => ({
  actor: ENGINE,
  requestId: null,
  idempotency: null,
  reason: null,
  auditId,
})

/** Content of an audit entry apart from its actor. */
interface AuditFields extends Pick<AuditEntry, 'action' | 'target' | 'outcome' | 'reason'> {
  readonly before?: string | null
  readonly after?: string | null
}

export const audit = (
  { atMs, session, facts }: Turn,
  { auditId, actor, requestId, reason }: Instructed,
  { before = null, after = null, ...fields }: AuditFields,
): void => {
  const what = { ...fields, before, after, reason: fields.reason ?? reason }
  facts.push({ kind: 'audited', entry: { auditId, atMs, epoch: session.epoch, actor, requestId, ...what } })
}
