import type { DatabaseSync } from 'node:sqlite'
import type { IdentityStore } from '../../../../identity/identity-store.ts'
import { inTransaction } from '../database.ts'
import { refreshTokenOfRow, refreshTokenRow, sessionOfRow, sessionRow } from './rows.ts'

type SessionPart =
  | 'liveSessions'
  | 'insertSession'
  | 'revokeSession'
  | 'saveLastUses'
  | 'purgeSessions'
  | 'findRefreshToken'
  | 'saveRefreshTokens'

/** Sessions and the refresh tokens that belong to them. */
export const sessionTable = (database: DatabaseSync): Pick<IdentityStore, SessionPart> => {
  const select = database.prepare('SELECT * FROM sessions WHERE revoked_at_ms IS NULL AND ends_at_ms > ? ORDER BY id')
  const insert = database.prepare(
    `INSERT INTO sessions VALUES (:id, :user_id, :kind, :created_at_ms, :last_used_at_ms, :ends_at_ms, :revoked_at_ms,
       :address, :second_factor)`,
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
    saveRefreshTokens: (tokens) =>
      inTransaction(database, () => {
        for (const token of tokens) putToken.run(refreshTokenRow(token))
      }),
  }
}
