import { atOnce, defineInput } from '../frame/input.ts'

/** What people are proved with, and how that went lately; nobody is named. */
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
  /** Who may sign in as ADMIN or TRADER. */
  readonly powerful: number
  /** How many of them have a second factor, and whether the host requires one of each. */
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
  what: 'How identity stands',
  producedBy: 'identity',
  maxAgeMs: atOnce,
})
