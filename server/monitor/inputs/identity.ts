import { atOnce, defineInput } from '../frame/input.ts'

/** Authentication methods and their recent results, without names. */
export interface IdentityTruth {
  readonly algorithm: string
  readonly tokenType: string
  readonly accessTtlMs: number
  readonly refreshIdleMs: number
  readonly refreshAbsoluteMs: number
  readonly keys: readonly {
    readonly kid: string
    readonly createdAtMs: number
    readonly rotateDueAtMs: number
    readonly signs: boolean
  }[]
  readonly passwords: { readonly scheme: string; readonly parameters: string; readonly outdated: number }
  readonly users: number
  /** Number of users who may sign in as ADMIN or TRADER. */
  readonly powerful: number
  /** Number of those with a second factor; the host may require one of each. */
  readonly powerfulWithSecondFactor: number
  readonly secondFactorRequired: boolean
  readonly strangeRoles: number
  /** Within a day, of this run. */
  readonly lately: {
    readonly loggedIn: number
    readonly loginFailed: number
    readonly loginThrottled: number
    readonly sessionRevoked: number
    readonly refreshReused: number
  }
}

export const identity = defineInput<IdentityTruth>({
  kind: 'STATE',
  source: 'identity.state',
  what: 'The status of authentication',
  producedBy: 'identity',
  maxAgeMs: atOnce,
})
