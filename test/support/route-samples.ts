import { byRole, ROLES } from '../../contract/roles.ts'
import type { RouteTruth } from '../../server/monitor/inputs/http.ts'

type Decisions = RouteTruth['decisions']

const OPEN: Decisions = { anonymous: 'OPEN', ...byRole(() => 'OPEN') }

/** Returns the decisions of a correct guard for a route. */
const createDecisions = (access: RouteTruth['access']): Decisions => {
  if (access === 'OPEN' || access === 'ANONYMOUS') return OPEN
  const roles: readonly string[] = access === 'PUBLIC' || access === null ? ROLES : access
  const anonymous = access === 'PUBLIC' ? 'OPEN' : 'UNAUTHENTICATED'
  return { anonymous, ...byRole((role) => (roles.includes(role) ? 'ALLOWED' : 'FORBIDDEN')) }
}

export const aRoute = (changes: Partial<RouteTruth> = {}): RouteTruth => {
  const access = changes.access === undefined ? ROLES : changes.access
  return {
    method: 'GET',
    url: '/api/v381/market/tickers',
    effect: 'READ',
    access,
    quota: 'TIER',
    audited: false,
    idempotency: 'NONE',
    decisions: createDecisions(access),
    observed24h: { allowed: 0, denied401: 0, denied403: 0 },
    ...changes,
  }
}

export const STOP = aRoute({
  method: 'POST',
  url: '/api/emergency-stop',
  effect: 'CONTROL_RESTRICT',
  access: ['ADMIN', 'TRADER'],
  quota: 'NONE',
  audited: true,
  idempotency: 'BY_NATURE',
})

export const PAUSE = aRoute({
  method: 'POST',
  url: '/api/autotrading/pause',
  effect: 'CONTROL_RESTRICT',
  access: ['ADMIN', 'TRADER', 'OPERATOR'],
  quota: 'CONTROL',
  audited: true,
  idempotency: 'BY_NATURE',
})

export const ORDER = aRoute({
  method: 'POST',
  url: '/api/v381/trading/order',
  effect: 'ORDER_INSTRUCTION',
  access: ['TRADER', 'ADMIN'],
  audited: true,
  idempotency: 'HONOURED',
})

export const MONITOR = aRoute({ url: '/api/monitor/store-truth' })
export const LOGIN = aRoute({ method: 'POST', url: '/api/auth/login', effect: 'SESSION', access: 'ANONYMOUS' })

/** Routes of a small, correct server. */
export const ROUTES: readonly RouteTruth[] = [
  aRoute(),
  aRoute({ method: 'HEAD' }),
  aRoute({ url: '/healthz', access: 'OPEN' }),
  aRoute({ url: '/api/monitor/public-status-truth', access: 'PUBLIC' }),
  LOGIN,
  MONITOR,
  ORDER,
  PAUSE,
  STOP,
]
