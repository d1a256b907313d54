/** Operations of signed-in users on their own account: password, sessions and two-factor authentication. */

import { type Instant, MINUTE_MS } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import { cacheUser, endSession, findLive, findSessions, type IdentityState } from './identity-state.ts'
import { tryToStore } from './identity-store.ts'
import type { Busy } from './password-hash.ts'
import { checkNewPassword, isWeak, PASSWORD_MAX, type PasswordRefusal } from './password-policy.ts'
import {
  generateRecoveryCodes,
  generateTotpSecret,
  hashRecoveryCode,
  totpStep,
  totpUri,
  useCode,
} from './second-factor.ts'
import { generatedPasswordEnd, needsSecondFactor, type Restriction, restrictionOn, type SessionId } from './session.ts'
import { type Attempt, admit, succeed, type ThrottleRefusal, withdraw } from './throttle.ts'
import type { User } from './user.ts'

/** Credentials with which a signed-in user is re-authenticated. */
export interface Proof {
  readonly sessionId: SessionId
  readonly password: string
  readonly address: string
}

/**
 * Refusal of a re-authentication: wrong password or code, two-factor authentication in another state, or an ended
 * session.
 */
export type ProofRefusal =
  | { readonly kind: 'passwordMismatch' }
  | { readonly kind: 'sessionRevoked' }
  | SecondFactorRefusal
  | ThrottleRefusal
  | Busy

type SecondFactorRefusal =
  | { readonly kind: 'secondFactorWrong' }
  | { readonly kind: 'secondFactorEnabled' }
  | { readonly kind: 'secondFactorNotEnabled' }
  | { readonly kind: 'enrolmentExpired' }

/** State of an account, for its owner. */
export interface AccountView {
  readonly mustChangePassword: boolean
  readonly generatedPasswordEndsAt: Instant | null
  /** Minimum length of a new password. */
  readonly passwordMin: number
  readonly secondFactor: { readonly enabledAt: Instant; readonly recoveryCodesLeft: number } | null
  readonly secondFactorRequired: boolean
  readonly restriction: Restriction | null
  readonly sessionIdleMs: number
  readonly sessionAbsoluteMs: number
  readonly sessionsMax: number
}

/** A secret awaiting its first code. */
export interface Enrolment {
  readonly secret: string
  readonly uri: string
  readonly expiresAt: Instant
}

const ENROLMENT_MS = 10 * MINUTE_MS

export const viewAccount = (state: IdentityState, sessionId: SessionId): AccountView | undefined => {
  const live = findLive(state, sessionId, state.clock())
  if (!live) return undefined
  const { user } = live
  const { secondFactor } = user
  const { idleMs, absoluteMs, sessionsMax, passwordMin } = state.policy
  return {
    mustChangePassword: user.passwordOrigin === 'GENERATED',
    generatedPasswordEndsAt: generatedPasswordEnd(user),
    passwordMin,
    secondFactor: secondFactor && {
      enabledAt: secondFactor.enabledAt,
      recoveryCodesLeft: secondFactor.recoveryHashes.length,
    },
    secondFactorRequired: needsSecondFactor(user, state.policy),
    restriction: restrictionOn(live, state.policy, state.clock()),
    sessionIdleMs: idleMs,
    sessionAbsoluteMs: absoluteMs,
    sessionsMax,
  }
}

/**
 * Sets a password chosen by the user and ends the user's other sessions; this session and host tokens remain. Throws,
 * without a change, when it cannot be stored.
 */
export const changePassword = async (
  state: IdentityState,
  proof: Proof,
  newPassword: string,
): Promise<Result<{ readonly ended: number }, ProofRefusal | PasswordRefusal>> => {
  const proved = await prove(state, proof)
  if (!proved.ok) return proved
  const { username } = proved.value
  const checked = await checkNewPassword(newPassword, {
    username,
    previous: proof.password,
    min: state.policy.passwordMin,
  })
  if (!checked.ok) return checked
  const hash = await state.hasher.hash(newPassword)
  if (!hash.ok) return hash
  const current = stillLive(state, proof.sessionId, proved.value)
  if (!current) return err({ kind: 'sessionRevoked' })
  saveUser(state, {
    ...current,
    passwordHash: hash.value,
    passwordOrigin: 'CHOSEN',
    passwordWeak: isWeak(newPassword, username),
    passwordSetAt: state.clock(),
  })
  return ok({ ended: endOthers(state, proof.sessionId) })
}

/** Ends one session or token of the user, or all other logins. Returns how many ended. */
export const endOwnSessions = async (
  state: IdentityState,
  proof: Proof,
  only: SessionId | undefined,
): Promise<Result<{ readonly ended: number }, ProofRefusal | { readonly kind: 'sessionUnknown' }>> => {
  const proved = await prove(state, proof)
  if (!proved.ok) return proved
  if (only === undefined) return ok({ ended: endOthers(state, proof.sessionId) })
  if (state.sessions.get(only)?.userId !== proved.value.id) return err({ kind: 'sessionUnknown' })
  endSession(state, only)
  return ok({ ended: 1 })
}

