/**
 * Data of the surface `security-rbac-truth`: permission matrix, authentication, secrets, exchange key and audit log.
 */

import type { Static } from 'typebox'
import type { securityRbacTruth } from '../../../../contract/monitor/security-rbac-truth.ts'
import { byRole, ROLES } from '../../../../contract/roles.ts'
import { computeDigest } from '../../../core/digest.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../../../core/instant.ts'
import type { InputName } from '../../frame/inputs.ts'
import { deriveEvidenceId } from '../../frame/observed.ts'
import type { Available, Frame } from '../../frame/surface.ts'
import type { RouteTruth } from '../../inputs/http.ts'
import type { IdentityTruth } from '../../inputs/security.ts'
import { agreesWithDeclared } from './declared-access.ts'
import { checkInvariants } from './invariants.ts'

/** Builds the permission matrix and the state of its inputs. */
export const securityData = (inputs: SecurityInputs, frame: Frame): Data => {
  const { routes, identity, exchangeKey, custody, audit } = inputs
  const ranAt = printInstant(frame.observedAtMs('routes') ?? frame.nowMs)
  const listed = withoutHeads(routes ?? [])
  return {
    router: routes ? routerBody(routes) : null,
    matrix: listed.map((route) => matrixRow(route, ranAt)),
    invariants: checkInvariants(inputs).map(({ id, text, holds, of }) => ({
      id,
      text,
      holds,
      evidenceIds: of.flatMap((name) => findEvidenceIds(name, frame)),
    })),
    ...(identity ? identityBodies(identity) : NO_IDENTITY),
    mfa: mfaBody(identity, frame),
    transport: custody ? { ...custody.transport, hsts: null, originAllowList: 0 } : null,
    secretsAtRest: custody ? secretsBody(custody.secrets) : null,
    exchangeKey: exchangeKey?.rights ? exchangeKeyBody(exchangeKey.rights, frame) : null,
    audit: audit ? auditBody(audit) : null,
    supplyChain: { ...NO_SUPPLY_CHAIN, lockfileDigest: custody?.lockfileDigest ?? null },
    canaryScan: null,
  }
}

type Data = Static<typeof securityRbacTruth.data>
type SecurityInputs = Available<'routes' | 'identity' | 'exchangeKey' | 'custody' | 'audit'>

const findEvidenceIds = (name: InputName, frame: Frame): string[] => {
  const observedAtMs = frame.observedAtMs(name)
  return observedAtMs === undefined ? [] : [deriveEvidenceId(name, { observedAtMs })]
}

const mfaBody = (identity: IdentityTruth | undefined, { mode }: Frame): Data['mfa'] => {
  const { powerful = 0, powerfulWithSecondFactor = 0, secondFactorRequired = false } = identity ?? {}
  const enrolledPct = powerful > 0 ? Math.floor((powerfulWithSecondFactor * 100) / powerful) : null
  return { required: secondFactorRequired || mode === 'LIVE', enrolledPct }
}

const identityBodies = (identity: IdentityTruth): Pick<Data, 'tokens' | 'passwords' | 'logins'> => ({
  tokens: tokensBody(identity),
  passwords: passwordsBody(identity),
  logins: loginsBody(identity),
})

const NO_IDENTITY = { tokens: null, passwords: null, logins: null }

const NO_SUPPLY_CHAIN = { sbomDigest: null, lastAuditAt: null, critical: null, high: null }

const printInstant = (ms: Instant): string => toRfc3339(ms)

const routerBody = (routes: readonly RouteTruth[]): NonNullable<Data['router']> => ({
  digest: computeDigest(routes.map(({ method, url, effect, access, quota }) => [method, url, effect, access, quota])),
  routes: routes.length,
  withoutEffect: routes.filter(({ effect }) => effect === null).length,
  withoutRoles: routes.filter(({ access }) => access === null).length,
})

/** Omits each HEAD that is guarded like its GET. */
const withoutHeads = (routes: readonly RouteTruth[]): RouteTruth[] => {
  const gets = new Map(routes.flatMap((route) => (route.method === 'GET' ? [[route.url, route] as const] : [])))
  return routes.filter((route) => {
    const get = route.method === 'HEAD' ? gets.get(route.url) : undefined
    return get === undefined || WHO.some((who) => get.decisions[who] !== route.decisions[who])
  })
}

