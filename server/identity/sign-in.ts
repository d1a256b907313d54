/** Login with user name, password and two-factor code. */

import type { Instant } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import {
  cacheUser,
  countOne,
  endSession,
  findSessions,
  findUser,
  type IdentityState,
  openSession,
} from './identity-state.ts'
import { tryToStore } from './identity-store.ts'
import { issueRefreshToken, type SignedIn, signedIn } from './issue.ts'
import type { Busy } from './password-hash.ts'
import { PASSWORD_MAX } from './password-policy.ts'
import { useCode } from './second-factor.ts'
import { isPasswordExpired, type Session } from './session.ts'
import { type Attempt, admit, isKnownAddress, succeed, type ThrottleRefusal, withdraw } from './throttle.ts'
import type { User } from './user.ts'

/** Opens a session for correct credentials, within the limits of the throttle. */
export const login = async (state: IdentityState, tried: Credentials): Promise<Result<LoggedIn, LoginRefusal>> => {
  const result = await tryLogin(state, tried)
  const event = result.ok ? 'loggedIn' : EVENTS[result.error.kind]
  if (event) countOne(state, event)
  return result
}

/**
 * Refusal of a login. A wrong name, a wrong password and a disabled user get the same refusal, which reveals no names.
 */
export type LoginRefusal =
  | { readonly kind: 'badCredentials' }
  /** The password is correct, but was generated more than a week ago. */
  | { readonly kind: 'passwordExpired' }
  /** The password is correct, but the code is missing or wrong. */
  | { readonly kind: 'secondFactorMissing' | 'secondFactorWrong' }
  | ThrottleRefusal
  | Busy
  | NotStored
  | NoUsers

export interface Credentials {
  readonly username: string
  readonly password: string
  /** Two-factor code, if enabled for the user: six digits, or a recovery code. */
  readonly code?: string | undefined
  /** Address of the attempt. */
  readonly address: string
}

/** The server is starting and has not created the first user yet. */
interface NoUsers {
  readonly kind: 'noUsers'
}

/** The password is correct, but the session cannot be stored. */
interface NotStored {
  readonly kind: 'notStored'
}

export interface LoggedIn extends SignedIn {
  /** True when the code was a recovery code, which can be used only once. */
  readonly usedRecoveryCode: boolean
}

const USERNAME_MAX = 64

/** Event counted for each refusal; a request that could not be processed reveals nothing about the password. */
const EVENTS: Readonly<Record<LoginRefusal['kind'], 'loginFailed' | 'loginThrottled' | null>> = {
  badCredentials: 'loginFailed',
  passwordExpired: 'loginFailed',
  secondFactorMissing: null,
  secondFactorWrong: 'loginFailed',
  throttled: 'loginThrottled',
  busy: null,
  notStored: null,
  noUsers: null,
}

const tryLogin = async (state: IdentityState, tried: Credentials): Promise<Result<LoggedIn, LoginRefusal>> => {
  if (state.users.size === 0) return err({ kind: 'noUsers' })
  const username = tried.username.slice(0, USERNAME_MAX)
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
  if (!current || !stands(current, user)) return err({ kind: 'badCredentials' })
  const admissible = checkUse(state, current, tried.code)
  if (admissible.ok) return open(state, { before: current, user: admissible.value }, attempt)
  if (admissible.error.kind !== 'secondFactorWrong') withdraw(state.throttle, attempt, state.clock())
  return admissible
}

interface Proved {
  readonly before: User
  /** User after the code was used. */
  readonly user: User
}

const open = async (
  state: IdentityState,
  { before, user }: Proved,
  attempt: Attempt,
): Promise<Result<LoggedIn, LoginRefusal>> => {
  succeed(state.throttle, { ...attempt, userId: user.id }, state.clock())
  const opened = tryToStore(() => openLogin(state, user, attempt.address))
  if (!opened.ok) return err({ kind: 'notStored' })
  const { session, refreshToken } = opened.value
  const usedRecoveryCode = countRecoveryCodes(user) < countRecoveryCodes(before)
  return ok({ ...(await signedIn(state, { user, session }, refreshToken)), usedRecoveryCode })
}

const countRecoveryCodes = ({ secondFactor }: User): number => secondFactor?.recoveryHashes.length ?? 0

/** Returns whether the user is unchanged since the password was checked. */
const stands = (current: User, checked: User): boolean =>
  current.disabledAt === null &&
  current.authorisation === checked.authorisation &&
  current.passwordSetAt === checked.passwordSetAt

type UseRefusal = FactorRefusal | { readonly kind: 'passwordExpired' }

/** Returns the user who may log in with the correct password, after the code was used. */
const checkUse = (state: IdentityState, user: User, code: string | undefined): Result<User, UseRefusal> =>
  isPasswordExpired(user, state.clock()) ? err({ kind: 'passwordExpired' }) : checkFactor(state, user, code)

type FactorRefusal = { readonly kind: 'secondFactorMissing' | 'secondFactorWrong' }

/** Returns the user after the code was used; unchanged without two-factor authentication. */
const checkFactor = (state: IdentityState, user: User, code: string | undefined): Result<User, FactorRefusal> => {
  if (!user.secondFactor) return ok(user)
  if (code === undefined) return err({ kind: 'secondFactorMissing' })
  const secondFactor = useCode(user.secondFactor, code, state.wallClock())
  return secondFactor ? ok({ ...user, secondFactor }) : err({ kind: 'secondFactorWrong' })
}

/** Renews a hash with outdated cost while the password is available, otherwise at the next sign-in. */
const renewHash = async (state: IdentityState, user: User, password: string): Promise<void> => {
  if (!state.hasher.isOutdated(user.passwordHash)) return
  const hashed = await state.hasher.hash(password)
  const current = state.users.get(user.id)
  if (!hashed.ok || current?.passwordHash !== user.passwordHash) return
  const renewed = { ...current, passwordHash: hashed.value }
  if (tryToStore(() => state.store.updateUser(renewed)).ok) cacheUser(state, renewed)
}

interface OpenedLogin {
  readonly session: Session
  readonly refreshToken: string
}

/**
 * Opens the session once the use of the code is durable; the code remains used even if the session cannot be stored.
 */
const openLogin = (state: IdentityState, user: User, address: string): OpenedLogin => {
  const now = state.clock()
  const session = newLogin(state, { user, address }, now)
  const refresh = issueRefreshToken(state, session.id, now)
  if (user.secondFactor) {
    state.store.updateUser(user)
    cacheUser(state, user)
  }
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
  endsAt: now + state.policy.absoluteMs,
  revokedAt: null,
  address,
  secondFactor: user.secondFactor !== null,
  accounts: null,
})

const endSurplus = (state: IdentityState, user: User): void => {
  const logins = findSessions(state, user.id).filter((session) => session.kind === 'LOGIN')
  if (logins.length <= state.policy.sessionsMax) return
  const [oldest] = logins.toSorted((a, b) => a.lastUsedAt - b.lastUsedAt)
  if (oldest) tryToStore(() => endSession(state, oldest.id))
}
