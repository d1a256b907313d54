/** Identity store in SQLite: users, sessions, refresh tokens and signing keys of a data directory. */

import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { StoreFailure } from '../../../../core/errors.ts'
import {
  aroundWrites,
  type IdentityStore,
  type KeyStore,
  type SessionStore,
} from '../../../../identity/identity-store.ts'
import { IDENTITY_SCHEMA } from '../../migrations/identity.ts'
import { openCommitCount, type StoreCommits } from '../commit-count.ts'
import { checkpoint, inTransaction, openDatabase } from '../database.ts'
import { isFailedWrite } from '../failed-write.ts'
import { readingDatabase } from '../store-error.ts'
import { refreshTokenOfRow, refreshTokenRow, sessionOfRow, sessionRow, signingKeyOfRow, signingKeyRow } from './rows.ts'
import { userTable } from './user-table.ts'

/** Creates the identity store over an open database. */
export const createIdentityStore = (database: DatabaseSync): SqliteIdentityStore => {
  const store = { ...userTable(database), ...sessionTable(database), ...keyTable(database) }
  const commits = openCommitCount(database)
  const changes = database.prepare('SELECT total_changes() AS made')
  const write = <T>(work: () => T): T => {
    const result = inTransaction(database, () => {
      const before = changes.get()?.made
      const done = work()
      if (changes.get()?.made !== before) commits.advance()
      return done
    })
    checkpoint(database)
    return result
  }
  return {
    ...aroundWrites(store, (work) => writing(database, () => write(work))),
    commits: { name: IDENTITY, path: basename(database.location() ?? ''), sealed: 0, ...commits },
    close: () => database.close(),
  }
}

/**
 * Identity store in one database file. A call returns when its changes are in the file itself, not only in its
 * write-ahead log.
 */
export interface SqliteIdentityStore extends IdentityStore {
  readonly commits: StoreCommits
  close(): void
}

/** Opens the identity store of a data directory, which all its markets share. */
export const openIdentityStore = (path: string): SqliteIdentityStore => {
  const database = openDatabase(path, IDENTITY_SCHEMA)
  return readingDatabase(path, () => createIdentityStore(database))
}

/** Name of this store in audit entries. */
const IDENTITY = 'identity'

/** Runs a write and throws a `StoreFailure` when it may succeed later. */
const writing = <T>(database: DatabaseSync, write: () => T): T => {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof Error && isFailedWrite(error))) throw error
    throw new StoreFailure(
      `${database.location()} cannot be written (${error.message}). Free disk space or repair the disk.`,
    )
  }
}

const keyTable = (database: DatabaseSync): KeyStore => {
  const select = database.prepare('SELECT * FROM signing_keys ORDER BY created_at_ms, rowid')
  const put = database.prepare(
    `INSERT INTO signing_keys VALUES (:kid, :jwk, :created_at_ms, :used_until_ms)
     ON CONFLICT (kid) DO UPDATE
       SET jwk = excluded.jwk, created_at_ms = excluded.created_at_ms, used_until_ms = excluded.used_until_ms`,
  )
  const remove = database.prepare('DELETE FROM signing_keys WHERE kid = ?')
  return {
    signingKeys: () => select.all().map(signingKeyOfRow),
    saveSigningKey: (key) => void put.run(signingKeyRow(key)),
    deleteSigningKey: (kid) => void remove.run(kid),
  }
}

/** Creates the store of sessions and their refresh tokens. */
const sessionTable = (database: DatabaseSync): SessionStore => {
  const select = database.prepare('SELECT * FROM sessions WHERE revoked_at_ms IS NULL AND ends_at_ms > ? ORDER BY id')
  const insert = database.prepare(
    `INSERT INTO sessions VALUES (:id, :user_id, :kind, :created_at_ms, :last_used_at_ms, :ends_at_ms, :revoked_at_ms,
       :address, :second_factor, :accounts)`,
  )
  const revoke = database.prepare('UPDATE sessions SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL')
  const use = database.prepare('UPDATE sessions SET last_used_at_ms = ? WHERE id = ?')
  const purge = database.prepare('DELETE FROM sessions WHERE ends_at_ms <= ?')
  const selectToken = database.prepare('SELECT * FROM refresh_tokens WHERE hash = ?')
  const putToken = database.prepare(
    `INSERT OR REPLACE INTO refresh_tokens VALUES (:hash, :session_id, :created_at_ms, :spent_at_ms, :successor, :spent_from)`,
  )
  return {
    liveSessions: (now) => select.all(now).map(sessionOfRow),
    insertSession: (session, refreshToken) =>
      inTransaction(database, () => {
        insert.run(sessionRow(session))
        if (refreshToken) putToken.run(refreshTokenRow(refreshToken))
      }),
    revokeSession: (id, revokedAt) => void revoke.run(revokedAt, id),
    saveLastUses: (uses) =>
      inTransaction(database, () => {
        for (const { id, lastUsedAt } of uses) use.run(lastUsedAt, id)
      }),
    purgeSessions: (now) => void purge.run(now),
    findRefreshToken: (hash) => {
      const row = selectToken.get(hash)
      return row && refreshTokenOfRow(row)
    },
    rotateRefreshToken: (spent, successor) =>
      inTransaction(database, () => {
        const isUnspent = selectToken.get(spent.hash)?.spent_at_ms === null
        if (isUnspent) for (const token of [successor, spent]) putToken.run(refreshTokenRow(token))
        return isUnspent
      }),
  }
}
