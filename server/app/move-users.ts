/** Moves users with roles, passwords and second factors from a data directory into a shared store, or back. */

import type { Instant } from '../core/instant.ts'
import type { IdentityStore } from '../identity/identity-store.ts'
import { toNameKey, type User } from '../identity/user.ts'

/**
 * Moves the users of a data directory into the shared store, with their tokens and the keys that verify them. Login
 * sessions end. Returns the names already taken by other users there.
 */
export const moveUsersIn = (copy: UserCopy): readonly string[] => {
  const { from, to, now } = copy
  const keys = new Set(to.signingKeys().map(({ kid }) => kid))
  for (const key of from.signingKeys()) if (!keys.has(key.kid)) to.saveSigningKey(key)
  const added = new Set(copyUsers(copy).map(({ id }) => id))
  for (const session of from.liveSessions(now)) {
    if (session.kind === 'HOST_TOKEN' && added.has(session.userId)) to.insertSession(session, null)
  }
  const ids = new Map(to.users().map(({ id, username }) => [toNameKey(username), id]))
  return from.users().flatMap(({ id, username }) => (ids.get(toNameKey(username)) === id ? [] : [username]))
}

interface UserCopy {
  readonly from: IdentityStore
  readonly to: IdentityStore
  readonly now: Instant
}

/**
 * Copies users with their roles, passwords and second factors; a user in both stores is replaced when its rights have
 * changed since. Returns the users that are new in the target. Names taken by other users there are skipped.
 */
const copyUsers = ({ from, to, now }: UserCopy): readonly User[] => {
  const known = new Map(to.users().map((user) => [user.id, user]))
  const added: User[] = []
  for (const user of from.users()) {
    const earlier = known.get(user.id)
    if (!earlier && to.insertUser(user)) added.push(user)
    else if (earlier && user.authorisation > earlier.authorisation) to.updateUserAndRevoke(user, now)
  }
  return added
}

/**
 * Moves the users of the shared store into a data directory, where every session and token ends, because some may have
 * been revoked in the store.
 */
export const moveUsersOut = (copy: UserCopy): void => {
  const { to, now } = copy
  copyUsers(copy)
  for (const { id } of to.liveSessions(now)) to.revokeSession(id, now)
}
