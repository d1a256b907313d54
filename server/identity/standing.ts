import { DAY_MS, type Instant } from '../core/instant.ts'
import { ACCESS_TTL_MS, ALGORITHM, TYPE } from './access-token.ts'
import type { IdentityEvent } from './identity-counts.ts'
import type { IdentityState } from './identity-state.ts'
import { KEY_AGE_MAX_MS } from './key-ring.ts'
import { isRole } from './role.ts'
import { LOGIN_ABSOLUTE_MS, LOGIN_IDLE_MS } from './session.ts'

/** How identity stands: what it proves people with, and how that went; nothing of it tells who anybody is. */
export interface IdentityStanding {
  readonly algorithm: string
  readonly tokenType: string
  readonly accessTtlMs: number
  readonly refreshIdleMs: number
  readonly refreshAbsoluteMs: number
  /** Those whose tokens may still be alive, oldest first. */
  readonly keys: readonly {
    readonly kid: string
    readonly createdAtMs: Instant
    readonly rotateDueAtMs: Instant
    readonly signs: boolean
  }[]
  readonly passwords: { readonly scheme: string; readonly parameters: string; readonly outdated: number }
  readonly users: number
  /** Who may sign in and trade, or do all. */
  readonly powerful: number
  /** Roles in the store that are none. */
  readonly strangeRoles: number
  /** Within a day, to the hour, as far as this run has seen it. */
  readonly lately: Readonly<Record<IdentityEvent, number>>
}

export const standingOf = (state: IdentityState): IdentityStanding => {
  const users = [...state.users.values()]
  const within = (event: IdentityEvent): number => state.counts[event].since(DAY_MS, state.clock())
  return {
    algorithm: ALGORITHM,
    tokenType: TYPE,
    accessTtlMs: ACCESS_TTL_MS,
    refreshIdleMs: LOGIN_IDLE_MS,
    refreshAbsoluteMs: LOGIN_ABSOLUTE_MS,
    keys: keysOf(state),
    passwords: {
      scheme: 'scrypt',
      parameters: state.hasher.parameters,
      outdated: users.filter(({ passwordHash }) => state.hasher.isOutdated(passwordHash)).length,
    },
    users: users.length,
    powerful: users.filter(
      ({ roles, disabledAt }) => disabledAt === null && (roles.includes('ADMIN') || roles.includes('TRADER')),
    ).length,
    strangeRoles: users.flatMap(({ roles }) => roles.filter((role) => !isRole(role))).length,
    lately: {
      loggedIn: within('loggedIn'),
      loginFailed: within('loginFailed'),
      loginThrottled: within('loginThrottled'),
      sessionRevoked: within('sessionRevoked'),
      refreshReused: within('refreshReused'),
    },
  }
}

const keysOf = ({ keys }: IdentityState): IdentityStanding['keys'] =>
  [...keys.madeAt].map(([kid, madeAtMs]) => ({
    kid,
    createdAtMs: madeAtMs,
    rotateDueAtMs: madeAtMs + KEY_AGE_MAX_MS,
    signs: kid === keys.current.kid,
  }))
