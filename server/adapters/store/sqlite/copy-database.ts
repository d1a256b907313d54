/** Copies of SQLite databases while other processes write to them, for example for a backup. */

import { closeSync, openSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { errorMessage } from '../../../core/errors.ts'
import type { AuditPosition } from '../../../engine/model/ports.ts'
import { StoreError } from './store-error.ts'

/** Snapshot of a database at one instant, while other processes may continue to write it. */
export interface DatabaseSnapshot {
  readonly path: string
  /** Version of its schema. */
  readonly schema: number
  /** Number of its commits; null if they are not counted. */
  readonly commits: number | null
  /** End of the audit log at the newest commit; null if it was not recorded. */
  readonly audit: AuditPosition | null
  /** Copies the database as of that instant into a new file, in small steps. */
  copyTo(path: string): Promise<void>
  close(): void
}

/** One step copies a megabyte and is followed by a pause, which leaves the disk to the server's commits. */
const PAGES_PER_STEP = 256
const PAUSE_MS = 5

/**
 * Opens a read transaction, which fixes the content: commits of a server neither change the copy nor start it over. The
 * copy is made by this process and holds no lock that a commit waits for.
 */
export const openSnapshot = (path: string): DatabaseSnapshot => {
  const database = openPlain(path)
  try {
    database.exec('BEGIN')
    const schema = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0)
    const counts = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'commits'").get()
    const row = counts && database.prepare('SELECT count, audit_size, audit_root FROM commits WHERE id = 1').get()
    const { count, audit_size: size, audit_root: root } = row ?? {}
    return {
      path,
      schema,
      commits: typeof count === 'number' ? count : null,
      audit: typeof size === 'number' && typeof root === 'string' ? { size, root } : null,
      copyTo: (to) => copy(database, path, to),
      close() {
        if (database.isOpen) database.close()
      },
    }
  } catch (error) {
    database.close()
    throw unreadable(path, error)
  }
}

const openPlain = (path: string): DatabaseSync => {
  try {
    return new DatabaseSync(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

const copy = async (database: DatabaseSync, from: string, to: string): Promise<void> => {
  try {
    closeSync(openSync(to, 'wx', 0o600))
    await backup(database, to, { rate: PAGES_PER_STEP, progress: pause })
  } catch (error) {
    throw new StoreError(
      `${from} cannot be copied to ${to} (${errorMessage(error)}). Free disk space, or check the database: plimsoll doctor.`,
    )
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))
const pause = (): void => void Atomics.wait(sleeper, 0, 0, PAUSE_MS)

const unreadable = (path: string, error: unknown): StoreError =>
  new StoreError(`${path} cannot be read (${errorMessage(error)}). Restore it from a backup or move it away.`)
