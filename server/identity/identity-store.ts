/**
 * Port of the identity store (users, sessions and signing keys), a wrapper around its writes, and handling of failed
 * writes.
 */

import { StoreFailure } from '../core/errors.ts'
import type { Instant } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { SigningKey } from './key-pair.ts'
import type { RefreshToken } from './refresh-token.ts'
import type { Session, SessionId } from './session.ts'
import type { User, UserId } from './user.ts'

/**
 * Durable store of users, sessions and keys. Each call is one transaction: durable when it returns, without effect when
 * it throws. Throws a `StoreFailure` when the store cannot currently be written.
 */
export interface IdentityStore extends UserStore, SessionStore, KeyStore {}

export interface KeyStore {
  /** Returns the signing keys, oldest first. */
  signingKeys(): SigningKey[]
  /** Inserts the key, or replaces it when its `kid` is known. */
  saveSigningKey(key: SigningKey): void
  deleteSigningKey(kid: string): void
}

/** Failed sign-ins of one user in a row, from all addresses. */
export interface LoginFailures {
  readonly userId: UserId
  readonly count: number
  readonly lastAt: Instant
}

/** An address, grouped as by `toAddressKey`, from which a user has signed in. */
export interface KnownAddress {
  readonly userId: UserId
  readonly address: string
  readonly lastAt: Instant
}

/** Users, their failed sign-ins, and the addresses they have signed in from. */
export interface UserStore {
  users(): User[]
  /** Returns false, without storing, when the name is taken in any case. */
  insertUser(user: User): boolean
  updateUser(user: User): void
  /** Stores the user and revokes all their sessions. */
  updateUserAndRevoke(user: User, revokedAt: Instant): void

  loginFailures(): LoginFailures[]
  /** Replaces the records of these users; a count of zero deletes one. */
  saveLoginFailures(failures: readonly LoginFailures[]): void

  knownAddresses(): KnownAddress[]
  /** Replaces the known addresses of this user. */
  saveKnownAddresses(userId: UserId, addresses: readonly KnownAddress[]): void
}

/** Sessions and the refresh tokens that belong to them. */
export interface SessionStore {
  /** Returns the sessions that are not revoked and whose absolute end is after `now`. */
  liveSessions(now: Instant): Session[]
  /** Stores a new session with its first refresh token, if it has one. */
  insertSession(session: Session, refreshToken: RefreshToken | null): void
  revokeSession(id: SessionId, revokedAt: Instant): void
  saveLastUses(uses: readonly { readonly id: SessionId; readonly lastUsedAt: Instant }[]): void
  /** Deletes sessions whose absolute end is not after `now`, with their refresh tokens. */
  purgeSessions(now: Instant): void

  findRefreshToken(hash: string): RefreshToken | undefined
  /** Stores a token as spent, and its successor. Returns false, without storing, when it was spent before. */
  rotateRefreshToken(spent: RefreshToken, successor: RefreshToken): boolean
}

/** Wraps each writing call of the store with `through`. */
export const aroundWrites = (store: IdentityStore, through: <T>(write: () => T) => T): IdentityStore => ({
  ...store,
  insertUser: (user) => through(() => store.insertUser(user)),
  updateUser: (user) => through(() => store.updateUser(user)),
  updateUserAndRevoke: (user, revokedAt) => through(() => store.updateUserAndRevoke(user, revokedAt)),
  insertSession: (session, refreshToken) => through(() => store.insertSession(session, refreshToken)),
  revokeSession: (id, revokedAt) => through(() => store.revokeSession(id, revokedAt)),
  saveLastUses: (uses) => through(() => store.saveLastUses(uses)),
  purgeSessions: (now) => through(() => store.purgeSessions(now)),
  rotateRefreshToken: (spent, successor) => through(() => store.rotateRefreshToken(spent, successor)),
  saveSigningKey: (key) => through(() => store.saveSigningKey(key)),
  deleteSigningKey: (kid) => through(() => store.deleteSigningKey(kid)),
  saveLoginFailures: (failures) => through(() => store.saveLoginFailures(failures)),
  saveKnownAddresses: (userId, addresses) => through(() => store.saveKnownAddresses(userId, addresses)),
})

/** Returns the result of `work`, or the failure to store it; any other error is thrown. */
export const tryToStore = <T>(work: () => T): Result<T, StoreFailure> => {
  try {
    return ok(work())
  } catch (error) {
    if (error instanceof StoreFailure) return err(error)
    throw error
  }
}
