/** Sessions, their lifetimes, and the sign-in policy. */

import type { Id } from '../core/id.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../core/instant.ts'
import { type Grants, rolesAnywhere } from './grants.ts'
import { PASSWORD_MIN } from './password-policy.ts'
import type { Role, Tier } from './role.ts'
import type { User, UserId } from './user.ts'

/** A session. Ending it invalidates all its tokens immediately. */
export interface Session {
  readonly id: SessionId
  readonly userId: UserId
  readonly kind: SessionKind
  readonly createdAt: Instant
  /** Accurate to the minute. */
  readonly lastUsedAt: Instant
  readonly endsAt: Instant
  readonly revokedAt: Instant | null
  /** Address from which the session was opened; null on the host. */
  readonly address: string | null
  /** True when it was opened with a two-factor code. */
  readonly secondFactor: boolean
  /** Accounts to which its token is limited; null for all. */
  readonly accounts: readonly string[] | null
}

export type SessionId = Id<'ses'>

/** A sign-in with a password, or a host token. */
export type SessionKind = 'LOGIN' | 'HOST_TOKEN'

export const TOKEN_TTL_MIN_MS = MINUTE_MS
export const TOKEN_TTL_MAX_MS = 90 * DAY_MS
export const TOKEN_TTL_DEFAULT_MS = 30 * DAY_MS

/** Returns the time at which the session ends if it is not used again. */
export const sessionEnd = (session: Session, idleMs: number): Instant =>
  session.kind === 'LOGIN' ? Math.min(session.endsAt, session.lastUsedAt + idleMs) : session.endsAt

export const isLive = (session: Session, now: Instant, idleMs: number): boolean =>
  session.revokedAt === null && now < sessionEnd(session, idleMs)

/** Sign-in settings of the host. */
export interface SignInPolicy {
  /** Idle time after which a session ends. */
  readonly idleMs: number
  /** Maximum lifetime of a session, regardless of use. */
  readonly absoluteMs: number
  /** Maximum number of open sessions of a user; one more ends the least recently used. */
  readonly sessionsMax: number
  /** Roles that require two-factor authentication to trade. */
  readonly secondFactorFor: readonly Role[]
  /** Minimum length of a password that a person chooses. */
  readonly passwordMin: number
}

/** Defaults for one working day: a forgotten console ends overnight, and a password is required at least once a day. */
export const DEFAULT_POLICY: SignInPolicy = {
  idleMs: 8 * HOUR_MS,
  absoluteMs: DAY_MS,
  sessionsMax: 50,
  secondFactorFor: [],
  passwordMin: PASSWORD_MIN,
}

/**
 * Lifetime of a generated password, which is visible in a terminal or file; sessions opened after that cannot trade.
 */
const GENERATED_PASSWORD_MS = DAY_MS
/** Time after which a generated password opens no session at all. */
const GENERATED_PASSWORD_MAX_MS = 7 * DAY_MS

/** Reason why a session may read, stop, pause and manage its account, but send no orders. */
export type Restriction = 'PASSWORD_CHANGE_REQUIRED' | 'SECOND_FACTOR_REQUIRED'

export const needsSecondFactor = (user: User, { secondFactorFor }: SignInPolicy): boolean =>
  rolesAnywhere(user).some((role) => secondFactorFor.includes(role))

/**
 * Returns the time until which a generated password opens unrestricted sessions; null when the password was chosen by a
 * person.
 */
export const generatedPasswordEnd = ({ passwordOrigin, passwordSetAt }: User): Instant | null =>
  passwordOrigin === 'GENERATED' ? passwordSetAt + GENERATED_PASSWORD_MS : null

/** Returns whether a password has expired: generated ones do, after a week, until the host sets another. */
export const isPasswordExpired = ({ passwordOrigin, passwordSetAt }: User, now: Instant): boolean =>
  passwordOrigin === 'GENERATED' && now >= passwordSetAt + GENERATED_PASSWORD_MAX_MS

/** Restriction of a session at `now`; tokens created on the host are never restricted. */
export const restrictionOn = (
  { user, session }: { readonly user: User; readonly session: Session },
  policy: SignInPolicy,
  now: Instant,
): Restriction | null => {
  if (session.kind !== 'LOGIN') return null
  const passwordEnd = generatedPasswordEnd(user)
  if (passwordEnd !== null && now >= passwordEnd) return 'PASSWORD_CHANGE_REQUIRED'
  return user.secondFactor === null && needsSecondFactor(user, policy) ? 'SECOND_FACTOR_REQUIRED' : null
}

/** The user and session of a verified token. */
export interface Principal {
  readonly userId: UserId
  readonly username: string
  readonly sessionId: SessionId
  readonly kind: SessionKind
  /** Roles on all accounts, with those on individual accounts in `grants`; on a request, the roles for its account. */
  readonly roles: readonly Role[]
  readonly grants: Grants
  /** Accounts to which the token is limited; null for all. */
  readonly accounts: readonly string[] | null
  readonly tier: Tier
  readonly scope: string
  readonly tokenExpiresAt: Instant
  /** Reason why this session cannot send orders; it may read, pause and stop. */
  readonly restriction: Restriction | null
}
