/** Security invariants that must always hold: route permissions, roles of users, and rights of the exchange key. */

import { ROLES, type Role, rolesWith } from '../../../../contract/roles.ts'
import type { InputName } from '../../frame/inputs.ts'
import { counted } from '../../frame/missing-evidence.ts'
import type { ExchangeKeyTruth } from '../../inputs/exchange.ts'
import type { RouteTruth } from '../../inputs/http.ts'
import type { IdentityTruth } from '../../inputs/security.ts'
import { agreesWithDeclared, declaredAccess } from './declared-access.ts'

/** Condition that must always hold. `holds` is null when its input is missing or incomplete. */
export interface Invariant {
  readonly id: string
  readonly text: string
  readonly holds: boolean | null
  readonly of: readonly InputName[]
  /** Violation, in short. */
  readonly broken: string
}

export interface InvariantInputs {
  readonly routes?: readonly RouteTruth[]
  readonly identity?: IdentityTruth
  readonly exchangeKey?: ExchangeKeyTruth
}

/** Checks every invariant for which the inputs are available. */
export const checkInvariants = ({ routes, identity, exchangeKey }: InvariantInputs): Invariant[] => [
  ...ROUTE_RULES.map(({ id, text, offenders }): Invariant => {
    const offending = routes && offenders(routes)
    return {
      id,
      text,
      holds: offending ? offending.length === 0 : null,
      of: ['routes'],
      broken: (offending ?? []).join(', '),
    }
  }),
  {
    id: 'ROLES_ARE_KNOWN',
    text: `No user has a role other than ${ROLES.join(', ')}`,
    holds: identity ? identity.strangeRoles === 0 : null,
    of: ['identity'],
    broken: counted(identity?.strangeRoles ?? 0, 'other role'),
  },
  {
    id: 'KEY_CANNOT_WITHDRAW',
    text: 'The exchange key cannot withdraw; on paper there is none',
    holds: exchangeKey ? cannotWithdraw(exchangeKey) : null,
    of: ['exchangeKey'],
    broken: 'it can',
  },
]

const cannotWithdraw = ({ rights }: ExchangeKeyTruth): boolean | null => {
  if (rights === null) return true
  return rights.withdraw === null ? null : !rights.withdraw
}

interface RouteRule {
  readonly id: string
  readonly text: string
  /** Returns the violating routes by name. */
  readonly offenders: (routes: readonly RouteTruth[]) => readonly string[]
}

const routeName = ({ method, url }: RouteTruth): string => `${method} ${url}`
const routeNames = (routes: readonly RouteTruth[], offends: (route: RouteTruth) => boolean): string[] =>
  routes.filter(offends).map(routeName)

const allowedRoles = ({ decisions }: RouteTruth): Role[] => ROLES.filter((role) => decisions[role] !== 'FORBIDDEN')

const STOPPERS = rolesWith('control:stop')
const PAUSERS = rolesWith('control:pause')

const CONTROL = ['POST /api/autotrading/pause', 'POST /api/emergency-stop']

const ROUTE_RULES: readonly RouteRule[] = [
  {
    id: 'EFFECT_DECLARED',
    text: 'Every route declares its effect and its roles',
    offenders: (routes) => routeNames(routes, ({ effect, access }) => effect === null || access === null),
  },
  {
    id: 'TWO_CONTROL_ROUTES',
    text: 'Exactly two routes touch the engine’s control state, and both only restrict',
    offenders: (routes) => {
      const controls = routes.filter(({ effect }) => effect === 'CONTROL_RESTRICT').map(routeName)
      const missing = CONTROL.filter((name) => !controls.includes(name)).map((name) => `${name} is missing`)
      return [...controls.filter((name) => !CONTROL.includes(name)), ...missing]
    },
  },
  {
    id: 'MONITOR_READS',
    text: 'No monitor route can change anything',
    offenders: (routes) =>
      routeNames(routes, ({ url, effect }) => url.startsWith('/api/monitor/') && effect !== 'READ'),
  },
  {
    id: 'STOP_FOR_TWO_ROLES',
    text: `Only ${STOPPERS.join(' and ')} may use the emergency stop`,
    offenders: (routes) =>
      routeNames(
        routes,
        (route) => route.url === '/api/emergency-stop' && allowedRoles(route).join() !== STOPPERS.join(),
      ),
  },
  {
    id: 'PAUSE_FOR_THREE_ROLES',
    text: `Only ${PAUSERS.join(', ')} may pause`,
    offenders: (routes) =>
      routeNames(
        routes,
        (route) =>
          route.url === '/api/autotrading/pause' && allowedRoles(route).some((role) => !PAUSERS.includes(role)),
      ),
  },
  {
    id: 'CHANGES_ARE_AUDITED',
    text: 'Every route that places orders or restricts trading is audited',
    offenders: (routes) =>
      routeNames(
        routes,
        ({ effect, audited }) => (effect === 'ORDER_INSTRUCTION' || effect === 'CONTROL_RESTRICT') && !audited,
      ),
  },
  {
    id: 'OPEN_LIST_ONLY',
    text: 'Without a token, only the listed public paths are accessible',
    offenders: (routes) => routeNames(routes, (route) => route.decisions.anonymous === 'OPEN' && !isOnOpenList(route)),
  },
  {
    id: 'GUARD_AS_DECLARED',
    text: 'Access is granted to every caller exactly as the published table states',
    offenders: (routes) => routeNames(routes, (route) => !agreesWithDeclared(route)),
  },
]

const isOnOpenList = ({ method, url }: RouteTruth): boolean => {
  const access = declaredAccess(method, url)?.access
  return access === 'OPEN' || access === 'PUBLIC'
}
