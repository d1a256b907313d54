import { createHash } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { errorMessage, toError } from '../../../core/errors.ts'
import type { EvidenceStore, LoadedEvidence, StoredEvidence } from '../../../evidence/ports.ts'
import { EVIDENCE_SCHEMA } from '../migrations/evidence.ts'
import { inTransaction, openDatabase } from './database.ts'

/**
 * Opens the evidence of one market and mode. Never fails because of its content: an unreadable file is moved aside as
 * `evidence.sqlite.damaged` and a new one created; invalid entries are skipped and removed.
 */
export const openEvidenceStore = (directory: string): EvidenceStore => {
  const path = join(directory, FILE)
  try {
    const { database, loaded } = existsSync(path) ? openExisting(path) : { database: open(path), loaded: NEW }
    return { loaded, save: (entries) => save(database, entries), close: () => database.close() }
  } catch (error) {
    return unusable(toError(error))
  }
}

const FILE = 'evidence.sqlite'

/** Fallback for when not even a new file can be created: nothing is resumed, and every save reports the reason. */
const unusable = (error: Error): EvidenceStore => ({
  loaded: { state: 'DAMAGED', detail: error.message, entries: [] },
  save() {
    throw error
  },
  close() {},
})

const NEW: LoadedEvidence = { state: 'NEW', detail: null, entries: [] }

/**
 * Opens the database: a process crash loses nothing; a power loss may lose the last saves, which then count as
 * unobserved time.
 */
const open = (path: string): DatabaseSync => {
  const database = openDatabase(path, EVIDENCE_SCHEMA)
  database.exec('PRAGMA synchronous = NORMAL')
  return database
}

const openExisting = (path: string): { database: DatabaseSync; loaded: LoadedEvidence } => {
  let database: DatabaseSync | undefined
  try {
    database = open(path)
    return { database, loaded: readAll(database) }
  } catch (error) {
    database?.close()
    for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, `${path}.damaged${end}`)
    const detail = errorMessage(error)
    return { database: open(path), loaded: { state: 'DAMAGED', detail, entries: [] } }
  }
}

const readAll = (database: DatabaseSync): LoadedEvidence => {
  const rows = database.prepare('SELECT name, version, saved_ms, digest, body FROM evidence').all()
  const entries: StoredEvidence[] = []
  const damaged: string[] = []
  for (const { name, version, saved_ms: savedAtMs, digest, body } of rows) {
    const entry = { name: String(name), version: Number(version), savedAtMs: Number(savedAtMs), text: String(body) }
    if (digest === computeDigest(entry)) entries.push(entry)
    else damaged.push(entry.name)
  }
  if (damaged.length === 0) return { state: 'WHOLE', detail: null, entries }
  save(
    database,
    damaged.map((name) => ({ name, version: 0, savedAtMs: 0, text: null })),
  )
  return { state: 'DAMAGED', detail: `modified since it was written: ${damaged.join(', ')}`, entries }
}

const computeDigest = ({ name, version, savedAtMs, text }: StoredEvidence): string =>
  createHash('sha256').update(`${name} ${version} ${savedAtMs} ${text}`).digest('hex')

const save = (database: DatabaseSync, entries: Parameters<EvidenceStore['save']>[0]): void => {
  const put = database.prepare(
    'INSERT OR REPLACE INTO evidence (name, version, saved_ms, digest, body) VALUES (?, ?, ?, ?, ?)',
  )
  const remove = database.prepare('DELETE FROM evidence WHERE name = ?')
  inTransaction(database, () => {
    for (const { text, ...entry } of entries) {
      if (text === null) remove.run(entry.name)
      else put.run(entry.name, entry.version, entry.savedAtMs, computeDigest({ ...entry, text }), text)
    }
  })
}
