/**
 * Declared access, effect and quota of routes, the check that every route declares them, and the decision whether a
 * caller may call one.
 */

import type { RouteOptions } from 'fastify'
import { ROLES, type Role } from '../../identity/role.ts'

/**
 * Access to a route. `OPEN`: any caller, within a limit that only a flood reaches (probes, documentation). `ANONYMOUS`:
 * any caller; the route itself counts its calls, as only the body identifies the caller. `PUBLIC`: any caller with a
 * token, and in short form, within the limit of the address, any caller that has none. Otherwise any of the given
 * roles.
 */
export type RouteAccess = 'OPEN' | 'ANONYMOUS' | 'PUBLIC' | readonly Role[]

/** Effect of a route. The server does not start when it is missing or wrong for the route's address. */
export type RouteEffect = 'READ' | 'SESSION' | 'ORDER_INSTRUCTION' | 'CONTROL_RESTRICT' | 'RESEARCH'

/**
 * Quota of a route. `TIER`, the default: the caller's general quota. `CONTROL`: a separate quota. `NONE`: no quota for
 * callers with the role; others count against the control quota. `FAILURES`: failed logins, by name and address.
 * `SESSION`: refreshes of the session.
 */
export type RouteQuota = 'TIER' | 'CONTROL' | 'NONE' | 'FAILURES' | 'SESSION'

declare module 'fastify' {
  interface FastifyContextConfig {
    effect?: RouteEffect
    access?: RouteAccess
    quota?: RouteQuota
    /** Whether every instruction through it carries the ID of its audit entry. */
    audited?: boolean
    /**
     * Whether a repeated request with the same `Idempotency-Key` is executed only once and receives the same response
     * for 24 hours.
     */
    idempotent?: boolean
    /** True when it concerns the caller or the whole server and not one account. */
    ofServer?: boolean
  }
}

export const ANY_ROLE: RouteAccess = ROLES
export const readableBy = (access: RouteAccess) => ({ effect: 'READ', access }) as const

/** The only two routes that may change the control state, with their quotas. */
const CONTROL_ROUTES: ReadonlyMap<string, RouteQuota> = new Map([
  ['/api/emergency-stop', 'NONE'],
  ['/api/autotrading/pause', 'CONTROL'],
])

/** Effects that must be recorded in the audit log. */
const CHANGING: readonly RouteEffect[] = ['ORDER_INSTRUCTION', 'CONTROL_RESTRICT']

type Declared = Pick<RouteOptions, 'method' | 'url' | 'config' | 'schema'>

/**
 * Throws, naming the route and what is missing, unless effect, roles and schemas are declared and match the address.
 */
export const assertDeclared = (route: Declared): void => {
  for (const method of [route.method].flat()) {
    const fault = findFault(route, method)
    if (fault) throw new Error(`Route ${method} ${route.url} ${fault}`)
  }
}

const findFault = (route: Declared, method: string): string | undefined => {
  const { url, config } = route
  const { effect, access, quota = 'TIER', audited = false } = config ?? {}
  if (!effect) return 'declares no effect'
  if (!access || access.length === 0) return 'declares no roles'
  if (effect !== expectedEffect(method, url))
    return `has effect ${effect}, its address calls for ${expectedEffect(method, url)}`
  if (quota !== expectedQuota(effect, url)) return `has quota ${quota}, it calls for ${expectedQuota(effect, url)}`
  if (audited !== CHANGING.includes(effect)) return audited ? 'is audited and changes nothing' : 'is not audited'
  return findKeyFault(route) ?? findSchemaFault(route, method)
}

const findSchemaFault = ({ url, schema }: Declared, method: string): string | undefined => {
  if (!schema?.response) return 'declares no response schema'
  if (url.includes(':') && !schema.params) return 'declares no schema of its path parameters'
  if (method === 'POST' && !schema.body) return 'declares no schema of its body'
  if (method === 'GET' && url.startsWith('/api/') && !schema.querystring) return 'declares no schema of its query'
  return undefined
}

/**
 * Checks the idempotency option; a route that restricts control is idempotent by nature: it accepts a key, and stores
 * nothing under it.
 */
const findKeyFault = ({ config, schema }: Declared): string | undefined => {
  if (config?.effect === 'CONTROL_RESTRICT') return undefined
  const takesKey = JSON.stringify(schema?.headers ?? null).includes('"idempotency-key"')
  if (config?.idempotent) return takesKey ? undefined : 'is idempotent and declares no header Idempotency-Key'
  return takesKey ? 'declares a header Idempotency-Key and is not idempotent' : undefined
}

/** Routes that compute what an instruction would do, and instruct nothing. */
const PREVIEW_ROUTES: ReadonlySet<string> = new Set([
  '/api/v381/trading/order/preview',
  '/api/v381/trading/order/:orderId/preview',
])

const expectedEffect = (method: string, url: string): RouteEffect | 'none' => {
  if (method === 'GET' || method === 'HEAD') return 'READ'
  if (url.startsWith('/api/auth/')) return 'SESSION'
  if (CONTROL_ROUTES.has(url)) return 'CONTROL_RESTRICT'
  if (PREVIEW_ROUTES.has(url)) return 'READ'
  if (url.startsWith('/api/v381/research/')) return 'RESEARCH'
  return url.startsWith('/api/v381/trading/') ? 'ORDER_INSTRUCTION' : 'none'
}

/** Quotas of the routes that may be called without a token. */
const SIGN_IN_ROUTES: ReadonlyMap<string, RouteQuota> = new Map([
  ['/api/auth/login', 'FAILURES'],
  ['/api/auth/refresh', 'SESSION'],
])

const expectedQuota = (effect: RouteEffect, url: string): RouteQuota => {
  if (effect === 'CONTROL_RESTRICT') return CONTROL_ROUTES.get(url) ?? 'TIER'
  return SIGN_IN_ROUTES.get(url) ?? 'TIER'
}

/** Decision on a request. */
export type GuardDecision = 'OPEN' | 'UNAUTHENTICATED' | 'ALLOWED' | 'FORBIDDEN'

/** Decides whether a route may be called by a caller with these roles, or without a token (null). */
export const guard = (access: RouteAccess, roles: readonly Role[] | null): GuardDecision => {
  if (access === 'OPEN' || access === 'ANONYMOUS') return 'OPEN'
  if (roles === null) return access === 'PUBLIC' ? 'OPEN' : 'UNAUTHENTICATED'
  return allowedRoles(access).some((role) => roles.includes(role)) ? 'ALLOWED' : 'FORBIDDEN'
}

/** Roles of which a caller with a token needs at least one. */
export const allowedRoles = (access: RouteAccess): readonly Role[] => (typeof access === 'string' ? ROLES : access)
