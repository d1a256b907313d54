import type { Report } from '../../../contract/monitor/surface.ts'
import { DAY_MS } from '../../core/instant.ts'
import { counted } from '../counted.ts'
import type { Frame } from '../surface.ts'
import { type Part, unmeasured } from './part.ts'
import { inputPart, itemsIn, memberOf, type ReadinessEvidence, reportPart, verdictPart } from './readiness-evidence.ts'
import type { ReadinessGate } from './readiness-gate.ts'

const RBAC = 'security-rbac-truth'

/** What surrounds trading: this build, its keys, its audit, and the people. */
export const SAFETY_GATES: readonly ReadinessGate[] = [
  {
    id: 'LR12',
    title: 'This build in the simulation',
    byHandToo: true,
    parts: ({
      frame: {
        constitution: { monitor },
      },
    }) => [
      unmeasured(
        'Runs of this very build in the deterministic simulation',
        `${monitor.goLiveSeeds} seeds without a violation`,
        'an attestation of simulation runs, which is not there yet',
      ),
    ],
  },
  {
    id: 'LR13',
    title: 'The adapter at the practice exchange',
    byHandToo: true,
    parts: () => [
      unmeasured(
        'Conformance of the adapter with the practice exchange',
        'all checks, at most 7 days ago',
        'an attestation of conformance runs, which is not there yet',
      ),
    ],
  },
  {
    id: 'LR14',
    title: 'Who may do what is enforced',
    byHandToo: true,
    parts: (evidence) => [verdictPart(evidence, RBAC, ['ENFORCED'])],
  },
  {
    id: 'LR15',
    title: 'Nothing that learns or talks has authority',
    byHandToo: true,
    parts: (evidence) => [
      verdictPart(evidence, 'rag-nlp-ml-boundary-truth', ['BOUNDARY_PROVEN', 'NO_ADVISORY_MODULES_PRESENT']),
    ],
  },
  {
    id: 'LR16',
    title: 'What the key of the exchange may do',
    byHandToo: true,
    parts: (evidence) => [verdictPart(evidence, RBAC, ['ENFORCED']), exchangeKey(evidence)],
  },
  {
    id: 'LR18',
    title: 'The audit is whole and kept elsewhere too',
    byHandToo: true,
    parts: (evidence) => [
      inputPart(evidence, 'audit', {
        what: 'The audit as it was written',
        threshold: 'whole',
        measure: ({ broken }) => ({ holds: broken === null, measured: broken === null ? 'whole' : 'broken' }),
      }),
      inputPart(evidence, 'auditVerification', {
        what: 'The whole audit, verified at most a day ago',
        threshold: 'nothing found',
        measure: ({ findings, first }) => ({
          holds: findings === 0,
          measured: findings === 0 ? 'nothing found' : `${counted(findings, 'finding')}, the first ${first}`,
        }),
      }),
      unmeasured(
        'A checkpoint of the audit kept off this host',
        'at most 24 hours ago',
        'plimsoll audit checkpoint, of which no record is kept yet',
      ),
    ],
  },
  {
    id: 'LR19',
    title: 'Backups that can be put back',
    byHandToo: true,
    windowDays: ({ goLiveDays }) => goLiveDays,
    parts: ({
      frame: {
        constitution: { monitor },
      },
    }) => [
      unmeasured(
        'A backup put back for a trial',
        `within ${monitor.goLiveDays} days`,
        'backups, which are not made here',
      ),
    ],
  },
  {
    id: 'LR20',
    title: 'Limits of capital set by the host',
    byHandToo: true,
    parts: (evidence) => [
      limitsNamed(evidence),
      unmeasured(
        'At most a tenth of the capital in the first week',
        '10 %',
        'a ramp of capital, which is not there yet',
      ),
    ],
  },
  {
    id: 'LR21',
    title: 'A second factor of everybody who can trade',
    byHandToo: true,
    parts: () => [
      unmeasured('A second factor at login', 'of all ADMIN and TRADER', 'a second factor, which is not there yet'),
    ],
  },
  {
    id: 'LR22',
    title: 'The messenger reaches somebody',
    byHandToo: true,
    parts: (evidence) => [messenger(evidence)],
  },
  {
    id: 'LR25',
    title: 'No emergency stop is engaged',
    byHandToo: true,
    parts: (evidence) => [stopReleased(evidence)],
  },
]

