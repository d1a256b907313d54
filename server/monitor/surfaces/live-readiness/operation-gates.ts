/**
 * Readiness gates on the operation of the platform: limits, evidence, reconciliation, protection, drills, feeds and
 * clock.
 */

import { INSUFFICIENT } from '../../../../contract/monitor/surface.ts'
import { seconds } from '../../frame/missing-evidence.ts'
import { STOP_LOST } from '../protection-blocker/rules.ts'
import { limitsReviewed } from './check-parts.ts'
import { pastClock, pastFeed, pastReconciliations, pastVerdicts, stopDrill, survivedKills } from './past-gates.ts'
import { inputPart, numberIn, type ReadinessEvidence, reportPart, verdictPart } from './readiness-evidence.ts'
import type { ReadinessGate } from './readiness-gate.ts'

/** Gates on the operation of the platform. */
export const OPERATION_GATES: readonly ReadinessGate[] = [
  {
    id: 'LR05',
    title: 'Effective limits match the declared ones and are reviewed',
    remedy:
      'Restart with the declared constitution where it differs. Review the limits in effect, then: plimsoll live review --reason TEXT.',
    byHandToo: true,
    parts: (evidence) => [verdictPart(evidence, 'runtime-constitution-truth', ['CONFORMS']), limitsReviewed(evidence)],
  },
  {
    id: 'LR06',
    title: 'The evidence loop is closed',
    remedy: 'Fix what evidence-loop-closure-truth reports; then keep the server running until the window is clean.',
    byHandToo: true,
    windowDays: ({ goLiveWindowDays }) => goLiveWindowDays,
    parts: (evidence) => [
      verdictPart(evidence, 'evidence-loop-closure-truth', ['LOOP_CLOSED']),
      pastVerdicts(evidence, 'evidence-loop-closure-truth', ['LOOP_CLOSED']),
    ],
  },
  {
    id: 'LR07',
    title: 'Our ledger matches the exchange',
    remedy: 'Resolve the differences at the exchange; then keep the server running until the window is clean.',
    byHandToo: true,
    windowDays: ({ goLiveWindowDays }) => goLiveWindowDays,
    parts: (evidence) => [
      inputPart(evidence, 'reconciliation', {
        what: 'Differences between our ledger and the exchange',
        threshold: 0,
        unit: 'differences',
        measure: ({ differences }) => ({ holds: differences === 0, measured: differences }),
      }),
      pastReconciliations(evidence),
    ],
  },
  {
    id: 'LR08',
    title: 'Every position protected by its stop in time',
    remedy: 'Fix what protection-blocker-truth reports; then keep the server running until the window is clean.',
    byHandToo: true,
    windowDays: ({ goLiveWindowDays }) => goLiveWindowDays,
    parts: (evidence) => [
      protectedNow(evidence),
      longestUnprotected(evidence),
      slowestStop(evidence),
      pastVerdicts(evidence, 'protection-blocker-truth', ['ALL_PROTECTED', 'NO_POSITIONS', 'PROTECTION_PENDING']),
    ],
  },
  {
    id: 'LR09',
    title: 'Restarts survived',
    remedy:
      'Run the drill on paper: kill -9 the server and start it again, as often as required; plimsoll resume where it stays paused after repeated kills.',
    byHandToo: true,
    windowDays: ({ goLiveDays }) => goLiveDays,
    parts: (evidence) => [survivedKills(evidence)],
  },
  {
    id: 'LR10',
    title: 'Emergency stop drill completed',
    remedy:
      'Run the drill on paper: plimsoll stop --reason drill, wait until it is complete, then plimsoll stop clear.',
    byHandToo: true,
    windowDays: ({ goLiveDays }) => goLiveDays,
    parts: (evidence) => [stopDrill(evidence)],
  },
  {
    id: 'LR11',
    title: 'The outcome of every order is known',
    remedy: 'Find the order at the exchange by its venueClientId and cancel it there.',
    byHandToo: true,
    parts: (evidence) => [
      inputPart(evidence, 'orders', {
        what: 'Unconfirmed orders',
        threshold: 0,
        unit: 'orders',
        measure: (orders) => {
          const open = orders.filter(({ status }) => status === 'OUTCOME_UNKNOWN').length
          return { holds: open === 0, measured: open }
        },
      }),
    ],
  },
  {
    id: 'LR17',
    title: 'Clock and market data',
    remedy:
      'Synchronise the clock of this host (timedatectl set-ntp true) and check the connection (plimsoll doctor); then keep the server running until the window is clean.',
    byHandToo: true,
    windowDays: ({ goLiveWindowDays }) => goLiveWindowDays,
    parts: (evidence) => [clockOffset(evidence), pastFeed(evidence), pastClock(evidence)],
  },
  {
    id: 'LR24',
    title: 'Within exchange limits',
    remedy: 'Fix what execution-throttle-truth reports; then keep the server running until the window is clean.',
    byHandToo: true,
    windowDays: ({ goLiveWindowDays }) => goLiveWindowDays,
    parts: (evidence) => [
      verdictPart(evidence, 'execution-throttle-truth', ['WITHIN_LIMITS']),
      pastVerdicts(evidence, 'execution-throttle-truth', ['WITHIN_LIMITS']),
    ],
  },
]

