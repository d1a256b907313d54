import type { DatabaseSync } from 'node:sqlite'
import type { AuditEntry } from '../../../engine/facts.ts'

/** Who did what; entries are only ever added. */
export interface AuditTable {
  add(entry: AuditEntry): void
}

export const auditTable = (database: DatabaseSync): AuditTable => {
  const insert = database.prepare(
    `INSERT INTO audit (audit_id, at_ms, actor, action, target, outcome, reason, request_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return {
    add({ auditId, atMs, actor, action, target, outcome, reason, requestId }) {
      insert.run(auditId, atMs, JSON.stringify(actor), action, target, outcome, reason, requestId)
    },
  }
}
