import type { DatabaseSync } from 'node:sqlite'
import type { IdentityStore } from '../../../../identity/identity-store.ts'
import { IDENTITY_SCHEMA } from '../../migrations/identity.ts'
import { openDatabase } from '../database.ts'
import { signingKeyOfRow, signingKeyRow } from './rows.ts'
import { sessionTable } from './session-table.ts'
import { userTable } from './user-table.ts'

/** Identity in one database file, shared by every market of a data directory. */
export const openIdentityStore = (path: string): IdentityStore & { close(): void } => {
  const database = openDatabase(path, IDENTITY_SCHEMA)
  return {
    ...userTable(database),
    ...sessionTable(database),
    ...keyTable(database),
    close: () => database.close(),
  }
}

type KeyPart = 'signingKeys' | 'saveSigningKey' | 'deleteSigningKey'

const keyTable = (database: DatabaseSync): Pick<IdentityStore, KeyPart> => {
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