/**
 * Requires that every position is protected, or that its stop is pending within the allowed time, as after every fill.
 * A position that has lost its stop does not count as pending.
 */
const protectedNow = (evidence: ReadinessEvidence) => {
  const { budgetMs } = evidence.frame.constitution.protection
  return reportPart(evidence, 'protection-blocker-truth', {
    what: 'The verdict of protection-blocker-truth',
    threshold: `ALL_PROTECTED or NO_POSITIONS, or a stop pending for at most ${seconds(budgetMs)}`,
    measure: ({ verdict, reasons }) => {
      const lost = reasons.some(({ code }) => code === STOP_LOST)
      const holds =
        verdict === 'ALL_PROTECTED' || verdict === 'NO_POSITIONS' || (verdict === 'PROTECTION_PENDING' && !lost)
      const measured = lost ? `${verdict}, a stop was lost` : verdict
      return { holds, measured, tooLittle: verdict === INSUFFICIENT }
    },
  })
}

/** Reports the slowest stop placement; passes without fills. */
const slowestStop = (evidence: ReadinessEvidence) => {
  const { budgetMs } = evidence.frame.constitution.protection
  return reportPart(evidence, 'protection-blocker-truth', {
    what: 'The longest time from a fill to its verified stop',
    threshold: budgetMs,
    unit: 'ms',
    measure: (report) => {
      const slowest = numberIn(report, '/latency/fillToVerifiedMs/max')
      return slowest === null ? { holds: true, measured: 'no fill' } : { holds: slowest <= budgetMs, measured: slowest }
    },
  })
}

/**
 * Returns the longest unprotected time, including closed positions and those that never had a verified stop. A waiver
 * does not apply to measured values.
 */
const longestUnprotected = (evidence: ReadinessEvidence) => {
  const { budgetMs } = evidence.frame.constitution.protection
  return reportPart(evidence, 'protection-blocker-truth', {
    what: 'The longest time a position was open without its verified stop in the last 24 hours',
    threshold: budgetMs,
    unit: 'ms',
    measure: (report) => {
      const measured = numberIn(report, '/latency/longestUnprotectedMs')
      return { holds: measured !== null && measured <= budgetMs, measured }
    },
  })
}

/** Reports the clock offset; when the market's own clock is used, as in a replay, there is none. */
const clockOffset = (evidence: ReadinessEvidence) => {
  const { goLiveClockOffsetMs: most } = evidence.frame.constitution.monitor
  return inputPart(evidence, 'clock', {
    what: 'Clock offset including its error',
    threshold: most,
    unit: 'ms',
    measure: ({ checked, offsetMs, errorMs }) => {
      const measured = offsetMs === null || errorMs === null ? null : Math.abs(offsetMs) + errorMs
      return { holds: checked && measured !== null && measured <= most, measured, tooLittle: measured === null }
    },
  })
}
