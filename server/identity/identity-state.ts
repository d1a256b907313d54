import { assert } from '../core/assert.ts'
import type { MakeId } from '../core/id.ts'
import { type Instant, MINUTE_MS } from '../core/instant.ts'
import type { RandomBytes } from './generate-password.ts'
import type { IdentityStore } from './identity-store.ts'
import { type KeyRing, openKeyRing } from './key-ring.ts'
import { createPasswordHasher, type PasswordHasher, type ScryptCost } from './password-hash.ts'
import type { Principal } from './principal.ts'
import type { RefreshToken } from './refresh-token.ts'
import { isLive, type Session, type SessionId } from './session.ts'
import { createThrottle, type Throttle, takeUnsaved } from './throttle.ts'
import { nameKeyOf, type User, type UserId } from './user.ts'

/** Our wall clock. */
type Clock = () => Instant

export interface IdentityParts {
  readonly store: IdentityStore
  readonly clock: Clock
  readonly ids: MakeId
  readonly randomBytes: RandomBytes
  /** The work of a password hash; tests take less. */
  readonly scryptCost?: ScryptCost
}

/** A token proved once, with what it was proved under. */
interface Remembered {
  readonly principal: Principal
  readonly authorisation: number
}

/** Users and live sessions in memory, one with the store: this process alone writes it. */
export interface IdentityState {
  readonly store: IdentityStore
  readonly clock: Clock
  readonly ids: MakeId
  readonly randomBytes: RandomBytes
  readonly hasher: PasswordHasher
  readonly keys: KeyRing
  readonly throttle: Throttle
  readonly users: Map<UserId, User>
  readonly userIds: Map<string, UserId>
  readonly sessions: Map<SessionId, Session>
  /** Sessions whose last use is newer in memory than in the store. */
  readonly unsavedUses: Set<SessionId>
  readonly remembered: Map<string, Remembered>
}

/** A use is noted when it is this much later than the one noted before. */
const USE_NOTED_MS = MINUTE_MS

export const createIdentityState = (parts: IdentityParts): IdentityState => {
  const { store, clock, ids, randomBytes, scryptCost } = parts
  const now = clock()
  store.purgeSessions(now)
  const users = store.users()
  return {
    store,
    clock,
    ids,
    randomBytes,
    hasher: createPasswordHasher(randomBytes, scryptCost),
    keys: openKeyRing({ store, randomBytes }, now),
    throttle: createThrottle(store.loginFailures()),
    users: new Map(users.map((user) => [user.id, user])),
    userIds: new Map(users.map((user) => [nameKeyOf(user.username), user.id])),
    sessions: new Map(store.liveSessions(now).map((session) => [session.id, session])),
    unsavedUses: new Set(),
    remembered: new Map(),
  }
}

export const findUser = (state: IdentityState, username: string): User | undefined => {
  const id = state.userIds.get(nameKeyOf(username))
  return id && state.users.get(id)
}

export const holdUser = (state: IdentityState, user: User): void => {
  state.users.set(user.id, user)
  state.userIds.set(nameKeyOf(user.username), user.id)
}

/** Stores the changed user and ends everything made under the old one. Memory first: a failing disk keeps nobody in. */
export const reviseUser = (state: IdentityState, user: User): User => {
  const revised: User = { ...user, authorisation: user.authorisation + 1 }
  holdUser(state, revised)
  for (const session of sessionsOf(state, user.id)) dropSession(state, session.id)
  state.store.updateUserAndRevoke(revised, state.clock())
  return revised
}

export const sessionsOf = (state: IdentityState, userId: UserId): Session[] =>
  [...state.sessions.values()].filter((session) => session.userId === userId)

/** The session with its user while both hold good. */
export const findLive = (
  state: IdentityState,
  id: SessionId,
  now: Instant,
): { readonly session: Session; readonly user: User } | undefined => {
  const session = state.sessions.get(id)
  if (!session || !isLive(session, now)) return undefined
  const user = state.users.get(session.userId)
  assert(user, 'a session belongs to a user')
  return user.disabledAt === null ? { session, user } : undefined
}

export const openSession = (state: IdentityState, session: Session, refreshToken: RefreshToken | null): void => {
  state.store.insertSession(session, refreshToken)
  state.sessions.set(session.id, session)
}

/** Ends the session at once and for good; nothing happens when it is over already. */
export const endSession = (state: IdentityState, id: SessionId): void => {
  if (!state.sessions.has(id)) return
  dropSession(state, id)
  state.store.revokeSession(id, state.clock())
}

/** Remembers that the session is in use; costs nothing most of the time and never touches the disk. */
export const noteUse = (state: IdentityState, session: Session, now: Instant): void => {
  if (now - session.lastUsedAt < USE_NOTED_MS) return
  state.sessions.set(session.id, { ...session, lastUsedAt: now })
  state.unsavedUses.add(session.id)
}

/** Writes what only memory knew, and forgets sessions that are over. */
export const flush = (state: IdentityState): void => {
  const now = state.clock()
  for (const session of state.sessions.values()) if (!isLive(session, now)) dropSession(state, session.id)
  const uses = [...state.unsavedUses].flatMap((id) => state.sessions.get(id) ?? [])
  state.unsavedUses.clear()
  if (uses.length > 0) state.store.saveLastUses(uses)
  const failures = takeUnsaved(state.throttle)
  if (failures.length > 0) state.store.saveLoginFailures(failures)
  state.store.purgeSessions(now)
}

const dropSession = (state: IdentityState, id: SessionId): void => {
  state.sessions.delete(id)
  state.unsavedUses.delete(id)
}
