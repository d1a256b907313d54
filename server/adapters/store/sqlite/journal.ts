/**
 * The journal of ledger facts in the engine's database: appends batches with their other rows in one transaction, and
 * reads the facts in order.
 */

import { createHash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { assert, InvariantError } from '../../../core/assert.ts'
import { errorMessage, StoreFailure } from '../../../core/errors.ts'
import { readExact } from '../../../core/exact-json.ts'
import type { Fact, LedgerFact } from '../../../engine/model/facts.ts'
import type { AuditPosition, Batch, Journal } from '../../../engine/model/ports.ts'
import { isLedgerFact } from '../../../engine/state/ledger-facts.ts'
import { type BatchRows, createBatchRows, WRITES } from './batch-rows.ts'
import type { CommitCount } from './commit-count.ts'
import { inTransaction } from './database.ts'
import { isFailedWrite } from './failed-write.ts'
import type { Outbox } from './outbox-table.ts'
import { createWrite, type Row } from './rows.ts'
import { StoreError } from './store-error.ts'

/**
 * Creates the journal. It stores ledger facts as numbered rows, and the other facts of a batch as rows of their own
 * tables.
 */
export const createJournal = (
  database: DatabaseSync,
  { name, counted, outbox, committed }: JournalParts,
): EngineJournal => {
  const writeRows = createWrite(database, WRITES)
  let rows: BatchRows | undefined
  const write = (written: readonly Row[], audit?: AuditPosition): void => {
    const since = performance.now()
    commit(database, () => {
      counted.advance(audit)
      outbox.purge()
      writeRows(written)
    })
    committed(performance.now() - since)
  }
  return {
    append(batch, audit) {
      rows ??= createBatchRows(name)
      write(rows.of(batch), audit)
    },
    write,
    ...createJournalReader(database),
  }
}

interface JournalParts {
  /** Name of the store in audit entries. */
  readonly name: string
  readonly counted: Pick<CommitCount, 'advance'>
  readonly outbox: Pick<Outbox, 'purge'>
  /** Called with the duration of each commit, ms. */
  readonly committed: (tookMs: number) => void
}

/** Reads the journal over any connection. Rows are numbered from 1 without gaps. */
export interface JournalReader extends Pick<Journal, 'read'> {
  /** Number of the newest row; 0 when there is none. */
  newest(): number
  /** SHA-256 of a row; null when there is none with this number. */
  digest(seq: number): string | null
}

/** A journal that also records the end of the audit log with each batch. */
export interface EngineJournal extends Journal, JournalReader {
  append(batch: Batch, audit?: AuditPosition): void
  /** Appends a batch whose rows were made by another thread. */
  write(rows: readonly Row[], audit?: AuditPosition): void
}

const commit = (database: DatabaseSync, work: () => void): void => {
  try {
    inTransaction(database, work)
  } catch (error) {
    if (error instanceof InvariantError) throw error
    const reason = errorMessage(error)
    const fault = `${database.location()} cannot be written (${reason}). Free disk space or repair the disk`
    if (isFailedWrite(error)) throw new StoreFailure(`${fault}.`)
    throw new StoreError(`${fault}, then start again.`)
  }
}

/** Number of rows read at once, small enough not to delay a checkpoint. */
const ROWS_AT_ONCE = 1_000

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
