/** Declared access to every route by role, kept separate from the routes so that the two can be compared. */

import { ROLES, type Role, rolesWith } from '../../../../contract/roles.ts'
import type { RouteTruth } from '../../inputs/http.ts'

/** Permissions of an address by role. `OPEN`: for every caller. `PUBLIC`: a short form for every caller. */
export interface DeclaredAccess {
  readonly effect: Effect
  readonly access: 'OPEN' | 'PUBLIC' | Roles
}

type Effect = NonNullable<RouteTruth['effect']>
type Roles = readonly Role[]

const TRADERS = rolesWith('trade')

interface Line extends DeclaredAccess {
  readonly methods: readonly string[]
  readonly pattern: RegExp
}

const READS = ['GET', 'HEAD']
const reads = (pattern: RegExp, access: Line['access'] = rolesWith('read')): Line => ({
  methods: READS,
  pattern,
  effect: 'READ',
  access,
})
const writes = (method: string, pattern: RegExp, { effect, access }: DeclaredAccess): Line => ({
  methods: [method],
  pattern,
  effect,
  access,
})

/** Address of a page of the console, which is open and shows nothing before a login. */
const CONSOLE_PAGE = /^\/([a-z]+(-[a-z]+)*)?$/

/** Files of the installed console: its manifest, icons, and the page for a missing connection. */
const INSTALLED_CONSOLE =
  /^\/(app\.webmanifest|offline\.(html|css)|offline-worker\.js|(icon(-maskable)?-\d+|touch-icon)\.png)$/

/** The published table; the first match applies. It is deliberately declared separately from the routes. */
const TABLE: readonly Line[] = [
  reads(/^\/(healthz|readyz|\.well-known\/jwks\.json)$/, 'OPEN'),
  reads(/^\/(api-docs|docs)(\/|$)/, 'OPEN'),
  reads(/^\/metrics$/),
  reads(/^\/ws$/, 'OPEN'),
  reads(/^\/(favicon\.svg$|assets\/)/, 'OPEN'),
  reads(CONSOLE_PAGE, 'OPEN'),
  reads(INSTALLED_CONSOLE, 'OPEN'),
  reads(/^\/api\/monitor\/public-status-truth$/, 'PUBLIC'),
  reads(/^\/api\/monitor\/[a-z0-9-]+$/),
  reads(/^\/api\/audit$/, rolesWith('audit')),
  reads(/^\/api\/logs$/, rolesWith('logs')),
  reads(/^\/api\/auth\/(sessions|account)$/),
  reads(/^\/api\/fleet$/),
  reads(/^\/api\/autotrading\/(status|config|decisions(\/:candidateId)?)$/),
  reads(/^\/api\/v381\/(market|account|signals|research)\//),
  reads(/^\/api\/v381\/trading\/(orders|order\/:orderId|positions(\/:id)?)$/),
  writes('POST', /^\/api\/auth\/(login|refresh)$/, { effect: 'SESSION', access: 'OPEN' }),
  writes('POST', /^\/api\/auth\/(logout|password|sessions\/end)$/, { effect: 'SESSION', access: rolesWith('read') }),
  writes('POST', /^\/api\/auth\/second-factor(\/(confirm|disable))?$/, {
    effect: 'SESSION',
    access: rolesWith('read'),
  }),
  writes('POST', /^\/api\/v381\/research\/jobs$/, { effect: 'RESEARCH', access: TRADERS }),
  writes('DELETE', /^\/api\/v381\/research\/jobs\/:jobId$/, { effect: 'RESEARCH', access: TRADERS }),
  writes('POST', /^\/api\/v381\/trading\/order(\/:orderId)?\/preview$/, { effect: 'READ', access: rolesWith('read') }),
  writes('POST', /^\/api\/v381\/trading\/order$/, { effect: 'ORDER_INSTRUCTION', access: TRADERS }),
  writes('PATCH', /^\/api\/v381\/trading\/order\/:orderId$/, { effect: 'ORDER_INSTRUCTION', access: TRADERS }),
  writes('DELETE', /^\/api\/v381\/trading\/order\/:orderId$/, { effect: 'ORDER_INSTRUCTION', access: TRADERS }),
  writes('POST', /^\/api\/v381\/trading\/positions\/:id\/close$/, { effect: 'ORDER_INSTRUCTION', access: TRADERS }),
  writes('PATCH', /^\/api\/v381\/trading\/positions\/:id\/sl-tp$/, { effect: 'ORDER_INSTRUCTION', access: TRADERS }),
  writes('POST', /^\/api\/autotrading\/pause$/, {
    effect: 'CONTROL_RESTRICT',
    access: rolesWith('control:pause'),
  }),
  writes('POST', /^\/api\/emergency-stop$/, { effect: 'CONTROL_RESTRICT', access: rolesWith('control:stop') }),
]

/** Returns the access declared for one method of an address; undefined when none is declared, so none is allowed. */
export const declaredAccess = (method: string, url: string): DeclaredAccess | undefined =>
  TABLE.find(({ methods, pattern }) => methods.includes(method) && pattern.test(url))

/**
 * Returns whether the access checks match the table. If unknown callers are refused, public access may be refused too.
 */
export const agreesWithDeclared = ({ method, url, effect, decisions }: RouteTruth): boolean => {
  const declared = declaredAccess(method, url)
  if (!declared || declared.effect !== effect) return false
  const { access } = declared
  if (access === 'OPEN') return Object.values(decisions).every((decision) => decision === 'OPEN')
  const anonymousMatches =
    decisions.anonymous === 'UNAUTHENTICATED' || (access === 'PUBLIC' && decisions.anonymous === 'OPEN')
  const allowed: Roles = access === 'PUBLIC' ? rolesWith('read') : access
  return (
    anonymousMatches && ROLES.every((role) => decisions[role] === (allowed.includes(role) ? 'ALLOWED' : 'FORBIDDEN'))
  )
}
