/**
 * In-memory state of identity (users, live sessions, keys and counts) and the operations that keep it consistent with
 * the store.
 */

import { assert } from '../core/assert.ts'
import type { StoreFailure } from '../core/errors.ts'
import type { MakeId } from '../core/id.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../core/instant.ts'
import { createRecentCount, type RecentCount } from '../core/recent-count.ts'
import type { Result } from '../core/result.ts'
import { type IdentityStore, tryToStore } from './identity-store.ts'
import { type KeyRing, openKeyRing } from './key-ring.ts'
import { type Argon2Cost, createPasswordHasher, type PasswordHasher } from './password-hash.ts'
import type { RandomBytes } from './password-policy.ts'
import type { RefreshToken } from './refresh-token.ts'
import { DEFAULT_POLICY, isLive, type Principal, type Session, type SessionId, type SignInPolicy } from './session.ts'
import { createThrottle, saveChanged, type Throttle } from './throttle.ts'
import { toNameKey, type User, type UserId } from './user.ts'

/** State of identity in memory; `catchUp` adopts changes of other processes. */
export interface IdentityState {
  readonly store: IdentityStore
  readonly clock: Clock
  /** Wall clock, only for the codes of authenticator apps. */
  readonly wallClock: Clock
  readonly ids: MakeId
  readonly randomBytes: RandomBytes
  readonly hasher: PasswordHasher
  keys: KeyRing
  readonly throttle: Throttle
  readonly policy: SignInPolicy
  /** Pending two-factor enrolments, which wait for their first code. */
  readonly enrolments: Map<UserId, PendingSecondFactor>
  readonly users: Map<UserId, User>
  readonly userIds: Map<string, UserId>
  readonly sessions: Map<SessionId, Session>
  /** Sessions whose last use is newer in memory than in the store. */
  readonly unsavedUses: Set<SessionId>
  /** Ended sessions and changed users that could not be stored yet, with the time since when. */
  readonly unsavedEnds: Map<SessionId, Instant>
  readonly unsavedUsers: Map<UserId, Instant>
  readonly remembered: Map<string, Remembered>
  readonly counts: IdentityCounts
  /** Callbacks for ended sessions. */
  readonly watchers: Set<SessionWatcher>
  readonly hasChanged: () => Promise<boolean>
}

export interface IdentityParts {
  readonly store: IdentityStore
  readonly clock: Clock
  /** Wall clock of the host, which authenticator apps also follow; default `clock`. */
  readonly wallClock?: Clock
  readonly ids: MakeId
  readonly randomBytes: RandomBytes
  /** Cost of a password hash; lower in tests. */
  readonly hashCost?: Argon2Cost
  readonly policy?: SignInPolicy
  /** Resolves to true when other processes have changed the store since; if omitted, there are none. */
  readonly hasChanged?: () => Promise<boolean>
}

interface PendingSecondFactor {
  readonly secret: string
  readonly expiresAt: Instant
  /** Session in which it was started, and must be confirmed. */
  readonly sessionId: SessionId
}

/** Our wall clock. */
type Clock = () => Instant

/** A verified token: its principal, and the version of the user's rights at that time. */
interface Remembered {
  readonly principal: Principal
  readonly authorisation: number
}

export type SessionWatcher = (ended: SessionId) => void

/** Minimum interval between two recorded uses of a session. */
const USE_NOTED_MS = MINUTE_MS

export const createIdentityState = (parts: IdentityParts): IdentityState => {
  const { store, clock, ids, randomBytes, hashCost, policy = DEFAULT_POLICY, wallClock = clock } = parts
  const { hasChanged = async () => false } = parts
  const now = clock()
  tryToStore(() => store.purgeSessions(now))
  const users = store.users()
  return {
    store,
    clock,
    ids,
    randomBytes,
    hasher: createPasswordHasher(randomBytes, hashCost),
    keys: openKeyRing({ store, randomBytes }, now),
    throttle: createThrottle(store.loginFailures(), store.knownAddresses()),
    policy,
    wallClock,
    enrolments: new Map(),
    users: new Map(users.map((user) => [user.id, user])),
    userIds: new Map(users.map((user) => [toNameKey(user.username), user.id])),
    sessions: new Map(store.liveSessions(now).map((session) => [session.id, session])),
    unsavedUses: new Set(),
    unsavedEnds: new Map(),
    unsavedUsers: new Map(),
    remembered: new Map(),
    counts: createIdentityCounts(),
    watchers: new Set(),
    hasChanged,
  }
}

/** Adopts changes of other processes in the store. Resolves to true when there were any. */
export const catchUp = async (state: IdentityState): Promise<boolean> => {
  if (!(await state.hasChanged())) return false
  const now = state.clock()
  state.keys = openKeyRing(state, now)
  for (const user of state.store.users()) if (!state.unsavedUsers.has(user.id)) cacheUser(state, user)
  const stored = new Map(state.store.liveSessions(now).map((session) => [session.id, session]))
  for (const id of state.sessions.keys()) if (!stored.has(id)) dropSession(state, id)
  for (const [id, session] of stored) {
    if (state.unsavedEnds.has(id)) continue
    const lastUsedAt = Math.max(session.lastUsedAt, state.sessions.get(id)?.lastUsedAt ?? 0)
    state.sessions.set(id, { ...session, lastUsedAt })
  }
  return true
}

