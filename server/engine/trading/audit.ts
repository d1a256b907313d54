import type { Actor, Instructed } from '../events.ts'
import type { AuditEntry } from '../facts.ts'
import { mint, type Turn } from '../turn.ts'

const ENGINE: Actor = { type: 'ENGINE', sub: null, sid: null, ip: null }

/** What the engine does of itself is instructed by nobody. */
export const byEngine = (turn: Turn): Instructed => ({
  actor: ENGINE,
  requestId: null,
  idempotency: null,
  reason: null,
  auditId: mint(turn, 'aud'),
})

export const audit = (
  turn: Turn,
  { auditId, actor, requestId, reason }: Instructed,
  what: Pick<AuditEntry, 'action' | 'target' | 'outcome' | 'reason'>,
): void => {
  const entry = { auditId, atMs: turn.atMs, actor, requestId, ...what, reason: what.reason ?? reason }
  turn.facts.push({ kind: 'audited', entry })
}
