/**
 * SQLite databases of the data directory: opening with durable settings and migrations, transactions, checkpoints of
 * the write-ahead log, and a check for damage.
 */

import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorMessage } from '../../../core/errors.ts'
import { isDiskFull, StoreError, UPDATE } from './store-error.ts'

/**
 * Durability of commits: `FULL` survive a power loss; the newest `NORMAL` ones may be lost in it, which is for copies of
 * what another store has.
 */
export type Durability = 'FULL' | 'NORMAL'

/**
 * Opens or creates a database that is readable only by its owner, and migrates its schema. Refuses a damaged file and
 * one from a newer program.
 */
export const openDatabase = (
  path: string,
  migrations: readonly Migration[],
  durability: Durability = 'FULL',
): DatabaseSync => {
  try {
    const wasOpen = existsSync(`${path}-wal`)
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF')
    migrate(database, path, migrations)
    if (wasOpen) checkpoint(database)
    database.exec(`PRAGMA synchronous = ${durability}`)
    return database
  } catch (error) {
    if (error instanceof StoreError) throw error
    const reason = errorMessage(error)
    const remedy = isDiskFull(reason)
      ? `Free space on its disk: df -h ${dirname(path)}`
      : 'Restore it from a backup or move it away.'
    throw new StoreError(`${path} cannot be used as a database (${reason}). ${remedy}`)
  }
}

/** Maximum wait of a statement for another process's lock before it fails. */
const BUSY_TIMEOUT_MS = 5_000
/** Maximum wait of a checkpoint for readers: nothing is committed meanwhile. */
const CHECKPOINT_TIMEOUT_MS = 50

/** One step of a schema, forward only: a migration that has been released is never edited. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

/** Runs `work` in one durable transaction, or within the transaction that is already open. */
export const inTransaction = <T>(database: DatabaseSync, work: () => T): T => {
  if (database.isTransaction) return work()
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/**
 * Moves commits from the write-ahead log to the database file and empties the log; false when that is not possible now,
 * as during a long read of another connection.
 */
export const checkpoint = (database: DatabaseSync): boolean => {
  try {
    database.exec(`PRAGMA busy_timeout = ${CHECKPOINT_TIMEOUT_MS}`)
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
  } catch {
    return false
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

/** Prefix of a finding of SQLite. */
const HEADING = /^\*\*\* in database main \*\*\*\s+/

/** Checks the whole database and returns the first fault, or null. */
export const findDamage = (database: DatabaseSync): string | null => {
  try {
    const result = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
    return result === 'ok' ? null : String(result).replace(HEADING, '')
  } catch (error) {
    return errorMessage(error)
  }
}

const migrate = (database: DatabaseSync, path: string, migrations: readonly Migration[]): void => {
  const row = database.prepare('PRAGMA user_version').get()
  const current = Number(row?.user_version ?? 0)
  const newest = migrations.at(-1)?.version ?? 0
  if (current > newest) {
    throw new StoreError(
      `${path} was written by a newer version (schema ${current}, this program knows ${newest}). ${UPDATE}`,
    )
  }
  const due = migrations.filter(({ version }) => version > current)
  if (due.length === 0) return
  inTransaction(database, () => {
    for (const { sql } of due) database.exec(sql)
    database.exec(`PRAGMA user_version = ${newest}`)
  })
}
