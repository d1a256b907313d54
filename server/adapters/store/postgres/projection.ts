/**
 * The databases of an account on this host, as copies of its shared logs: follows the logs, checks and deletes the
 * copies, and converts between copies and independent databases.
 */

import { existsSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { AccountLog } from '../../../scaled/ports.ts'
import { ENGINE_SCHEMA } from '../migrations/engine.ts'
import { VENUE_SCHEMA } from '../migrations/venue.ts'
import { FURTHER_COMMIT } from '../sqlite/commit-count.ts'
import { openDatabase } from '../sqlite/database.ts'
import { logPositionRow } from '../sqlite/log-position.ts'
import { OUTBOX } from '../sqlite/outbox-table.ts'
import type { Row } from '../sqlite/rows.ts'
import { type EngineStore, engineStorePath, openEngineStore } from '../sqlite/store.ts'
import { StoreError } from '../sqlite/store-error.ts'
import { openVenueStore, venueStorePath } from '../sqlite/venue-store.ts'
import { snapshotPath } from '../upkeep/ledger-snapshot.ts'

/** Opens the copies; call `refuseOwnDatabase` first. */
export const openProjection = ({ directory, engineLog, exchangeLog, host }: ProjectionParts): Projection => {
  const engine = openEngineStore(directory, 'NORMAL')
  const exchange = openVenueStore(directory, 'NORMAL')

  const followEngine = async (): Promise<boolean> => {
    const batches = await engineLog.readAfter(engine.position() ?? 0, BATCHES_MAX)
    const newest = batches.at(-1)
    if (!newest) return true
    const rows = batches.flatMap(({ host: writer, body }, index) => {
      const own = writer === host ? readRows(body) : withoutAudit(readRows(body))
      return index === 0 ? own : [FURTHER_COMMIT, ...own]
    })
    engine.journal.write([...rows, logPositionRow(newest.number)])
    return batches.length < BATCHES_MAX
  }

  const followExchange = async (): Promise<boolean> => {
    const batches = await exchangeLog.readAfter(exchange.position() ?? 0, BATCHES_MAX)
    const newest = batches.at(-1)
    if (!newest) return true
    exchange.write([...batches.flatMap(({ body }) => readRows(body)), logPositionRow(newest.number)])
    return batches.length < BATCHES_MAX
  }

  return {
    async follow() {
      const [engineIsDone, exchangeIsDone] = [await followEngine(), await followExchange()]
      return engineIsDone && exchangeIsDone
    },
    async verifyNext() {
      await engineLog.readAfter(engine.position() ?? 0, 1)
      await exchangeLog.readAfter(exchange.position() ?? 0, 1)
    },
    position: () => engine.position() ?? 0,
    journal: engine.journal,
    close() {
      engine.close()
      exchange.close()
    },
  }
}

export interface ProjectionParts {
  readonly directory: string
  readonly engineLog: Pick<AccountLog, 'readAfter' | 'newest'>
  readonly exchangeLog: Pick<AccountLog, 'readAfter' | 'newest'>
  /** Identifier of this host: audit entries of this host's batches are moved to its audit log. */
  readonly host: string
}

/** Number of batches read at a time. */
export const BATCHES_MAX = 200

/**
 * Copies of the logs of an account in the databases of this host. An engine starts from them; deleted copies are
 * rebuilt.
 */
export interface Projection {
  /** Copies newly appended batches. Returns true when none is left. Rejects like `AccountLog`. */
  follow(): Promise<boolean>
  /** Rejects with `LogTrimmed` when a log does not continue the copy. */
  verifyNext(): Promise<void>
  /** Number of the newest engine batch that is copied. */
  position(): number
  readonly journal: Pick<EngineStore['journal'], 'newest'>
  close(): void
}

export const readRows = (body: string): Row[] => JSON.parse(body)

/** Removes rows of audit entries, which belong to the audit log of the host that created them. */
export const withoutAudit = (rows: readonly Row[]): Row[] => rows.filter(([statement]) => statement !== OUTBOX)

/** Refuses a directory whose databases are not copies of a log. */
export const refuseOwnDatabase = (directory: string): void => {
  for (const [path, open] of [
    [engineStorePath(directory), openEngineStore],
    [venueStorePath(directory), openVenueStore],
  ] as const) {
    if (!existsSync(path)) continue
    const store = open(directory)
    const isEmpty = 'commits' in store ? store.commits.count() === 0 : store.readAccount() === undefined
    const isOwn = store.position() === null && !isEmpty
    store.close()
    if (isOwn) {
      throw new StoreError(
        `${path} is an independent database, not a copy of the account in the shared store. Choose another --data-dir.`,
      )
    }
  }
}

/** Deletes the copies so that they are rebuilt from the logs. */
export const deleteProjection = (directory: string): void => {
  for (const path of [engineStorePath(directory), venueStorePath(directory)]) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  }
  rmSync(snapshotPath(directory), { force: true })
}

const DATABASES = [
  [engineStorePath, ENGINE_SCHEMA],
  [venueStorePath, VENUE_SCHEMA],
] as const

const changeEach = (directory: string, sql: string): void => {
  for (const [path, schema] of DATABASES) {
    if (!existsSync(path(directory))) continue
    const database = openDatabase(path(directory), schema)
    database.exec(sql)
    database.close()
  }
}

/**
 * Marks independent databases as copies of logs that begin with the next batch. Clears the recorded end of the audit
 * log, which has no entries of other hosts.
 */
export const beginCopies = (directory: string): void => {
  changeEach(directory, 'INSERT OR REPLACE INTO log_position (id, number) VALUES (1, 0)')
  const database = openDatabase(engineStorePath(directory), ENGINE_SCHEMA)
  removeHostRows(database)
  database.close()
}

/** Removes what belongs to the audit log of this host. */
export const removeHostRows = (database: DatabaseSync): void =>
  database.exec('UPDATE commits SET audit_size = NULL, audit_root = NULL; DELETE FROM audit_outbox')

/** Marks copies as independent databases. */
export const endCopies = (directory: string): void => changeEach(directory, 'DELETE FROM log_position')