/** Like `findLive`; also searches the store for sessions unknown to this process. */
export const findLiveAnywhere = async (state: IdentityState, id: SessionId): Promise<ReturnType<typeof findLive>> => {
  const live = findLive(state, id, state.clock())
  if (live || !(await catchUp(state))) return live
  return findLive(state, id, state.clock())
}

export const countOne = ({ counts, clock }: IdentityState, event: IdentityEvent): void => counts[event].note(clock())

export const findUser = (state: IdentityState, username: string): User | undefined => {
  const id = state.userIds.get(toNameKey(username))
  return id && state.users.get(id)
}

export const cacheUser = (state: IdentityState, user: User): void => {
  state.users.set(user.id, user)
  state.userIds.set(toNameKey(user.username), user.id)
}

/**
 * Stores the changed user and ends everything issued before. Memory is changed first, so that a disk failure leaves no
 * session open; a failed write is repeated later.
 */
export const reviseUser = (state: IdentityState, user: User): User => {
  const revised: User = { ...user, authorisation: user.authorisation + 1 }
  cacheUser(state, revised)
  for (const session of findSessions(state, user.id)) {
    dropSession(state, session.id)
    countOne(state, 'sessionRevoked')
  }
  state.unsavedUsers.set(user.id, state.clock())
  settleUser(state, revised)
  return revised
}

/** Stores the change of a user that could not be stored before. */
export const settleUser = (state: IdentityState, user: User): void => {
  const changedAt = state.unsavedUsers.get(user.id)
  if (changedAt === undefined) return
  state.store.updateUserAndRevoke(user, changedAt)
  state.unsavedUsers.delete(user.id)
}

export const findSessions = (state: IdentityState, userId: UserId): Session[] =>
  [...state.sessions.values()].filter((session) => session.userId === userId)

/** Returns a session with its user while both are valid. */
export const findLive = (
  state: IdentityState,
  id: SessionId,
  now: Instant,
): { readonly session: Session; readonly user: User } | undefined => {
  const session = state.sessions.get(id)
  if (!session || !isLive(session, now, state.policy.idleMs)) return undefined
  const user = state.users.get(session.userId)
  assert(user, 'a session must belong to a user')
  return user.disabledAt === null ? { session, user } : undefined
}

/** Stores and opens a session; throws, without opening it, when it cannot be stored. */
export const openSession = (state: IdentityState, session: Session, refreshToken: RefreshToken | null): void => {
  const user = state.users.get(session.userId)
  assert(user, 'a session must be opened for a user')
  settleUser(state, user)
  state.store.insertSession(session, refreshToken)
  state.sessions.set(session.id, session)
}

/**
 * Ends the session immediately and permanently, even if that can only be stored later; no effect when it has already
 * ended.
 */
export const endSession = (state: IdentityState, id: SessionId): void => {
  if (!state.sessions.has(id)) return
  const now = state.clock()
  dropSession(state, id)
  countOne(state, 'sessionRevoked')
  state.unsavedEnds.set(id, now)
  state.store.revokeSession(id, now)
  state.unsavedEnds.delete(id)
}

/** Records a use of the session in memory, at most once a minute. */
export const noteUse = (state: IdentityState, session: Session, now: Instant): void => {
  if (now - session.lastUsedAt < USE_NOTED_MS) return
  state.sessions.set(session.id, { ...session, lastUsedAt: now })
  state.unsavedUses.add(session.id)
}

/** Writes state held in memory, and drops ended sessions. What cannot be written is retained for the next call. */
export const flush = (state: IdentityState): Result<void, StoreFailure> => {
  const now = state.clock()
  for (const session of state.sessions.values())
    if (!isLive(session, now, state.policy.idleMs)) dropSession(state, session.id)
  return tryToStore(() => {
    settleEnds(state)
    const uses = [...state.unsavedUses].flatMap((id) => state.sessions.get(id) ?? [])
    if (uses.length > 0) state.store.saveLastUses(uses)
    state.unsavedUses.clear()
    saveChanged(state.throttle, state.store)
    state.store.purgeSessions(now)
  })
}

const settleEnds = (state: IdentityState): void => {
  for (const id of state.unsavedUsers.keys()) {
    const user = state.users.get(id)
    if (user) settleUser(state, user)
  }
  for (const [id, endedAt] of state.unsavedEnds) {
    state.store.revokeSession(id, endedAt)
    state.unsavedEnds.delete(id)
  }
}

const dropSession = (state: IdentityState, id: SessionId): void => {
  state.sessions.delete(id)
  state.unsavedUses.delete(id)
  for (const watcher of state.watchers) watcher(id)
}

export type IdentityEvent = 'loggedIn' | 'loginFailed' | 'loginThrottled' | 'sessionRevoked' | 'refreshReused'

/** Count of each event within a day, to the hour, as far as observed in this run. */
type IdentityCounts = Readonly<Record<IdentityEvent, RecentCount>>

const HOURS = 24

const createIdentityCounts = (): IdentityCounts => {
  const daily = () => createRecentCount(HOUR_MS, HOURS)
  return {
    loggedIn: daily(),
    loginFailed: daily(),
    loginThrottled: daily(),
    sessionRevoked: daily(),
    refreshReused: daily(),
  }
}
