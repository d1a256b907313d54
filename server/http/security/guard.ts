import { ROLES, type Role } from '../../identity/role.ts'
import type { RouteAccess } from './route-access.ts'

/** Decision on a request. */
export type GuardDecision = 'OPEN' | 'UNAUTHENTICATED' | 'ALLOWED' | 'FORBIDDEN'

/** Decides whether a route may be called: by a caller without a token (null), or by one with these roles. */
export const guard = (access: RouteAccess, roles: readonly Role[] | null): GuardDecision => {
  if (access === 'OPEN' || access === 'ANONYMOUS') return 'OPEN'
  if (roles === null) return access === 'PUBLIC' ? 'OPEN' : 'UNAUTHENTICATED'
  return allowedRoles(access).some((role) => roles.includes(role)) ? 'ALLOWED' : 'FORBIDDEN'
}

/** Roles of which a caller with a token needs at least one. */
export const allowedRoles = (access: RouteAccess): readonly Role[] => (typeof access === 'string' ? ROLES : access)
