/** Table of audit entries on their way from the journal to the audit log. */

import type { DatabaseSync } from 'node:sqlite'
import { assert } from '../../../core/assert.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import { parseEntry, printEntry } from '../audit/entry-line.ts'
import type { Row, Writes } from './rows.ts'

/** Creates the outbox over an open database. */
export const createOutbox = (database: DatabaseSync): Outbox => {
  const select = database.prepare('SELECT seq, body FROM audit_outbox WHERE seq > ? ORDER BY seq')
  const remove = database.prepare('DELETE FROM audit_outbox WHERE seq <= ?')
  let movedTo = 0
  let purgedTo = 0
  return {
    waiting: () => select.all(movedTo).map(({ seq, body }) => ({ seq: Number(seq), entry: readEntry(body) })),
    noteMoved(seq) {
      movedTo = seq
    },
    purge() {
      if (movedTo > purgedTo) remove.run(movedTo)
      purgedTo = movedTo
    },
  }
}

/** Audit entry that was committed with its facts and may not be in the audit log yet. */
export interface OutboxRow {
  /** Unique, also after deletions. */
  readonly seq: number
  readonly entry: AuditEntry
}

/** Audit entries waiting to be moved from the journal to the audit log. */
export interface Outbox {
  /** Returns the entries not yet known to be in the audit log, oldest first. */
  waiting(): OutboxRow[]
  /** Records that the entries up to a row are durable in the log; `purge` deletes them. */
  noteMoved(seq: number): void
  /** Deletes the entries moved so far. Call it within a transaction. */
  purge(): void
}

export const OUTBOX = 'audit_outbox'

/** The statement inserts the number of the commit into the entry; the transaction has already incremented the count. */
export const OUTBOX_WRITES: Writes = {
  [OUTBOX]: 'INSERT INTO audit_outbox (body) SELECT ? || count || ? FROM commits',
}

/**
 * Returns the row of an audit entry, written in the transaction of its facts; `store` is the store's name in the entry.
 */
export const outboxRow = (entry: AuditEntry, store: string): Row => {
  const commit = `"commit":"${store}/`
  const text = printEntry({ ...entry, commit: `${store}/` })
  const at = text.indexOf(commit) + commit.length
  return [OUTBOX, text.slice(0, at), text.slice(at)]
}

const readEntry = (body: unknown): AuditEntry => {
  const entry = parseEntry(String(body))
  assert(entry, 'an entry of the outbox must be unchanged')
  return entry
}
