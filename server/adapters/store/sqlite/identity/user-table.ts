import type { DatabaseSync } from 'node:sqlite'
import { assert } from '../../../../core/assert.ts'
import type { UserStore } from '../../../../identity/identity-store.ts'
import type { User } from '../../../../identity/user.ts'
import { inTransaction } from '../database.ts'
import { failuresOfRow, knownAddressOfRow, userOfRow, userRow } from './rows.ts'

/** Creates the store of users, their failed sign-ins, and the addresses they have signed in from. */
export const userTable = (database: DatabaseSync): UserStore => {
  const select = database.prepare('SELECT * FROM users ORDER BY id')
  const insert = database.prepare(
    `INSERT INTO users VALUES (:id, :username, :roles, :tier, :password_hash, :password_origin, :password_weak,
       :authorisation, :created_at_ms, :disabled_at_ms, :password_set_at_ms, :second_factor, :grants)
     ON CONFLICT (username) DO NOTHING`,
  )
  const update = database.prepare(
    `UPDATE users SET username = :username, roles = :roles, grants = :grants, tier = :tier, password_hash = :password_hash,
       password_origin = :password_origin, password_weak = :password_weak, authorisation = :authorisation,
       created_at_ms = :created_at_ms, disabled_at_ms = :disabled_at_ms, password_set_at_ms = :password_set_at_ms,
       second_factor = :second_factor
     WHERE id = :id`,
  )
  const revoke = database.prepare('UPDATE sessions SET revoked_at_ms = ? WHERE user_id = ? AND revoked_at_ms IS NULL')
  const selectFailures = database.prepare('SELECT * FROM login_failures ORDER BY user_id')
  const putFailures = database.prepare('INSERT OR REPLACE INTO login_failures VALUES (?, ?, ?)')
  const deleteFailures = database.prepare('DELETE FROM login_failures WHERE user_id = ?')
  const selectAddresses = database.prepare('SELECT * FROM known_addresses ORDER BY last_at_ms')
  const putAddress = database.prepare('INSERT INTO known_addresses VALUES (?, ?, ?)')
  const deleteAddresses = database.prepare('DELETE FROM known_addresses WHERE user_id = ?')

  const updateUser = (user: User): void => {
    const { changes } = update.run(userRow(user))
    assert(changes === 1, `user ${user.id} must be stored`)
  }

  return {
    users: () => select.all().map(userOfRow),
    insertUser: (user) => insert.run(userRow(user)).changes === 1,
    updateUser,
    updateUserAndRevoke: (user, revokedAt) =>
      inTransaction(database, () => {
        updateUser(user)
        revoke.run(revokedAt, user.id)
      }),
    loginFailures: () => selectFailures.all().map(failuresOfRow),
    saveLoginFailures: (failures) =>
      inTransaction(database, () => {
        for (const { userId, count, lastAt } of failures) {
          if (count === 0) deleteFailures.run(userId)
          else putFailures.run(userId, count, lastAt)
        }
      }),
    knownAddresses: () => selectAddresses.all().map(knownAddressOfRow),
    saveKnownAddresses: (userId, addresses) =>
      inTransaction(database, () => {
        deleteAddresses.run(userId)
        for (const { address, lastAt } of addresses) putAddress.run(userId, address, lastAt)
      }),
  }
}