const WHO = ['anonymous', ...ROLES] as const

const matrixRow = (route: RouteTruth, ranAt: string): Data['matrix'][number] => {
  const { method, url, effect, decisions, audited, idempotency, observed24h } = route
  return {
    method,
    path: url,
    effect,
    authRequired: decisions.anonymous !== 'OPEN',
    rolesAnyOf: ROLES.filter((role) => decisions[role] === 'ALLOWED'),
    scopes: [],
    audited,
    idempotency,
    rateLimitPolicy: ratePolicy(route),
    decisions: {
      anonymous: decisions.anonymous === 'OPEN' ? 'OPEN' : '401',
      ...byRole((role) => (decisions[role] === 'FORBIDDEN' ? 'DENY' : 'ALLOW')),
    },
    probe: { agrees: agreesWithDeclared(route), ranAt },
    observed24h,
  }
}

const ratePolicy = ({ access, quota }: RouteTruth): string | null => {
  if (access === 'OPEN') return null
  if (quota === 'FAILURES') return 'failed logins'
  if (quota === 'SESSION') return 'refresh'
  if (quota === 'CONTROL') return 'control'
  if (quota === 'NONE') return 'none for its roles, else control'
  return access === 'PUBLIC' ? 'standard or pro, else anon' : 'standard or pro'
}

const tokensBody = (identity: IdentityTruth): NonNullable<Data['tokens']> => ({
  alg: identity.algorithm,
  typ: identity.tokenType,
  accessTtlSec: identity.accessTtlMs / SECOND_MS,
  refreshIdleSec: identity.refreshIdleMs / SECOND_MS,
  refreshAbsoluteSec: identity.refreshAbsoluteMs / SECOND_MS,
  activeKeys: identity.keys.map(({ kid, createdAtMs, rotateDueAtMs }) => ({
    kid,
    createdAt: printInstant(createdAtMs),
    rotateDueAt: printInstant(rotateDueAtMs),
  })),
  revokedSessions24h: identity.lately.sessionRevoked,
  refreshReuse24h: identity.lately.refreshReused,
})

const passwordsBody = ({ passwords }: IdentityTruth): NonNullable<Data['passwords']> => ({
  scheme: passwords.scheme,
  parameters: passwords.parameters,
  belowCurrentParameters: passwords.outdated,
})

const loginsBody = ({ lately }: IdentityTruth): NonNullable<Data['logins']> => ({
  success24h: lately.loggedIn,
  failed24h: lately.loginFailed,
  throttled24h: lately.loginThrottled,
})

const secretsBody = (
  secrets: NonNullable<SecurityInputs['custody']>['secrets'],
): NonNullable<Data['secretsAtRest']> => ({
  method:
    'Exchange API keys: AES-256-GCM with a passphrase (scrypt). Other secrets: files readable only by their owner.',
  fileModeOk: secrets.modesOk,
  lastRotatedAt: secrets.newestKeyAtMs === null ? null : printInstant(secrets.newestKeyAtMs),
})

const exchangeKeyBody = (
  rights: NonNullable<NonNullable<SecurityInputs['exchangeKey']>['rights']>,
  frame: Frame,
): NonNullable<Data['exchangeKey']> => ({
  trade: rights.trade,
  withdraw: rights.withdraw,
  transfer: rights.transfer,
  ipBound: rights.boundToAddresses,
  expiresAt: rights.expiresAtMs === null ? null : printInstant(rights.expiresAtMs),
  checkedAt: printInstant(frame.observedAtMs('exchangeKey') ?? frame.nowMs),
})

const auditBody = (audit: NonNullable<SecurityInputs['audit']>): NonNullable<Data['audit']> => ({
  size: audit.size,
  rootHash: audit.root,
  lastCheckpointAt: audit.lastCheckpointAt,
  anchoredAt: null,
  verifiedTo: audit.verifiedTo ?? null,
  spooled: audit.status !== 'RECORDED',
})
