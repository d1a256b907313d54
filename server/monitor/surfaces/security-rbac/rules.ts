/** Rules of the surface `security-rbac-truth`: access control, keys, passwords and other security settings. */

import { securityRbacTruth as contract } from '../../../../contract/monitor/security-rbac-truth.ts'
import { DAY_MS, toRfc3339 } from '../../../core/instant.ts'
import { judgeKey } from '../../../domain/account/key-permissions.ts'
import type { InputName, TruthInputs } from '../../frame/inputs.ts'
import { counted } from '../../frame/missing-evidence.ts'
import { type Cause, defineSurface, type Frame, type MissingItem } from '../../frame/surface.ts'
import { checkInvariants, type Invariant } from './invariants.ts'
import { securityData } from './security-data.ts'

/**
 * Surface on access control: the access check of every route is probed for every kind of caller and compared with its
 * declaration.
 */
export const securityRbacTruth = defineSurface({
  contract,
  needs: ['routes', 'identity', 'exchangeKey', 'custody', 'audit'],
  fault(inputs) {
    const broken = checkInvariants(inputs).filter(({ holds }) => holds === false)
    const auditBroken = inputs.audit?.broken ?? null
    const reasons = [...broken.map(toCause), ...(auditBroken === null ? [] : [AUDIT_BROKEN])]
    const [first] = reasons
    if (!first) return null
    return {
      verdict: 'VIOLATION',
      summary: `${counted(reasons.length, 'security invariant')} violated: ${first.message}`,
      reasons,
    }
  },
  judge(whole, frame) {
    const invariants = checkInvariants(whole)
    const [unanswered, ...more] = invariants.filter(({ holds }) => holds === null).map(toMissing)
    if (unanswered) return { missing: [unanswered, ...more] }
    const reasons = findWeaknesses(whole, frame)
    const rows = whole.routes.length
    const missing = NOT_MEASURED
    if (reasons.length > 0) {
      const summary = `Access control holds for ${rows} routes and 5 kinds of caller, and ${counted(reasons.length, 'safeguard')} ${reasons.length === 1 ? 'is' : 'are'} weak: ${reasons[0]?.message ?? ''}`
      return { verdict: 'WEAKENED', summary, reasons, missing }
    }
    const summary = `Access control holds: ${rows * 5} access decisions for ${rows} routes are as declared, and ${invariants.length} of ${invariants.length} invariants hold.`
    return { verdict: 'ENFORCED', summary, reasons: [], missing }
  },
  data: securityData,
})

const AUDIT_BROKEN: Cause = {
  code: 'AUDIT_BROKEN',
  message: 'The audit log has been changed.',
  of: ['audit'],
}

const toCause = ({ id, text, broken, of }: Invariant): Cause => ({ code: id, message: `${text}: ${broken}.`, of })

const toMissing = ({ id, text }: Invariant): MissingItem => ({
  code: id,
  description: text,
  have: 'not reported',
  need: 'yes or no',
  producedBy: 'exchange',
  earliestAtMs: null,
})

const NOT_MADE = [
  ['SBOM', 'A bill of materials of the program with digests', 'release build'],
  ['DEPENDENCY_AUDIT', 'A check of the libraries for known vulnerabilities', 'release build'],
  ['CANARY_SCAN', 'A check for planted secrets in the responses of the running program', 'not recorded'],
  [
    'AUDIT_ANCHOR',
    'A copy of the last audit log checkpoint on another machine; required with real money',
    'a copy of the audit log',
  ],
] as const

const NOT_MEASURED: readonly MissingItem[] = NOT_MADE.map(([code, description, producedBy]) => ({
  code,
  description,
  have: null,
  need: 1,
  producedBy,
  earliestAtMs: null,
}))

type WeaknessInputs = {
  readonly [Name in 'identity' | 'exchangeKey' | 'custody' | 'audit' | 'routes']: TruthInputs[Name]
}

/** Lists weak settings. Without real money, two-factor authentication and a copy of the audit log are not required. */
const findWeaknesses = (inputs: WeaknessInputs, frame: Frame): Cause[] =>
  [mfa, signingKey, passwords, exchangeKey, anchor, tls, fileModes].flatMap((rule) => rule(inputs, frame) ?? [])

type Rule = (inputs: WeaknessInputs, frame: Frame) => Cause | null

const cause = (code: string, message: string, of: InputName, numbers: Partial<Cause> = {}): Cause => ({
  code,
  message,
  of: [of],
  ...numbers,
})

const mfa: Rule = ({ identity }, { mode }) =>
  mode === 'LIVE' && identity.powerfulWithSecondFactor < identity.powerful
    ? cause(
        'NO_SECOND_FACTOR',
        `${identity.powerful - identity.powerfulWithSecondFactor} of ${counted(identity.powerful, 'user')} who may trade log in without two-factor authentication.`,
        'identity',
        {
          value: Math.floor((identity.powerfulWithSecondFactor * 100) / identity.powerful),
          threshold: 100,
          unit: '%',
        },
      )
    : null

const signingKey: Rule = ({ identity }, { nowMs }) => {
  const due = identity.keys.find(({ signs, rotateDueAtMs }) => signs && rotateDueAtMs < nowMs)
  return due
    ? cause('SIGNING_KEY_OLD', 'The token signing key has expired; a restart creates a new one.', 'identity', {
        value: toRfc3339(due.rotateDueAtMs),
        threshold: toRfc3339(nowMs),
      })
    : null
}

const passwords: Rule = ({ identity: { passwords: stored } }) =>
  stored.outdated > 0
    ? cause(
        'PASSWORDS_OF_OLD_COST',
        `${counted(stored.outdated, 'password')} ${stored.outdated === 1 ? 'is' : 'are'} hashed with outdated parameters.`,
        'identity',
        {
          value: stored.outdated,
          threshold: 0,
          unit: 'passwords',
        },
      )
    : null

const exchangeKey: Rule = ({ exchangeKey: { rights } }, { nowMs, constitution }) => {
  if (!rights || rights.expiresAtMs === null) return null
  const { keyExpiryDays: expiryDays } = constitution.monitor
  const expiry = judgeKey(rights, { nowMs, expiryDays }).find(({ requirement }) => requirement === 'EXPIRY')
  return expiry?.result === 'BROKEN'
    ? cause('EXCHANGE_KEY_EXPIRES', 'The exchange API key expires soon.', 'exchangeKey', {
        value: Math.floor((rights.expiresAtMs - nowMs) / DAY_MS),
        threshold: expiryDays,
        unit: 'days',
      })
    : null
}

const anchor: Rule = (_inputs, { mode }) =>
  mode === 'LIVE' ? cause('AUDIT_NOT_ANCHORED', 'No copy of the audit log is kept on another machine.', 'audit') : null

const tls: Rule = ({ custody: { transport } }) =>
  transport.tls || transport.loopback
    ? null
    : cause(
        'NO_TLS',
        'The server is reachable from a network, and no TLS-terminating proxy is declared (PLIMSOLL_PUBLIC_URL).',
        'custody',
      )

const fileModes: Rule = ({ custody: { secrets } }) =>
  secrets.modesOk === false
    ? cause('SECRETS_READABLE', 'A file with secrets is readable by other users of this host: chmod 600.', 'custody')
    : null
