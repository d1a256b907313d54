/** Reads the ledger facts in the journal of the engine's database, in order. */

import { createHash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { assert } from '../../../core/assert.ts'
import { errorMessage } from '../../../core/errors.ts'
import { readExact } from '../../../core/exact-json.ts'
import type { Fact, LedgerFact } from '../../../engine/model/facts.ts'
import type { Journal } from '../../../engine/model/ports.ts'
import { isLedgerFact } from '../../../engine/state/ledger-facts.ts'
import { StoreError } from './store-error.ts'

export const createJournalReader = (database: DatabaseSync): JournalReader => {
  const select = database.prepare(
    `SELECT seq, kind, body FROM journal WHERE seq > ? ORDER BY seq LIMIT ${ROWS_AT_ONCE}`,
  )
  const newest = database.prepare('SELECT max(seq) AS seq FROM journal')
  const selectOne = database.prepare('SELECT kind, body FROM journal WHERE seq = ?')
  return {
    read: (after = 0) => readFacts(select, after),
    newest: () => Number(newest.get()?.seq ?? 0),
    digest(seq) {
      const row = selectOne.get(seq)
      return row ? createHash('sha256').update(`${seq} ${row.kind} ${row.body}`).digest('hex') : null
    },
  }
}

/** Reads the journal over any connection. Rows are numbered from 1 without gaps. */
export interface JournalReader extends Pick<Journal, 'read'> {
  /** Number of the newest row; 0 when there is none. */
  newest(): number
  /** SHA-256 of a row; null when there is none with this number. */
  digest(seq: number): string | null
}

/** Number of rows read at once, small enough not to delay a checkpoint. */
const ROWS_AT_ONCE = 1_000

function* readFacts(select: StatementSync, after: number): Generator<LedgerFact> {
  let last = after
  for (let rows = selectRows(select, last); rows.length > 0; rows = selectRows(select, last)) {
    for (const { seq, kind, body } of rows) {
      if (seq !== ++last) throw new StoreError(`Row ${last} of the journal is missing. ${RESTORE}`)
      yield parseFact(seq, kind, body)
    }
  }
}

const RESTORE = 'Restore the database from a backup.'

const selectRows = (select: StatementSync, after: number) => {
  try {
    return select.all(after)
  } catch (error) {
    throw new StoreError(`The journal cannot be read (${errorMessage(error)}). ${RESTORE}`)
  }
}

/** Parses a fact; an unknown one is an error, because skipping it would make the ledger wrong. */
const parseFact = (seq: unknown, kind: unknown, body: unknown): LedgerFact => {
  try {
    const fact = readExact(String(body)) as Fact
    assert(isLedgerFact(fact), `${fact.kind} must be a known fact of the ledger`)
    return fact
  } catch {
    throw new StoreError(`Row ${seq} of the journal (${kind}) cannot be read. ${RESTORE}`)
  }
}
