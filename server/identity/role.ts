import { err, ok, type Result } from '../core/result.ts'

/** Permissions of users. A user carries a set of them; none contains another. */
export const ROLES = ['VIEWER', 'OPERATOR', 'TRADER', 'ADMIN'] as const
export type Role = (typeof ROLES)[number]

/** Request allowance of a user, as used by the rate limit. */
export const TIERS = ['STANDARD', 'PRO'] as const
export type Tier = (typeof TIERS)[number]

export type RoleRefusal = { readonly kind: 'roleUnknown'; readonly role: string } | { readonly kind: 'rolesEmpty' }

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

export const isTier = (text: string): text is Tier => TIERS.some((tier) => tier === text)

/** The set of the named roles, each once, in the order of `ROLES`; never empty. */
export const parseRoles = (names: readonly string[]): Result<readonly Role[], RoleRefusal> => {
  const unknown = names.find((name) => !isRole(name))
  if (unknown !== undefined) return err({ kind: 'roleUnknown', role: unknown.slice(0, 40) })
  if (names.length === 0) return err({ kind: 'rolesEmpty' })
  return ok(ROLES.filter((role) => names.includes(role)))
}

/** Which roles give which scope; reading needs any role. */
const SCOPES: readonly (readonly [scope: string, roles: readonly Role[]])[] = [
  ['read', ROLES],
  ['trade', ['TRADER', 'ADMIN']],
  ['control:pause', ['OPERATOR', 'TRADER', 'ADMIN']],
  ['control:stop', ['TRADER', 'ADMIN']],
  ['audit', ['ADMIN']],
]

/** The `scope` claim of a token: the permissions of its roles as scope names. */
export const toScope = (roles: readonly Role[]): string =>
  SCOPES.filter(([, granting]) => granting.some((role) => roles.includes(role)))
    .map(([scope]) => scope)
    .join(' ')
