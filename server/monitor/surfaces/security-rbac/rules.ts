import { securityRbacTruth as contract } from '../../../../contract/monitor/security-rbac-truth.ts'
import { counted } from '../../frame/counted.ts'
import { type Cause, defineSurface, type MissingItem } from '../../frame/surface.ts'
import { checkInvariants, type Invariant } from './invariants.ts'
import { securityData } from './security-data.ts'
import { findWeaknesses } from './weaknesses.ts'

/**
 * Access control: the access check of every route is probed for every kind of caller and compared with its declaration.
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
      summary: `${reasons.length} of what must never be otherwise is: ${first.message}`,
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
      const summary = `Rights hold for ${rows} routes and 5 kinds of caller, and ${counted(reasons.length, 'safeguard')} ${reasons.length === 1 ? 'is' : 'are'} weak: ${reasons[0]?.message ?? ''}`
      return { verdict: 'WEAKENED', summary, reasons, missing }
    }
    const summary = `Rights hold: ${rows * 5} answers of the guard of ${rows} routes are as declared, and ${invariants.length} of ${invariants.length} invariants hold.`
    return { verdict: 'ENFORCED', summary, reasons: [], missing }
  },
  data: securityData,
})

const AUDIT_BROKEN: Cause = {
  code: 'AUDIT_BROKEN',
  message: 'The audit log is not what was written.',
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
  ['SBOM', 'A list of every part of the program with its digest', 'release build'],
  ['DEPENDENCY_AUDIT', 'A check of the libraries for known vulnerabilities', 'release build'],
  ['CANARY_SCAN', 'A check for planted secrets in the responses of the running program', 'HTTP server'],
  ['AUDIT_ANCHOR', 'A copy of the last checkpoint of the audit log off this host; required with real money', 'host'],
] as const

const NOT_MEASURED: readonly MissingItem[] = NOT_MADE.map(([code, description, producedBy]) => ({
  code,
  description,
  have: null,
  need: 1,
  producedBy,
  earliestAtMs: null,
}))
