import { DAY_MS, HOUR_MS, type Instant } from '../core/instant.ts'
import type { Role } from './role.ts'
import type { Session } from './session.ts'
import type { User } from './user.ts'

/** Sign-in settings of the host. */
export interface SignInPolicy {
  /** A session that is not used for this long ends. */
  readonly idleMs: number
  /** A session ends this long after it was opened, used or not. */
  readonly absoluteMs: number
  /** Sessions a user may have open; one more ends the one used longest ago. */
  readonly sessionsMax: number
  /** Roles that require a second factor to trade. */
  readonly secondFactorFor: readonly Role[]
}

/** A shift with a pause, so that a forgotten console ends overnight, and a password at least once a day. */
export const DEFAULT_POLICY: SignInPolicy = {
  idleMs: 8 * HOUR_MS,
  absoluteMs: DAY_MS,
  sessionsMax: 50,
  secondFactorFor: [],
}

/** Lifetime of a generated password, which is visible in a terminal or file: after it no session it opens may trade. */
const GENERATED_PASSWORD_MS = DAY_MS

/** Reason why a session may read, stop, pause and manage its account, but send no orders. */
export type Restriction = 'PASSWORD_CHANGE_REQUIRED' | 'SECOND_FACTOR_REQUIRED'

export const needsSecondFactor = ({ roles }: User, { secondFactorFor }: SignInPolicy): boolean =>
  roles.some((role) => secondFactorFor.includes(role))

/** Until when a generated password opens sessions that may trade; null when the password was chosen. */
export const generatedPasswordEnd = ({ passwordOrigin, passwordSetAt }: User): Instant | null =>
  passwordOrigin === 'GENERATED' ? passwordSetAt + GENERATED_PASSWORD_MS : null

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
