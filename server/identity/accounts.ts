/** Administration of users: add, change, disable and enable users, and set their passwords. */

import { err, ok, type Result } from '../core/result.ts'
import { changeGrants, type GrantChange, type GrantRefusal, type Grants, NO_GRANTS } from './grants.ts'
import {
  cacheUser,
  endSession,
  findSessions,
  findUser,
  type IdentityState,
  reviseUser,
  settleUser,
} from './identity-state.ts'
import { tryToStore } from './identity-store.ts'
import type { Busy } from './password-hash.ts'
import {
  checkChosenPassword,
  checkPassword,
  generatePassword,
  isWeak,
  type PasswordRefusal,
} from './password-policy.ts'
import type { Role, Tier } from './role.ts'
import { resetUser } from './throttle.ts'
import { isUsername, type PasswordOrigin, type User } from './user.ts'
import { toUserView, type UserView } from './user-view.ts'

/** A user with the generated password, returned only this once; null when the caller provided one. */
export interface UserWithPassword {
  readonly user: UserView
  readonly generatedPassword: string | null
}

export type AccountRefusal =
  | { readonly kind: 'usernameInvalid'; readonly username: string }
  | { readonly kind: 'usernameTaken'; readonly username: string }
  | { readonly kind: 'userUnknown'; readonly username: string }
  | GrantRefusal
  | PasswordRefusal
  | Busy

export interface NewUser {
  readonly username: string
  readonly roles: readonly Role[]
  /** Roles on individual accounts. */
  readonly grants?: GrantChange | undefined
  readonly tier: Tier
  /** Generated if omitted. */
  readonly password?: string | undefined
}

export interface UserChange {
  readonly username: string
  readonly roles?: readonly Role[] | undefined
  /** New roles on individual accounts; other grants stay. */
  readonly grants?: GrantChange | undefined
  readonly tier?: Tier | undefined
}

export interface NewPassword {
  readonly username: string
  /** Generated if omitted. */
  readonly password?: string | undefined
}

export const addUser = async (
  state: IdentityState,
  { username, roles, grants: granted = {}, tier, password }: NewUser,
): Promise<Result<UserWithPassword, AccountRefusal>> => {
  const grants = changeGrants(NO_GRANTS, granted)
  if (!grants.ok) return grants
  if (roles.length + grants.value.size === 0) return err({ kind: 'rolesEmpty' })
  const checked = password === undefined ? ok(password) : await checkChosen(state, password, username)
  if (!checked.ok) return checked
  const origin = password === undefined ? 'GENERATED' : 'CHOSEN'
  const secret = { password: password ?? generatePassword(state.randomBytes), origin } as const
  return createUser(state, { username, roles, grants: grants.value, tier, ...secret })
}

const checkChosen = ({ policy }: IdentityState, password: string, username: string) =>
  checkChosenPassword(password, { username, min: policy.passwordMin })

interface UserDraft {
  readonly username: string
  readonly roles: readonly Role[]
  readonly grants: Grants
  readonly tier: Tier
  readonly password: string
  readonly origin: PasswordOrigin
  /** As in `FirstAdmin`. */
  readonly after?: Promise<unknown> | undefined
}

/** Creates a user with this password, without further checks. */
const createUser = async (
  state: IdentityState,
  { username, roles, grants, tier, password, origin, after }: UserDraft,
): Promise<Result<UserWithPassword, AccountRefusal>> => {
  if (!isUsername(username)) return err({ kind: 'usernameInvalid', username: username.slice(0, 40) })
  if (findUser(state, username)) return err({ kind: 'usernameTaken', username })
  const [secret] = await Promise.all([hashed(state, { username, password, origin }), after])
  if (!secret.ok) return secret
  const id = state.ids('usr')
  const user: User = {
    id,
    username,
    roles,
    grants,
    tier,
    ...secret.value,
    secondFactor: null,
    authorisation: 1,
    createdAt: state.clock(),
    disabledAt: null,
  }
  if (!state.store.insertUser(user)) return err({ kind: 'usernameTaken', username })
  cacheUser(state, user)
  return ok({ user: toUserView(state, user), generatedPassword: origin === 'GENERATED' ? password : null })
}

/** Changes roles, grants or tier immediately; the user has to sign in again. */
export const changeUser = (state: IdentityState, change: UserChange): Result<UserView, AccountRefusal> => {
  const user = findUser(state, change.username)
  if (!user) return err({ kind: 'userUnknown', username: change.username })
  const { roles = user.roles, tier = user.tier } = change
  const grants = changeGrants(user.grants, change.grants ?? {})
  if (!grants.ok) return grants
  if (roles.length + grants.value.size === 0) return err({ kind: 'rolesEmpty' })
  return ok(toUserView(state, reviseUser(state, { ...user, roles, grants: grants.value, tier })))
}

/** Disables the user; sign-ins and tokens are invalid immediately. */
export const disableUser = (state: IdentityState, username: string): Result<UserView, AccountRefusal> => {
  const user = findUser(state, username)
  if (!user) return err({ kind: 'userUnknown', username })
  if (user.disabledAt !== null) return standing(state, user)
  return ok(toUserView(state, reviseUser(state, { ...user, disabledAt: state.clock() })))
}

