/**
 * Readiness gates on safety: build, adapter, access control, exchange key, audit log, backups, limits, users and stop.
 */

import { DAY_MS } from '../../../core/instant.ts'
import { counted } from '../../frame/missing-evidence.ts'
import { checkpointVerified, practised, restored, simulated } from './check-parts.ts'
import { exchangeKey, RBAC } from './key-parts.ts'
import {
  inputPart,
  itemsIn,
  type Part,
  type ReadinessEvidence,
  readMember,
  reportPart,
  verdictPart,
} from './readiness-evidence.ts'
import type { ReadinessGate } from './readiness-gate.ts'

/** Gates on the environment of trading: this build, its keys, its audit log, and its users. */
export const SAFETY_GATES: readonly ReadinessGate[] = [
  {
    id: 'LR12',
    title: 'This build passes the simulation',
    remedy:
      'Run the simulation on this build with npm run sim -- --seeds 10000 --record; fix the cause of every failing seed first.',
    byHandToo: true,
    parts: (evidence) => [simulated(evidence)],
  },
  {
    id: 'LR13',
    title: 'The adapter works at the practice exchange',
    remedy:
      'Trade at the practice exchange (--execution practice) until orders were cancelled, filled, protected and closed; where the exchange has none: plimsoll live waive --gate LR13.',
    byHandToo: true,
    parts: (evidence) => [practised(evidence)],
  },
  {
    id: 'LR14',
    title: 'Access control is enforced',
    remedy: 'Fix what security-rbac-truth reports.',
    byHandToo: true,
    parts: (evidence) => [verdictPart(evidence, RBAC, ['ENFORCED'])],
  },
  {
    id: 'LR15',
    title: 'No AI module has trading authority',
    remedy: 'Fix what rag-nlp-ml-boundary-truth reports: install an unchanged build.',
    byHandToo: true,
    parts: (evidence) => [
      verdictPart(evidence, 'rag-nlp-ml-boundary-truth', ['BOUNDARY_PROVEN', 'NO_ADVISORY_MODULES_PRESENT']),
    ],
  },
  {
    id: 'LR16',
    title: 'Permissions of the exchange API key',
    remedy:
      'Allow the key only to trade, and restrict it to an IP address, at the exchange; then read its permissions with the server running: plimsoll doctor --exchange ID. Where they cannot be read: plimsoll live waive --gate LR16.',
    byHandToo: true,
    parts: (evidence) => [exchangeKey(evidence), verdictPart(evidence, RBAC, ['ENFORCED'])],
  },
  {
    id: 'LR18',
    title: 'The audit log is intact and also stored on another machine',
    remedy:
      'Copy a checkpoint to another machine (plimsoll audit checkpoint) every day, and verify the log with the copy: plimsoll audit verify --checkpoint FILE.',
    byHandToo: true,
    parts: (evidence) => [
      inputPart(evidence, 'audit', {
        what: 'Audit log unchanged since it was written',
        threshold: 'whole',
        measure: ({ broken }) => ({ holds: broken === null, measured: broken === null ? 'whole' : 'broken' }),
      }),
      inputPart(evidence, 'auditVerification', {
        what: 'Complete audit log, verified within the last day',
        threshold: 'nothing found',
        measure: ({ findings, first }) => ({
          holds: findings === 0,
          measured: findings === 0 ? 'nothing found' : `${counted(findings, 'finding')}, the first ${first}`,
        }),
      }),
      checkpointVerified(evidence),
    ],
  },
  {
    id: 'LR19',
    title: 'Backups can be restored',
    remedy: 'Copy the data directory as the runbook describes (Backup), then: plimsoll backup check DIRECTORY.',
    byHandToo: true,
    windowDays: ({ goLiveDays }) => goLiveDays,
    parts: (evidence) => [restored(evidence)],
  },
  {
    id: 'LR20',
    title: 'Capital limits set on the host',
    remedy:
      'Set the limits in the constitution file and restart; limits.firstWeekExposurePct must allow at most a tenth of the equity.',
    byHandToo: true,
    parts: (evidence) => [limitsNamed(evidence), firstWeekLimited(evidence)],
  },
  {
    id: 'LR21',
    title: 'Two-factor authentication for every user who can trade',
    remedy:
      'Have every ADMIN and TRADER enable two-factor authentication in the console (Account), or lower their role: plimsoll user set.',
    byHandToo: true,
    parts: (evidence) => [secondFactor(evidence)],
  },
  {
    id: 'LR22',
    title: 'Notifications reach a recipient',
    remedy: 'Configure a channel of the messenger and wait for its first delivery.',
    byHandToo: true,
    parts: (evidence) => [messenger(evidence)],
  },
  {
    id: 'LR25',
    title: 'No emergency stop is engaged',
    remedy: 'Find out why it was engaged, then on the host: plimsoll stop clear.',
    byHandToo: true,
    parts: (evidence) => [stopReleased(evidence)],
  },
]

