import type { IdentityStore } from './identity-store.ts'

/** The same store, with `through` around each call that writes. */
export const aroundWrites = (store: IdentityStore, through: <T>(write: () => T) => T): IdentityStore => ({
  ...store,
  insertUser: (user) => through(() => store.insertUser(user)),
  updateUser: (user) => through(() => store.updateUser(user)),
  updateUserAndRevoke: (user, revokedAt) => through(() => store.updateUserAndRevoke(user, revokedAt)),
  insertSession: (session, refreshToken) => through(() => store.insertSession(session, refreshToken)),
  revokeSession: (id, revokedAt) => through(() => store.revokeSession(id, revokedAt)),
  saveLastUses: (uses) => through(() => store.saveLastUses(uses)),
  purgeSessions: (now) => through(() => store.purgeSessions(now)),
  saveRefreshTokens: (tokens) => through(() => store.saveRefreshTokens(tokens)),
  saveSigningKey: (key) => through(() => store.saveSigningKey(key)),
  deleteSigningKey: (kid) => through(() => store.deleteSigningKey(kid)),
  saveLoginFailures: (failures) => through(() => store.saveLoginFailures(failures)),
  saveKnownAddresses: (userId, addresses) => through(() => store.saveKnownAddresses(userId, addresses)),
})