/** Lets the user sign in again; ended sessions remain ended. */
export const enableUser = (state: IdentityState, username: string): Result<UserView, AccountRefusal> => {
  const user = findUser(state, username)
  if (!user) return err({ kind: 'userUnknown', username })
  if (user.disabledAt === null) return standing(state, user)
  return ok(toUserView(state, reviseUser(state, { ...user, disabledAt: null })))
}

/**
 * Ends every session of these users, disables those still enabled and invalidates their recovery codes, because their
 * stored state may be outdated: a used code may appear unused. Returns the disabled users. Memory is changed first, so
 * that a disk failure leaves no session open.
 */
export const distrust = (state: IdentityState, usernames: readonly string[]): readonly string[] => {
  for (const id of [...state.sessions.keys()]) tryToStore(() => endSession(state, id))
  return usernames.flatMap((username) => {
    const user = findUser(state, username)
    if (!user || isDistrusted(user)) return []
    const secondFactor = user.secondFactor && { ...user.secondFactor, recoveryHashes: [] }
    tryToStore(() => reviseUser(state, { ...user, secondFactor, disabledAt: user.disabledAt ?? state.clock() }))
    return user.disabledAt === null ? [user.username] : []
  })
}

const isDistrusted = ({ disabledAt, secondFactor }: User): boolean =>
  disabledAt !== null && (secondFactor?.recoveryHashes ?? []).length === 0

/** Returns a user already in the requested state, after storing a change that could not be stored before. */
const standing = (state: IdentityState, user: User): Result<UserView, never> => {
  settleUser(state, user)
  return ok(toUserView(state, user))
}

/** Disables two-factor authentication for a user who lost the device; sessions end, host tokens remain valid. */
export const resetSecondFactor = (state: IdentityState, username: string): Result<UserView, AccountRefusal> => {
  const user = findUser(state, username)
  if (!user) return err({ kind: 'userUnknown', username })
  const reset = { ...user, secondFactor: null }
  state.store.updateUser(reset)
  cacheUser(state, reset)
  for (const { id, kind } of findSessions(state, user.id)) if (kind === 'LOGIN') endSession(state, id)
  return ok(toUserView(state, reset))
}

/** Sets a new password; ends every session and token of the user, and resets failed sign-ins. */
export const setPassword = async (
  state: IdentityState,
  { username, password }: NewPassword,
): Promise<Result<UserWithPassword, AccountRefusal>> => {
  const named = findUser(state, username)
  if (!named) return err({ kind: 'userUnknown', username })
  const checked = password === undefined ? ok(password) : await checkChosen(state, password, named.username)
  if (!checked.ok) return checked
  const next = password ?? generatePassword(state.randomBytes)
  const origin = password === undefined ? 'GENERATED' : 'CHOSEN'
  const secret = await hashed(state, { username: named.username, password: next, origin })
  if (!secret.ok) return secret
  const revised = reviseUser(state, { ...(state.users.get(named.id) ?? named), ...secret.value })
  resetUser(state.throttle, revised.id)
  return ok({ user: toUserView(state, revised), generatedPassword: origin === 'GENERATED' ? next : null })
}

type Secret = Pick<User, 'passwordHash' | 'passwordOrigin' | 'passwordWeak' | 'passwordSetAt'>

const hashed = async (
  { hasher, clock }: IdentityState,
  { username, password, origin }: Pick<UserDraft, 'username' | 'password' | 'origin'>,
): Promise<Result<Secret, Busy>> => {
  const hash = await hasher.hash(password)
  if (!hash.ok) return hash
  return ok({
    passwordHash: hash.value,
    passwordOrigin: origin,
    passwordWeak: isWeak(password, username),
    passwordSetAt: clock(),
  })
}

export interface FirstAdmin {
  readonly name?: string | undefined
  /** Accepted even if weak; generated if omitted. */
  readonly password?: string | undefined
  /** If given, the user is stored once it has resolved, and not if it rejects. The password is hashed meanwhile. */
  readonly after?: Promise<unknown>
}

export type BootstrapRefusal = AccountRefusal | { readonly kind: 'usersExist' }

const FIRST_NAME = 'admin'

/** Creates the first user, an ADMIN of tier STANDARD, when there are no users. */
export const bootstrap = async (
  state: IdentityState,
  { name = FIRST_NAME, password, after }: FirstAdmin,
): Promise<Result<UserWithPassword, BootstrapRefusal>> => {
  if (state.users.size > 0) return err({ kind: 'usersExist' })
  const checked = password === undefined ? ok(password) : checkPassword(password, 1)
  if (!checked.ok) return checked
  return createUser(state, {
    username: name,
    roles: ['ADMIN'],
    grants: NO_GRANTS,
    tier: 'STANDARD',
    password: password ?? generatePassword(state.randomBytes),
    origin: password === undefined ? 'GENERATED' : 'BOOTSTRAP',
    after,
  })
}
