/** Roles of users: validation of names, and the token scope that they grant. */

import { grantedRights, ROLES, type Role, TIERS, type Tier } from '../../contract/roles.ts'
import { err, ok, type Result } from '../core/result.ts'

/** Returns the named roles, each once, in the order of `ROLES`; an error for an unknown name or an empty list. */
export const parseRoles = (names: readonly string[]): Result<readonly Role[], RoleRefusal> => {
  const unknown = names.find((name) => !isRole(name))
  if (unknown !== undefined) return err({ kind: 'roleUnknown', role: unknown.slice(0, 40) })
  if (names.length === 0) return err({ kind: 'rolesEmpty' })
  return ok(ROLES.filter((role) => names.includes(role)))
}

export { ROLES, type Role, TIERS, type Tier }

export type RoleRefusal = { readonly kind: 'roleUnknown'; readonly role: string } | { readonly kind: 'rolesEmpty' }

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

export const isTier = (text: string): text is Tier => TIERS.some((tier) => tier === text)

/** Returns the `scope` claim of a token: the rights of its roles, space-separated. */
export const toScope = (roles: readonly Role[]): string => grantedRights(roles).join(' ')
