/** Roles of users and the rights that each grants, and request tiers. */

/** Rights of callers with a token, as named in its `scope` claim and in that order. */
const ALL_RIGHTS = ['read', 'trade', 'control:pause', 'control:stop', 'logs', 'audit'] as const
export type Right = (typeof ALL_RIGHTS)[number]

/** Rights of each role. A user holds a set of roles; none contains another. */
const RIGHTS = {
  VIEWER: ['read'],
  OPERATOR: ['read', 'control:pause', 'logs'],
  TRADER: ['read', 'trade', 'control:pause', 'control:stop'],
  ADMIN: ALL_RIGHTS,
} as const satisfies Readonly<Record<string, readonly Right[]>>

export type Role = keyof typeof RIGHTS

/** Every role, those with the fewest rights first. */
export const ROLES = Object.keys(RIGHTS) as [Role, ...Role[]]

/** Returns the roles that grant a right. */
export const rolesWith = (right: Right): readonly Role[] =>
  ROLES.filter((role) => (RIGHTS[role] as readonly Right[]).includes(right))

/** Returns the rights that a set of roles grants, in the order in which tokens list them. */
export const grantedRights = (roles: readonly Role[]): readonly Right[] =>
  ALL_RIGHTS.filter((right) => rolesWith(right).some((role) => roles.includes(role)))

/** Builds a record with one value for each role. */
export const byRole = <T>(createValue: (role: Role) => T): Readonly<Record<Role, T>> =>
  Object.fromEntries(ROLES.map((role) => [role, createValue(role)])) as Record<Role, T>

/** Request allowances of users, as used by the rate limit. */
export const TIERS = ['STANDARD', 'PRO'] as const
export type Tier = (typeof TIERS)[number]
