import type { DatabaseSync } from 'node:sqlite'
import { assert } from '../../../core/assert.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import { parseEntry, printEntry } from '../audit/entry-line.ts'

/** Audit entry that was committed with its facts and may not be in the audit log yet. */
export interface OutboxRow {
  /** Never given twice. */
  readonly seq: number
  readonly entry: AuditEntry
}

/** Audit entries waiting to be moved from the journal to the audit log. */
export interface Outbox {
  /** Call it within the transaction of the facts that the entry belongs to. */
  put(entry: AuditEntry): void
  /** Returns the entries that are not known to be in the log, oldest first. */
  waiting(): OutboxRow[]
  /** Notes that the entries up to a row are durable in the log; `purge` deletes them. */
  noteMoved(seq: number): void
  /** Deletes what was moved. Call it within a transaction. */
  purge(): void
}

export const createOutbox = (database: DatabaseSync): Outbox => {
  const insert = database.prepare('INSERT INTO audit_outbox (body) VALUES (?)')
  const select = database.prepare('SELECT seq, body FROM audit_outbox WHERE seq > ? ORDER BY seq')
  const remove = database.prepare('DELETE FROM audit_outbox WHERE seq <= ?')
  let movedTo = 0
  return {
    put: (entry) => void insert.run(printEntry(entry)),
    waiting: () => select.all(movedTo).map(({ seq, body }) => ({ seq: Number(seq), entry: readEntry(body) })),
    noteMoved(seq) {
      movedTo = seq
    },
    purge() {
      if (movedTo > 0) remove.run(movedTo)
    },
  }
}

const readEntry = (body: unknown): AuditEntry => {
  const entry = parseEntry(Buffer.from(String(body)))
  assert(entry, 'an entry of the outbox is as it was written')
  return entry
}
