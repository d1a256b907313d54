import type { Static } from 'typebox'
import type { securityRbacTruth } from '../../../contract/monitor/security-rbac-truth.ts'
import { digestOf } from '../../core/digest.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import { evidenceIdOf } from '../evidence-id.ts'
import type { IdentityTruth } from '../inputs/identity.ts'
import type { RouteTruth } from '../inputs/routes.ts'
import type { Frame, Seen } from '../surface.ts'
import type { InputName } from '../truth-inputs.ts'
import { agreesWithDeclared } from './declared-access.ts'
import { invariantsOf } from './invariants.ts'

type Data = Static<typeof securityRbacTruth.data>
type SeenHere = Seen<'routes' | 'identity' | 'exchangeKey' | 'custody' | 'audit'>

/** The matrix of rights, and how everything stands that it rests on. */
export const securityData = (seen: SeenHere, frame: Frame): Data => {
  const { routes, identity, exchangeKey, custody, audit } = seen
  const ranAt = atOf(frame.observedAtMs('routes') ?? frame.nowMs)
  const shown = withoutHeads(routes ?? [])
  return {
    router: routes ? routerOf(routes) : null,
    matrix: shown.map((route) => rowOf(route, ranAt)),
    invariants: invariantsOf(seen).map(({ id, text, holds, of }) => ({
      id,
      text,
      holds,
      evidenceIds: of.flatMap((name) => evidenceOf(name, frame)),
    })),
    ...(identity ? identityOf(identity) : NO_IDENTITY),
    mfa: mfaOf(identity, frame),
    transport: custody ? { ...custody.transport, hsts: null, originAllowList: 0 } : null,
    secretsAtRest: custody ? secretsOf(custody.secrets) : null,
    exchangeKey: exchangeKey?.rights ? keyOf(exchangeKey.rights, frame) : null,
    audit: audit ? auditOf(audit) : null,
    supplyChain: { ...NO_SUPPLY_CHAIN, lockfileDigest: custody?.lockfileDigest ?? null },
    canaryScan: null,
  }
}

const evidenceOf = (name: InputName, frame: Frame): string[] => {
  const observedAtMs = frame.observedAtMs(name)
  return observedAtMs === undefined ? [] : [evidenceIdOf(name, { observedAtMs })]
}

const mfaOf = (identity: IdentityTruth | undefined, { mode }: Frame): Data['mfa'] => {
  const { powerful = 0, powerfulWithSecondFactor = 0, secondFactorRequired = false } = identity ?? {}
  const enrolledPct = powerful > 0 ? Math.floor((powerfulWithSecondFactor * 100) / powerful) : null
  return { required: secondFactorRequired || mode === 'LIVE', enrolledPct }
}

const identityOf = (identity: IdentityTruth): Pick<Data, 'tokens' | 'passwords' | 'logins'> => ({
  tokens: tokensOf(identity),
  passwords: passwordsOf(identity),
  logins: loginsOf(identity),
})

const NO_IDENTITY = { tokens: null, passwords: null, logins: null }

const NO_SUPPLY_CHAIN = { sbomDigest: null, lastAuditAt: null, critical: null, high: null }

const atOf = (ms: Instant): string => toRfc3339(ms)

const routerOf = (routes: readonly RouteTruth[]): NonNullable<Data['router']> => ({
  digest: digestOf(routes.map(({ method, url, effect, access, quota }) => [method, url, effect, access, quota])),
  routes: routes.length,
  withoutEffect: routes.filter(({ effect }) => effect === null).length,
  withoutRoles: routes.filter(({ access }) => access === null).length,
})

/** All of them but a HEAD that is guarded as the GET it comes with. */
const withoutHeads = (routes: readonly RouteTruth[]): RouteTruth[] => {
  const gets = new Map(routes.flatMap((route) => (route.method === 'GET' ? [[route.url, route] as const] : [])))
  return routes.filter((route) => {
    const get = route.method === 'HEAD' ? gets.get(route.url) : undefined
    return get === undefined || WHO.some((who) => get.decisions[who] !== route.decisions[who])
  })
}

const WHO = ['anonymous', 'VIEWER', 'OPERATOR', 'TRADER', 'ADMIN'] as const

