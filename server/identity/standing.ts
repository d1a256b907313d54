import { DAY_MS, type Instant } from '../core/instant.ts'
import { ACCESS_TTL_MS, ALGORITHM, TYPE } from './access-token.ts'
import type { IdentityEvent } from './identity-counts.ts'
import type { IdentityState } from './identity-state.ts'
import { KEY_AGE_MAX_MS } from './key-ring.ts'
import { isRole } from './role.ts'
import { needsSecondFactor } from './sign-in-policy.ts'

/** State of identity: authentication methods and their results, without any information about individual users. */
export interface IdentityStanding {
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
  /** Number of them with a second factor, and whether each of them requires one. */
  readonly powerfulWithSecondFactor: number
  readonly secondFactorRequired: boolean
  /** Roles in the store that are none. */
  readonly strangeRoles: number
  /** Within a day, to the hour, as far as this run has seen it. */
  readonly lately: Readonly<Record<IdentityEvent, number>>
}

export const readStanding = (state: IdentityState): IdentityStanding => {
  const users = [...state.users.values()]
  const powerful = users.filter(
    ({ roles, disabledAt }) => disabledAt === null && (roles.includes('ADMIN') || roles.includes('TRADER')),
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
      scheme: 'scrypt',
      parameters: state.hasher.parameters,
      outdated: users.filter(({ passwordHash }) => state.hasher.isOutdated(passwordHash)).length,
    },
    users: users.length,
    powerful: powerful.length,
    powerfulWithSecondFactor: powerful.filter(({ secondFactor }) => secondFactor !== null).length,
    secondFactorRequired: powerful.length > 0 && powerful.every((user) => needsSecondFactor(user, state.policy)),
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

const listKeys = ({ keys }: IdentityState): IdentityStanding['keys'] =>
  [...keys.madeAt].map(([kid, madeAtMs]) => ({
    kid,
    createdAtMs: madeAtMs,
    rotateDueAtMs: madeAtMs + KEY_AGE_MAX_MS,
    signs: kid === keys.current.kid,
  }))
