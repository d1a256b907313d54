/** Schemas of the databases in a data directory: lists their stored and needed versions, and migrates them. */

import { closeSync, existsSync, lstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorMessage } from '../../core/errors.ts'
import { ENGINE_SCHEMA } from './migrations/engine.ts'
import { EVIDENCE_SCHEMA } from './migrations/evidence.ts'
import { IDENTITY_SCHEMA } from './migrations/identity.ts'
import { VENUE_SCHEMA } from './migrations/venue.ts'
import { RESEARCH_SCHEMA } from './research-store.ts'
import { type Migration, openDatabase } from './sqlite/database.ts'
import { StoreError } from './sqlite/store-error.ts'

/**
 * Lists the databases of a data directory with their schemas. Changes nothing; works with or without a running server.
 */
export const readSchemas = (dataDir: string, except: readonly string[]): readonly StoredSchema[] => {
  if (!existsSync(dataDir)) return []
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((path) => SCHEMAS.has(basename(path)) && !except.includes(path.split(sep)[0] ?? ''))
    .filter((path) => lstatSync(join(dataDir, path), { throwIfNoEntry: false })?.isFile() === true)
    .toSorted()
    .map((path) => {
      const file = join(dataDir, path)
      const needed = SCHEMAS.get(basename(path))?.at(-1)?.version ?? 0
      return { path, stored: readVersion(file), needed, bytes: readSize(file) + readSize(`${file}-wal`) }
    })
}

/** Schema of one database of a data directory. */
export interface StoredSchema {
  /** Within the data directory. */
  readonly path: string
  /** Version in the file; 0 for a database that is not yet created completely. */
  readonly stored: number
  /** Version that this program needs. */
  readonly needed: number
  /** Size with its write-ahead log. */
  readonly bytes: number
}

/** Migrates one database of a data directory, all steps in one transaction. */
export const migrateStore = (dataDir: string, { path }: StoredSchema): void => {
  openDatabase(join(dataDir, path), SCHEMAS.get(basename(path)) ?? []).close()
}

/** Schemas by the file names of the databases. */
const SCHEMAS: ReadonlyMap<string, readonly Migration[]> = new Map([
  ['engine.sqlite', ENGINE_SCHEMA],
  ['exchange.sqlite', VENUE_SCHEMA],
  ['evidence.sqlite', EVIDENCE_SCHEMA],
  ['identity.sqlite', IDENTITY_SCHEMA],
  ['research.sqlite', RESEARCH_SCHEMA],
])

const readSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Reads only the header unless newer pages may be in the write-ahead log, because opening a database would create files
 * next to it.
 */
const readVersion = (file: string): number => {
  try {
    return readSize(`${file}-wal`) === 0 ? readHeader(file) : readThroughLog(file)
  } catch (error) {
    throw new StoreError(`${file} cannot be read (${errorMessage(error)}). Restore it from a backup or move it away.`)
  }
}

/** https://www.sqlite.org/fileformat.html: the user version is a big-endian integer at offset 60. */
const readHeader = (file: string): number => {
  const fd = openSync(file, 'r')
  try {
    const header = Buffer.alloc(64)
    return readSync(fd, header, 0, 64, 0) < 64 ? 0 : header.readInt32BE(60)
  } finally {
    closeSync(fd)
  }
}

const readThroughLog = (file: string): number => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0)
  } finally {
    database.close()
  }
}
