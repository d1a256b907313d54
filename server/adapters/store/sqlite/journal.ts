/** The journal of ledger facts in the engine's database: appends batches with their other rows in one transaction. */

import type { DatabaseSync } from 'node:sqlite'
import { assert, InvariantError } from '../../../core/assert.ts'
import { errorMessage, StoreFailure } from '../../../core/errors.ts'
import type { AuditPosition, Batch, Journal } from '../../../engine/model/ports.ts'
import { type BatchRows, createBatchRows, WRITES } from './batch-rows.ts'
import type { CommitCount } from './commit-count.ts'
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
  let staged: StagedRows | undefined

  /** Writes rows in the open transaction, or begins one. After a failure nothing of it is left. */
  const insert = (written: readonly Row[], audit: AuditPosition | undefined): void => {
    try {
      if (!database.isTransaction) {
        database.exec('BEGIN IMMEDIATE')
        counted.advance(audit)
        outbox.purge()
      }
      writeRows(written)
    } catch (error) {
      rollBack(database)
      throw error
    }
  }

  /** Continues the transaction of a batch, and throws the error with which staging failed; discards any other batch. */
  const resume = (batch: StagedBatch | undefined): void => {
    const before = staged
    staged = undefined
    if (!batch) return rollBack(database)
    const isComplete = before?.number === batch.number && before.parts === batch.parts
    assert(isComplete, 'a batch must be committed with all parts that were staged')
    if (before.error !== undefined) throw before.error
  }

  const write: EngineJournal['write'] = (written, { audit, batch } = {}) => {
    const since = performance.now()
    naming(database, () => {
      resume(batch)
      insert(written, audit)
      commit(database)
    })
    committed(performance.now() - since)
  }

  return {
    append(batch, audit) {
      rows ??= createBatchRows(name)
      write(rows.of(batch), { audit })
    },
    write,
    stageRows(written, { audit, number }) {
      if (staged?.number !== number) {
        rollBack(database)
        staged = { number, parts: 0, error: undefined }
      }
      staged.parts++
      if (staged.error !== undefined) return
      try {
        insert(written, audit)
      } catch (error) {
        staged.error = error
      }
    },
    isStaged: () => staged !== undefined,
    ...createJournalReader(database),
  }
}

/** A batch of which a part was written in advance and is not committed. */
export interface StagedBatch {
  /** Different from that of the batch before. */
  readonly number: number
  readonly parts: number
}

interface StagedRows extends StagedBatch {
  parts: number
  /** Error with which it failed; nothing of it is left then. */
  error: unknown
}

interface JournalParts {
  /** Name of the store in audit entries. */
  readonly name: string
  readonly counted: Pick<CommitCount, 'advance'>
  readonly outbox: Pick<Outbox, 'purge'>
  /** Called with the duration of each commit, ms. */
  readonly committed: (tookMs: number) => void
}

/** A journal that also records the end of the audit log with each batch. */
export interface EngineJournal extends Journal, JournalReader {
  append(batch: Batch, audit?: AuditPosition): void
  /**
   * Appends a batch whose rows were made by another thread, together with the parts of it that were staged. If these
   * could not be written, it throws their error, and nothing is stored.
   */
  write(rows: readonly Row[], parts?: WriteParts): void
  /** Writes a part of a batch in advance, in a transaction that the `write` of that batch commits. */
  stageRows(rows: readonly Row[], parts: Pick<WriteParts, 'audit'> & Pick<StagedBatch, 'number'>): void
  /** Returns whether a part of a batch has been staged and its `write` is awaited. */
  isStaged(): boolean
}

interface WriteParts {
  /** End of the audit log. */
  readonly audit?: AuditPosition | undefined
  /** The batch, if parts of it were staged. */
  readonly batch?: StagedBatch | undefined
}

const commit = (database: DatabaseSync): void => {
  try {
    database.exec('COMMIT')
  } catch (error) {
    rollBack(database)
    throw error
  }
}

const rollBack = (database: DatabaseSync): void => {
  if (database.isTransaction) database.exec('ROLLBACK')
}

/** Runs `work`; its errors name the file and what to do. */
const naming = (database: DatabaseSync, work: () => void): void => {
  try {
    work()
  } catch (error) {
    if (error instanceof InvariantError) throw error
    const reason = errorMessage(error)
    const fault = `${database.location()} cannot be written (${reason}). Free disk space or repair the disk`
    if (isFailedWrite(error)) throw new StoreFailure(`${fault}.`)
    throw new StoreError(`${fault}, then start again.`)
  }
}