const ROLES = ['VIEWER', 'OPERATOR', 'TRADER', 'ADMIN'] as const

const rowOf = (route: RouteTruth, ranAt: string): Data['matrix'][number] => {
  const { method, url, effect, decisions, audited, idempotency, observed24h } = route
  const allow = (role: (typeof ROLES)[number]): 'ALLOW' | 'DENY' => (decisions[role] === 'FORBIDDEN' ? 'DENY' : 'ALLOW')
  return {
    method,
    path: url,
    effect,
    authRequired: decisions.anonymous !== 'OPEN',
    rolesAnyOf: ROLES.filter((role) => decisions[role] === 'ALLOWED'),
    scopes: [],
    audited,
    idempotency,
    rateLimitPolicy: policyOf(route),
    decisions: {
      anonymous: decisions.anonymous === 'OPEN' ? 'OPEN' : '401',
      VIEWER: allow('VIEWER'),
      OPERATOR: allow('OPERATOR'),
      TRADER: allow('TRADER'),
      ADMIN: allow('ADMIN'),
    },
    probe: { agrees: agreesWithDeclared(route), ranAt },
    observed24h,
  }
}

const policyOf = ({ access, quota }: RouteTruth): string | null => {
  if (access === 'OPEN') return null
  if (quota === 'FAILURES') return 'failed log-ins'
  if (quota === 'SESSION') return 'refresh'
  if (quota === 'CONTROL') return 'control'
  if (quota === 'NONE') return 'none for its roles, else control'
  return access === 'PUBLIC' ? 'standard or pro, else anon' : 'standard or pro'
}

const tokensOf = (identity: IdentityTruth): NonNullable<Data['tokens']> => ({
  alg: identity.algorithm,
  typ: identity.tokenType,
  accessTtlSec: identity.accessTtlMs / SECOND_MS,
  refreshIdleSec: identity.refreshIdleMs / SECOND_MS,
  refreshAbsoluteSec: identity.refreshAbsoluteMs / SECOND_MS,
  activeKeys: identity.keys.map(({ kid, createdAtMs, rotateDueAtMs }) => ({
    kid,
    createdAt: atOf(createdAtMs),
    rotateDueAt: atOf(rotateDueAtMs),
  })),
  revokedSessions24h: identity.lately.sessionRevoked,
  refreshReuse24h: identity.lately.refreshReused,
})

const passwordsOf = ({ passwords }: IdentityTruth): NonNullable<Data['passwords']> => ({
  scheme: passwords.scheme,
  parameters: passwords.parameters,
  belowCurrentParameters: passwords.outdated,
})

const loginsOf = ({ lately }: IdentityTruth): NonNullable<Data['logins']> => ({
  success24h: lately.loggedIn,
  failed24h: lately.loginFailed,
  throttled24h: lately.loginThrottled,
})

const secretsOf = (secrets: NonNullable<SeenHere['custody']>['secrets']): NonNullable<Data['secretsAtRest']> => ({
  method: 'Keys of exchanges: AES-256-GCM under a passphrase (scrypt). Else: files of their owner alone.',
  fileModeOk: secrets.modesOk,
  lastRotatedAt: secrets.newestKeyAtMs === null ? null : atOf(secrets.newestKeyAtMs),
})

const keyOf = (
  rights: NonNullable<NonNullable<SeenHere['exchangeKey']>['rights']>,
  frame: Frame,
): NonNullable<Data['exchangeKey']> => ({
  trade: rights.trade,
  withdraw: rights.withdraw,
  transfer: rights.transfer,
  ipBound: rights.boundToAddresses,
  expiresAt: rights.expiresAtMs === null ? null : atOf(rights.expiresAtMs),
  checkedAt: atOf(frame.observedAtMs('exchangeKey') ?? frame.nowMs),
})

const auditOf = (audit: NonNullable<SeenHere['audit']>): NonNullable<Data['audit']> => ({
  size: audit.size,
  rootHash: audit.root,
  lastCheckpointAt: audit.lastCheckpointAt,
  anchoredAt: null,
  verifiedTo: audit.verifiedTo ?? null,
  spooled: audit.status !== 'RECORDED',
})
