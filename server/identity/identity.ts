/**
 * The identity service: sign-in, sessions, tokens and users, as used by the HTTP server, the stream and host commands.
 */

import { randomBytes as systemRandomBytes } from 'node:crypto'
import { rolesWith } from '../../contract/roles.ts'
import type { StoreFailure } from '../core/errors.ts'
import { DAY_MS, type Instant } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import { ACCESS_TTL_MS, ALGORITHM, TYPE } from './access-token.ts'
import * as accounts from './accounts.ts'
import { type BootstrapRefusal, bootstrap, type FirstAdmin } from './accounts.ts'
import { type AuthRefusal, authenticate, recall } from './authenticate.ts'
import { rolesAnywhere } from './grants.ts'
import { type MintedToken, mintToken, type TokenOrder, type TokenOrderRefusal } from './host-token.ts'
import {
  catchUp,
  createIdentityState,
  endSession,
  findSessions,
  findUser,
  flush,
  type IdentityEvent,
  type IdentityParts,
  type IdentityState,
  type SessionWatcher,
} from './identity-state.ts'
import type { SignedIn } from './issue.ts'
import type { PublicJwk } from './key-pair.ts'
import { KEY_AGE_MAX_MS } from './key-ring.ts'
import * as own from './own-account.ts'
import { type Refreshing, type RefreshRefusal, refresh, sessionOfRefresh } from './refresh.ts'
import { isRole } from './role.ts'
import { isLive, needsSecondFactor, type Principal, type SessionId, type SessionKind, sessionEnd } from './session.ts'
import { type Credentials, type LoggedIn, type LoginRefusal, login } from './sign-in.ts'
import type { UserId } from './user.ts'
import { type ExposedPassword, exposedPasswords, listUsers, type UserView, viewUser } from './user-view.ts'

/** Creates the service on a store. Processes that share a store pass `hasChanged`. */
export const createIdentity = (options: IdentityOptions): Identity => {
  const state = createIdentityState({ randomBytes: systemRandomBytes, ...options })
  return {
    login: (credentials) => login(state, credentials),
    refresh: (refreshing) => refresh(state, refreshing),
    findUsername: (typed) => findUser(state, typed)?.username ?? null,
    sessionOfRefresh: (refreshToken) => sessionOfRefresh(state, refreshToken),
    logout: (sessionId) => endSession(state, sessionId),
    sessions: (userId) => listSessions(state, userId),
    authenticate: (accessToken) => authenticate(state, accessToken),
    recall: (accessToken) => recall(state, accessToken),
    jwks: () => ({ keys: [...state.keys.pairs.values()].map((pair) => pair.publicJwk) }),
    onSessionEnded(watcher) {
      state.watchers.add(watcher)
      return () => void state.watchers.delete(watcher)
    },
    account: (sessionId) => own.viewAccount(state, sessionId),
    changePassword: (...change) => own.changePassword(state, ...change),
    endOwnSessions: (...ending) => own.endOwnSessions(state, ...ending),
    beginSecondFactor: (...enrolment) => own.beginSecondFactor(state, ...enrolment),
    confirmSecondFactor: (...code) => own.confirmSecondFactor(state, ...code),
    disableSecondFactor: (...code) => own.disableSecondFactor(state, ...code),
    resetSecondFactor: (username) => accounts.resetSecondFactor(state, username),
    catchUp: async () => void (await catchUp(state)),
    exposedPasswords: () => exposedPasswords(state),
    standing: () => readStanding(state),
    flush: () => flush(state),
    bootstrap: (admin) => bootstrap(state, admin),
    addUser: (user) => accounts.addUser(state, user),
    changeUser: (change) => accounts.changeUser(state, change),
    disableUser: (username) => accounts.disableUser(state, username),
    enableUser: (username) => accounts.enableUser(state, username),
    setPassword: (password) => accounts.setPassword(state, password),
    distrust: (usernames) => accounts.distrust(state, usernames),
    listUsers: () => listUsers(state),
    findUser: (id) => viewUser(state, id),
    mintToken: (order) => mintToken(state, order),
  }
}

