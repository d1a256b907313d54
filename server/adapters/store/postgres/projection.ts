/**
 * The databases of an account on this host, as copies of its shared logs: follows the logs, checks and deletes the
 * copies, and converts between copies and independent databases.
 */

import { existsSync, rmSync } from 'node:fs'
import type { AccountLog } from '../../../scaled/ports.ts'
import { ENGINE_SCHEMA } from '../migrations/engine.ts'
import { VENUE_SCHEMA } from '../migrations/venue.ts'
import { openDatabase } from '../sqlite/database.ts'
import { logPositionRow } from '../sqlite/log-position.ts'
import { OUTBOX } from '../sqlite/outbox-table.ts'
import type { Row } from '../sqlite/rows.ts'
import { engineStorePath, openEngineStore } from '../sqlite/store.ts'
import { StoreError } from '../sqlite/store-error.ts'
import { openVenueStore, venueStorePath } from '../sqlite/venue-store.ts'

/** Opens the copies; call `refuseOwnDatabase` first. */
export const openProjection = ({ directory, engineLog, exchangeLog, host }: ProjectionParts): Projection => {
  const engine = openEngineStore(directory)
  const exchange = openVenueStore(directory)

  const followEngine = async (): Promise<boolean> => {
    const batches = await engineLog.readAfter(engine.position() ?? 0, BATCHES_MAX)
    for (const { number, host: writer, body } of batches) {
      const rows = readRows(body)
      engine.journal.write([logPositionRow(number), ...(writer === host ? rows : withoutAudit(rows))])
    }
    return batches.length < BATCHES_MAX
  }

  const followExchange = async (): Promise<boolean> => {
    const batches = await exchangeLog.readAfter(exchange.position() ?? 0, BATCHES_MAX)
    for (const { number, body } of batches) exchange.write([logPositionRow(number), ...readRows(body)])
    return batches.length < BATCHES_MAX
  }

  return {
    async follow() {
      const [engineIsDone, exchangeIsDone] = [await followEngine(), await followExchange()]
      return engineIsDone && exchangeIsDone
    },
    position: () => engine.position() ?? 0,
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
  /** Number of the newest engine batch that is copied. */
  position(): number
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
  database.exec('UPDATE commits SET audit_size = NULL, audit_root = NULL')
  database.close()
}

/** Marks copies as independent databases. */
export const endCopies = (directory: string): void => changeEach(directory, 'DELETE FROM log_position')