/** Requires a cleared stop; an unreadable one counts as engaged. */
const stopReleased = (evidence: ReadinessEvidence): Part => {
  const part = inputPart(evidence, 'latch', {
    what: 'Whether an emergency stop is engaged',
    threshold: 'not engaged',
    measure: ({ engaged }) => ({ holds: !engaged, measured: engaged ? 'engaged' : 'not engaged' }),
  })
  return part.measured === null ? { ...part, status: 'FAIL', measured: 'cannot be read' } : part
}

/**
 * Requires two-factor authentication for every user who may trade; without such users, it is unproven that a person can
 * stop trading.
 */
const secondFactor = (evidence: ReadinessEvidence): Part =>
  inputPart(evidence, 'identity', {
    what: 'Active users with role ADMIN or TRADER and two-factor authentication',
    threshold: 'all of them',
    measure: ({ powerful, powerfulWithSecondFactor }) => ({
      holds: powerful > 0 && powerfulWithSecondFactor === powerful,
      measured: `${powerfulWithSecondFactor} of ${powerful}`,
      tooLittle: powerful === 0,
    }),
  })

/** Limits that must be set explicitly instead of using the default. */
const NAMED = ['limits.maxDayLossPct', 'limits.maxOrderNotional', 'limits.maxLeverage']

const limitsNamed = (evidence: ReadinessEvidence) =>
  inputPart(evidence, 'constitutionProbes', {
    what: `Limits set in the constitution file of the host (${NAMED.join(', ')})`,
    threshold: NAMED.length,
    unit: 'limits',
    measure: ({ file }) => {
      const measured = NAMED.filter((name) => file?.names.includes(name)).length
      return { holds: measured === NAMED.length, measured }
    },
  })

const FIRST_WEEK_PCT_MAX = 10

const firstWeekLimited = (evidence: ReadinessEvidence) => {
  const { firstWeekExposurePct: percent } = evidence.frame.constitution.limits
  return inputPart(evidence, 'constitutionProbes', {
    what: 'Exposure allowed in the first week of live trading as a share of equity',
    threshold: FIRST_WEEK_PCT_MAX,
    unit: 'percent',
    measure: () => ({
      holds: percent !== null && Number(percent) <= FIRST_WEEK_PCT_MAX,
      measured: percent === null ? 'not configured' : Number(percent),
    }),
  })
}

const messenger = (evidence: ReadinessEvidence) =>
  reportPart(evidence, 'messenger-dynamic-truth', {
    what: 'Hours since a message was last delivered',
    threshold: 24,
    unit: 'h',
    measure: (report) => {
      const delivered = itemsIn(report, '/channels')
        .map((channel) => Date.parse(String(readMember(channel, 'lastDeliveredAt'))))
        .filter((atMs) => !Number.isNaN(atMs))
      const ageMs = evidence.frame.nowMs - Math.max(...delivered)
      const hours = Number.isFinite(ageMs) ? Number((ageMs / (DAY_MS / 24)).toFixed(2)) : null
      return { holds: ageMs <= DAY_MS, measured: hours, tooLittle: true }
    },
  })