/** A stop of which nothing can be read counts as engaged. */
const stopReleased = (evidence: ReadinessEvidence): Part => {
  const part = inputPart(evidence, 'latch', {
    what: 'Whether an emergency stop is engaged',
    threshold: 'not engaged',
    measure: ({ engaged }) => ({ holds: !engaged, measured: engaged ? 'engaged' : 'not engaged' }),
  })
  return part.measured === null ? { ...part, status: 'FAIL', measured: 'cannot be read' } : part
}

const exchangeKey = (evidence: ReadinessEvidence) => {
  const what = 'Rights of the key of the exchange: trade only, no withdrawals, no transfers, bound to an address'
  const threshold = 'trade only, bound, not about to expire'
  const report = evidence.frame.reports.get(RBAC)
  const rights = report && rightsIn(report, evidence.frame)
  if (report && !rights) return unmeasured(what, threshold, 'a reading of the rights of the key, which is not kept yet')
  return reportPart(evidence, RBAC, {
    what,
    threshold,
    measure: () => ({ holds: rights?.wellBound ?? false, measured: rights?.words ?? null }),
  })
}

/** Undefined where the exchange does not say all of it. */
const rightsIn = (report: Report, { nowMs, constitution }: Frame) => {
  const key = memberOf(report.data, 'exchangeKey')
  const [trade, withdraw, transfer, ipBound] = ['trade', 'withdraw', 'transfer', 'ipBound'].map((name) =>
    memberOf(key, name),
  )
  if (withdraw === true || transfer === true) return { wellBound: false, words: 'may take money away' }
  if ([trade, withdraw, transfer, ipBound].some((right) => typeof right !== 'boolean')) return undefined
  if (!ipBound) return { wellBound: false, words: 'not bound to an address' }
  const leftMs = Date.parse(String(memberOf(key, 'expiresAt'))) - nowMs
  if (leftMs < constitution.monitor.keyExpiryDays * DAY_MS) return { wellBound: false, words: 'about to expire' }
  return { wellBound: trade === true, words: trade === true ? 'trade only, bound' : 'may not trade' }
}

/** What must not be left to the built-in values. */
const NAMED = ['limits.maxDayLossPct', 'limits.maxOrderNotional', 'limits.maxLeverage']

const limitsNamed = (evidence: ReadinessEvidence) =>
  inputPart(evidence, 'constitutionProbes', {
    what: `Limits the file of the host names (${NAMED.join(', ')})`,
    threshold: NAMED.length,
    unit: 'limits',
    measure: ({ file }) => {
      const measured = NAMED.filter((name) => file?.names.includes(name)).length
      return { holds: measured === NAMED.length, measured }
    },
  })

const messenger = (evidence: ReadinessEvidence) =>
  reportPart(evidence, 'messenger-dynamic-truth', {
    what: 'Hours since a message was last delivered',
    threshold: 24,
    unit: 'h',
    measure: (report) => {
      const delivered = itemsIn(report, '/channels')
        .map((channel) => Date.parse(String(memberOf(channel, 'lastDeliveredAt'))))
        .filter((atMs) => !Number.isNaN(atMs))
      const ageMs = evidence.frame.nowMs - Math.max(...delivered)
      const hours = Number.isFinite(ageMs) ? Number((ageMs / (DAY_MS / 24)).toFixed(2)) : null
      return { holds: ageMs <= DAY_MS, measured: hours, tooLittle: true }
    },
  })