type Account<T> = Result<T, accounts.AccountRefusal>

export type IdentityOptions = Omit<IdentityParts, 'randomBytes'> & Partial<Pick<IdentityParts, 'randomBytes'>>

/** Arguments after the state. */
type Rest<Work> = Work extends (state: IdentityState, ...rest: infer Arguments) => unknown ? Arguments : never

/** Users, sign-ins, sessions and tokens. */
export interface Identity {
  login(credentials: Credentials): Promise<Result<LoggedIn, LoginRefusal>>
  refresh(refreshing: Refreshing): Promise<Result<SignedIn, RefreshRefusal>>
  /** Returns the user's name as stored; null if no user has it. */
  findUsername(typed: string): string | null
  /** Returns the live session of a refresh token, without side effects. */
  sessionOfRefresh(refreshToken: string): Result<SessionId, RefreshRefusal>
  /** Ends a session immediately; throws when that could not be stored, which is retried at the next flush. */
  logout(sessionId: SessionId): void
  sessions(userId: UserId): SessionView[]
  /** Returns the account state of a session; undefined when the session has ended. */
  account(sessionId: SessionId): own.AccountView | undefined
  changePassword(...change: Rest<typeof own.changePassword>): ReturnType<typeof own.changePassword>
  endOwnSessions(...ending: Rest<typeof own.endOwnSessions>): ReturnType<typeof own.endOwnSessions>
  beginSecondFactor(...enrolment: Rest<typeof own.beginSecondFactor>): ReturnType<typeof own.beginSecondFactor>
  confirmSecondFactor(...code: Rest<typeof own.confirmSecondFactor>): ReturnType<typeof own.confirmSecondFactor>
  disableSecondFactor(...code: Rest<typeof own.disableSecondFactor>): ReturnType<typeof own.disableSecondFactor>
  /** Verifies a token in full; `recall` then returns it from memory. */
  authenticate(accessToken: string): Promise<Result<Principal, AuthRefusal>>
  /**
   * Returns the principal from memory; undefined as soon as the session is logged out, disabled, expired, or its rights
   * change.
   */
  recall(accessToken: string): Principal | undefined
  /** Returns the public keys of all tokens that may still be valid. */
  jwks(): { readonly keys: readonly PublicJwk[] }
  /**
   * Calls the watcher immediately for every ended session: logout, disabling, changed rights, or age. Returns the
   * unsubscribe function.
   */
  onSessionEnded(watcher: SessionWatcher): () => void
  exposedPasswords(): ExposedPassword[]
  /** Adopts changes of other processes in the store. */
  catchUp(): Promise<void>
  /** Returns the overall state of identity, without user names. */
  standing(): IdentityStanding
  /**
   * Writes last uses, failed sign-ins and pending writes; call it once a minute and before the store closes. What
   * cannot be written is retained for the next call.
   */
  flush(): Result<void, StoreFailure>

  bootstrap(admin: FirstAdmin): Promise<Result<accounts.UserWithPassword, BootstrapRefusal>>
  addUser(user: accounts.NewUser): Promise<Account<accounts.UserWithPassword>>
  changeUser(change: accounts.UserChange): Account<UserView>
  disableUser(username: string): Account<UserView>
  enableUser(username: string): Account<UserView>
  resetSecondFactor(username: string): Account<UserView>
  setPassword(password: accounts.NewPassword): Promise<Account<accounts.UserWithPassword>>
  /** Ends every session and disables these users until they are enabled again; returns those newly disabled. */
  distrust(usernames: readonly string[]): readonly string[]
  listUsers(): UserView[]
  /** Returns a user by ID; undefined if there is no such user. */
  findUser(id: string): UserView | undefined
  mintToken(order: TokenOrder): Promise<Result<MintedToken, TokenOrderRefusal>>
}

