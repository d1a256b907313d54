/**
 * Views of users without secrets, and the list of users whose passwords are too weak or visible for a server on a
 * network.
 */

import type { Instant } from '../core/instant.ts'
import type { Grants } from './grants.ts'
import { findSessions, type IdentityState } from './identity-state.ts'
import type { Role, Tier } from './role.ts'
import { isLive } from './session.ts'
import type { PasswordOrigin, User, UserId } from './user.ts'

/** Public view of a user; every field is listed explicitly. */
export interface UserView {
  readonly id: UserId
  readonly username: string
  readonly roles: readonly Role[]
  readonly grants: Grants
  readonly tier: Tier
  readonly passwordOrigin: PasswordOrigin
  readonly passwordWeak: boolean
  readonly secondFactor: boolean
  readonly createdAt: Instant
  readonly disabledAt: Instant | null
  readonly sessions: number
}

export const toUserView = (state: IdentityState, user: User): UserView => ({
  id: user.id,
  username: user.username,
  roles: user.roles,
  grants: user.grants,
  tier: user.tier,
  passwordOrigin: user.passwordOrigin,
  passwordWeak: user.passwordWeak,
  secondFactor: user.secondFactor !== null,
  createdAt: user.createdAt,
  disabledAt: user.disabledAt,
  sessions: findSessions(state, user.id).filter((session) => isLive(session, state.clock(), state.policy.idleMs))
    .length,
})

/** Lists all users, sorted by name. */
export const listUsers = (state: IdentityState): UserView[] =>
  [...state.users.values()]
    .toSorted((a, b) => (a.username < b.username ? -1 : 1))
    .map((user) => toUserView(state, user))

/** Returns a user by ID. */
export const viewUser = (state: IdentityState, id: string): UserView | undefined => {
  const user = state.users.get(id as UserId)
  return user && toUserView(state, user)
}

/** A user whose password prevents the server from listening on a network. */
export interface ExposedPassword {
  readonly username: string
  readonly reason: 'GENERATED' | 'WEAK'
}

/**
 * Returns the exposed passwords of users who may sign in: weak ones, which can be guessed, and the generated one of the
 * first user. Passwords that the host generated for others do not keep a server from starting: they expire.
 */
export const exposedPasswords = (state: IdentityState): ExposedPassword[] => {
  const users = [...state.users.values()].toSorted((a, b) => a.createdAt - b.createdAt)
  return users.flatMap((user, index): ExposedPassword[] => {
    const { username, disabledAt, passwordWeak } = user
    if (disabledAt !== null) return []
    if (passwordWeak) return [{ username, reason: 'WEAK' }]
    return index === 0 && hasInitialPassword(user) ? [{ username, reason: 'GENERATED' }] : []
  })
}

/** Returns whether the password was generated with the user, and is still the same. */
const hasInitialPassword = ({ passwordOrigin, passwordSetAt, createdAt }: User): boolean =>
  passwordOrigin === 'GENERATED' && passwordSetAt <= createdAt
