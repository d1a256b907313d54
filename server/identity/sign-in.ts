import type { Instant } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import {
  countOne,
  endSession,
  findUser,
  holdUser,
  type IdentityState,
  openSession,
  sessionsOf,
} from './identity-state.ts'
import { issueRefreshToken, type SignedIn, signedIn } from './issue.ts'
import type { Busy } from './password-hash.ts'
import { PASSWORD_MAX } from './password-policy.ts'
import { LOGIN_ABSOLUTE_MS, type Session } from './session.ts'
import { type Attempt, admit, isKnownAddress, succeed, type ThrottleRefusal, withdraw } from './throttle.ts'
import { tryToStore } from './try-to-store.ts'
import type { User } from './user.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  /** Where the attempt comes from. */
  readonly address: string
}

/** One answer for a wrong name, a wrong password and a disabled user: it tells nobody which names exist. */
export type LoginRefusal = { readonly kind: 'badCredentials' } | ThrottleRefusal | Busy | NotStored | NoUsers

/** The server is starting and has not created the first user yet. */
interface NoUsers {
  readonly kind: 'noUsers'
}

/** The password was right, but the session cannot be stored at present. */
interface NotStored {
  readonly kind: 'notStored'
}

/** Sign-ins a user may have open; one more ends the one used longest ago. */
const LOGINS_MAX = 50
const NAME_KEPT = 64

/** Opens a session for the right password, not more often than the throttle lets anybody try. */
export const login = async (state: IdentityState, tried: Credentials): Promise<Result<SignedIn, LoginRefusal>> => {
  const result = await tryLogin(state, tried)
  const event = result.ok ? 'loggedIn' : EVENTS[result.error.kind]
  if (event) countOne(state, event)
  return result
}

/** Who cannot be served says nothing of the password. */
const EVENTS: Readonly<Record<LoginRefusal['kind'], 'loginFailed' | 'loginThrottled' | null>> = {
  badCredentials: 'loginFailed',
  throttled: 'loginThrottled',
  busy: null,
  notStored: null,
  noUsers: null,
}

const tryLogin = async (state: IdentityState, tried: Credentials): Promise<Result<SignedIn, LoginRefusal>> => {
  if (state.users.size === 0) return err({ kind: 'noUsers' })
  const username = tried.username.slice(0, NAME_KEPT)
  const user = findUser(state, username)
  const attempt: Attempt = { userId: user?.id, username, address: tried.address }
  const admitted = admit(state.throttle, attempt, state.clock())
  if (!admitted.ok) return admitted
  const hash = tried.password.length <= 2 * PASSWORD_MAX ? user?.passwordHash : undefined
  const urgency = isKnownAddress(state.throttle, attempt, state.clock()) ? 'FIRST' : 'IN_TURN'
  const verified = await state.hasher.verify(hash === undefined ? '' : tried.password, hash, urgency)
  if (!verified.ok) {
    withdraw(state.throttle, attempt, state.clock())
    return verified
  }
  if (!user || !verified.value) return err({ kind: 'badCredentials' })
  await renewHash(state, user, tried.password)
  const current = state.users.get(user.id)
  const stands = current?.disabledAt === null && current.authorisation === user.authorisation
  if (!stands) return err({ kind: 'badCredentials' })
  succeed(state.throttle, { ...attempt, userId: current.id }, state.clock())
  const opened = tryToStore(() => openLogin(state, current, tried.address))
  if (!opened.ok) return err({ kind: 'notStored' })
  const { session, refreshToken } = opened.value
  return ok(await signedIn(state, { user: current, session }, refreshToken))
}

/** A hash of yesterday's cost becomes one of today's while the password is at hand; else at the next sign-in. */
const renewHash = async (state: IdentityState, user: User, password: string): Promise<void> => {
  if (!state.hasher.isOutdated(user.passwordHash)) return
  const hashed = await state.hasher.hash(password)
  const current = state.users.get(user.id)
  if (!hashed.ok || current?.passwordHash !== user.passwordHash) return
  const renewed = { ...current, passwordHash: hashed.value }
  if (tryToStore(() => state.store.updateUser(renewed)).ok) holdUser(state, renewed)
}

interface OpenedLogin {
  readonly session: Session
  readonly refreshToken: string
}

const openLogin = (state: IdentityState, user: User, address: string): OpenedLogin => {
  const now = state.clock()
  const session = newLogin(state, { user, address }, now)
  const refresh = issueRefreshToken(state, session.id, now)
  openSession(state, session, refresh.record)
  endSurplus(state, user)
  return { session, refreshToken: refresh.token }
}

const newLogin = (state: IdentityState, { user, address }: { user: User; address: string }, now: Instant): Session => ({
  id: state.ids('ses'),
  userId: user.id,
  kind: 'LOGIN',
  createdAt: now,
  lastUsedAt: now,
  endsAt: now + LOGIN_ABSOLUTE_MS,
  revokedAt: null,
  address,
})

const endSurplus = (state: IdentityState, user: User): void => {
  const logins = sessionsOf(state, user.id).filter((session) => session.kind === 'LOGIN')
  if (logins.length <= LOGINS_MAX) return
  const [oldest] = logins.toSorted((a, b) => a.lastUsedAt - b.lastUsedAt)
  if (oldest) tryToStore(() => endSession(state, oldest.id))
}