interface SessionView {
  readonly id: SessionId
  readonly kind: SessionKind
  readonly createdAt: Instant
  readonly lastUsedAt: Instant
  /** End of the session if it is not used again. */
  readonly endsAt: Instant
  readonly address: string | null
  readonly secondFactor: boolean
}

/** The user's live sessions, newest first. */
const listSessions = (state: IdentityState, userId: UserId): SessionView[] =>
  findSessions(state, userId)
    .filter((session) => isLive(session, state.clock(), state.policy.idleMs))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .map((session) => ({
      id: session.id,
      kind: session.kind,
      createdAt: session.createdAt,
      lastUsedAt: session.lastUsedAt,
      endsAt: sessionEnd(session, state.policy.idleMs),
      address: session.address,
      secondFactor: session.secondFactor,
    }))

/** State of identity: authentication methods and their results, without information about individual users. */
interface IdentityStanding {
  readonly algorithm: string
  readonly tokenType: string
  readonly accessTtlMs: number
  readonly refreshIdleMs: number
  readonly refreshAbsoluteMs: number
  /** Keys whose tokens may still be valid, oldest first. */
  readonly keys: readonly {
    readonly kid: string
    readonly createdAtMs: Instant
    readonly rotateDueAtMs: Instant
    readonly signs: boolean
  }[]
  readonly passwords: { readonly scheme: string; readonly parameters: string; readonly outdated: number }
  readonly users: number
  /** Number of users who may sign in and trade or administer. */
  readonly powerful: number
  /** Number of these users with two-factor authentication, and whether it is required of all of them. */
  readonly powerfulWithSecondFactor: number
  readonly secondFactorRequired: boolean
  /** Unknown roles in the store. */
  readonly strangeRoles: number
  /** Counts within a day, by the hour, as observed in this run. */
  readonly lately: Readonly<Record<IdentityEvent, number>>
}

const readStanding = (state: IdentityState): IdentityStanding => {
  const users = [...state.users.values()]
  const traders = rolesWith('trade')
  const powerful = users.filter(
    (user) => user.disabledAt === null && rolesAnywhere(user).some((role) => traders.includes(role)),
  )
  const within = (event: IdentityEvent): number => state.counts[event].since(DAY_MS, state.clock())
  return {
    algorithm: ALGORITHM,
    tokenType: TYPE,
    accessTtlMs: ACCESS_TTL_MS,
    refreshIdleMs: state.policy.idleMs,
    refreshAbsoluteMs: state.policy.absoluteMs,
    keys: listKeys(state),
    passwords: {
      scheme: 'argon2id',
      parameters: state.hasher.parameters,
      outdated: users.filter(({ passwordHash }) => state.hasher.isOutdated(passwordHash)).length,
    },
    users: users.length,
    powerful: powerful.length,
    powerfulWithSecondFactor: powerful.filter(({ secondFactor }) => secondFactor !== null).length,
    secondFactorRequired: powerful.length > 0 && powerful.every((user) => needsSecondFactor(user, state.policy)),
    strangeRoles: users.flatMap((user) =>
      [...user.roles, ...[...user.grants.values()].flat()].filter((role) => !isRole(role)),
    ).length,
    lately: {
      loggedIn: within('loggedIn'),
      loginFailed: within('loginFailed'),
      loginThrottled: within('loginThrottled'),
      sessionRevoked: within('sessionRevoked'),
      refreshReused: within('refreshReused'),
    },
  }
}

const listKeys = ({ keys }: IdentityState): IdentityStanding['keys'] =>
  [...keys.madeAt].map(([kid, madeAtMs]) => ({
    kid,
    createdAtMs: madeAtMs,
    rotateDueAtMs: madeAtMs + KEY_AGE_MAX_MS,
    signs: kid === keys.current.kid,
  }))