/** Returns a new secret for the user's authenticator app; it takes effect once its first code is confirmed. */
export const beginSecondFactor = async (
  state: IdentityState,
  proof: Proof,
): Promise<Result<Enrolment, ProofRefusal>> => {
  const proved = await prove(state, proof)
  if (!proved.ok) return proved
  const { id, username, secondFactor } = proved.value
  if (secondFactor) return err({ kind: 'secondFactorEnabled' })
  const secret = generateTotpSecret(state.randomBytes)
  const expiresAt = state.clock() + ENROLMENT_MS
  state.enrolments.set(id, { secret, expiresAt, sessionId: proof.sessionId })
  return ok({ secret, uri: totpUri(secret, username), expiresAt })
}

/**
 * Enables two-factor authentication with the first code of the app. Returns the recovery codes, only this once, and
 * ends other sessions.
 */
export const confirmSecondFactor = (
  state: IdentityState,
  sessionId: SessionId,
  code: string,
): Result<{ readonly recoveryCodes: readonly string[]; readonly ended: number }, SecondFactorRefusal> => {
  const now = state.clock()
  const user = findLive(state, sessionId, now)?.user
  const enrolment = user && state.enrolments.get(user.id)
  if (!enrolment || enrolment.sessionId !== sessionId || now >= enrolment.expiresAt)
    return err({ kind: 'enrolmentExpired' })
  const step = totpStep(enrolment.secret, code.replace(/\s/g, ''), state.wallClock())
  if (step === undefined) return err({ kind: 'secondFactorWrong' })
  const recoveryCodes = generateRecoveryCodes(state.randomBytes)
  const { secret } = enrolment
  const recoveryHashes = recoveryCodes.map(hashRecoveryCode)
  saveUser(state, { ...user, secondFactor: { secret, lastStep: step, recoveryHashes, enabledAt: now } })
  state.enrolments.delete(user.id)
  return ok({ recoveryCodes, ended: endOthers(state, sessionId) })
}

/** Disables two-factor authentication; requires the password and a code. */
export const disableSecondFactor = async (
  state: IdentityState,
  proof: Proof,
  code: string,
): Promise<Result<void, ProofRefusal>> => {
  const proved = await prove(state, proof, code)
  if (!proved.ok) return proved
  saveUser(state, { ...proved.value, secondFactor: null })
  return ok(undefined)
}

/** Checks the password, and a code if given, like a login: failures count against the name and the address. */
const prove = async (
  state: IdentityState,
  { sessionId, password, address }: Proof,
  code?: string,
): Promise<Result<User, ProofRefusal>> => {
  const user = findLive(state, sessionId, state.clock())?.user
  if (!user) return err({ kind: 'sessionRevoked' })
  const attempt: Attempt & { readonly userId: User['id'] } = { userId: user.id, username: user.username, address }
  const admitted = admit(state.throttle, attempt, state.clock())
  if (!admitted.ok) return admitted
  const hash = password.length <= 2 * PASSWORD_MAX ? user.passwordHash : undefined
  const verified = await state.hasher.verify(password, hash, 'FIRST')
  if (!verified.ok) {
    withdraw(state.throttle, attempt, state.clock())
    return verified
  }
  if (!verified.value) return err({ kind: 'passwordMismatch' })
  const current = stillLive(state, sessionId, user)
  if (!current) return err({ kind: 'sessionRevoked' })
  const checked = code === undefined ? ok(current) : proveCode(state, current, code)
  if (checked.ok || checked.error.kind !== 'secondFactorWrong') succeed(state.throttle, attempt, state.clock())
  return checked
}

const proveCode = (state: IdentityState, user: User, code: string): Result<User, SecondFactorRefusal> => {
  if (!user.secondFactor) return err({ kind: 'secondFactorNotEnabled' })
  const secondFactor = useCode(user.secondFactor, code, state.wallClock())
  return secondFactor ? ok({ ...user, secondFactor }) : err({ kind: 'secondFactorWrong' })
}

/** Returns the current user; undefined when the session has ended or the user has changed since the check. */
const stillLive = (state: IdentityState, sessionId: SessionId, proved: User): User | undefined => {
  const current = findLive(state, sessionId, state.clock())?.user
  const isSame = current?.authorisation === proved.authorisation && current.passwordSetAt === proved.passwordSetAt
  return isSame ? current : undefined
}

const saveUser = (state: IdentityState, user: User): void => {
  state.store.updateUser(user)
  cacheUser(state, user)
}

/** Ends the user's other logins; changes that cannot be stored are stored later. */
const endOthers = (state: IdentityState, sessionId: SessionId): number => {
  const userId = state.sessions.get(sessionId)?.userId
  const others = userId
    ? findSessions(state, userId).filter(({ id, kind }) => id !== sessionId && kind === 'LOGIN')
    : []
  for (const { id } of others) tryToStore(() => endSession(state, id))
  return others.length
}
