import { ROLES, type Role } from '../../identity/role.ts'
import type { RouteAccess } from './route-access.ts'

/** What the door says to one who asks. */
export type GuardDecision = 'OPEN' | 'UNAUTHENTICATED' | 'ALLOWED' | 'FORBIDDEN'

/** The one decision about who may call a route: of somebody without a token (null), or of somebody with these roles. */
export const guard = (access: RouteAccess, roles: readonly Role[] | null): GuardDecision => {
  if (access === 'OPEN' || access === 'ANONYMOUS') return 'OPEN'
  if (roles === null) return access === 'PUBLIC' ? 'OPEN' : 'UNAUTHENTICATED'
  return allowedRoles(access).some((role) => roles.includes(role)) ? 'ALLOWED' : 'FORBIDDEN'
}

/** The roles of which one is needed by whoever has a token. */
export const allowedRoles = (access: RouteAccess): readonly Role[] => (typeof access === 'string' ? ROLES : access)
