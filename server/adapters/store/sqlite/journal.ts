/** The journal of ledger facts in the engine's database: appends batches with their other rows in one transaction. */

import type { DatabaseSync } from 'node:sqlite'
import { InvariantError } from '../../../core/assert.ts'
import { errorMessage, StoreFailure } from '../../../core/errors.ts'
import type { AuditPosition, Batch, Journal } from '../../../engine/model/ports.ts'
import { type BatchRows, createBatchRows, WRITES } from './batch-rows.ts'
import type { CommitCount } from './commit-count.ts'
import { inTransaction } from './database.ts'
import { isFailedWrite } from './failed-write.ts'
import { createJournalReader, type JournalReader } from './journal-reader.ts'
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
    const count = commit(database, () => {
      counted.advance(audit)
      outbox.purge()
      writeRows(written)
      return counted.count()
    })
    committed(performance.now() - since, count)
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
  readonly counted: Pick<CommitCount, 'advance' | 'count'>
  readonly outbox: Pick<Outbox, 'purge'>
  /** Called with the duration of each commit, ms, and the number of commits so far. */
  readonly committed: (tookMs: number, count: number) => void
}

/** A journal that also records the end of the audit log with each batch. */
export interface EngineJournal extends Journal, JournalReader {
  append(batch: Batch, audit?: AuditPosition): void
  /** Appends a batch whose rows were made by another thread. */
  write(rows: readonly Row[], audit?: AuditPosition): void
}

const commit = <T>(database: DatabaseSync, work: () => T): T => {
  try {
    return inTransaction(database, work)
  } catch (error) {
    if (error instanceof InvariantError) throw error
    const reason = errorMessage(error)
    const fault = `${database.location()} cannot be written (${reason}). Free disk space or repair the disk`
    if (isFailedWrite(error)) throw new StoreFailure(`${fault}.`)
    throw new StoreError(`${fault}, then start again.`)
  }
}
