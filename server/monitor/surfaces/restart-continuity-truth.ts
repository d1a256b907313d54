import { restartContinuityTruth as contract } from '../../../contract/monitor/restart-continuity-truth.ts'
import { SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import { CONTINUITY } from '../../domain/control/continuity.ts'
import type { DesiredState } from '../../domain/control/control-state.ts'
import { evidenceIdOf } from '../evidence-id.ts'
import type { EvidenceRecordTruth } from '../inputs/evidence-record.ts'
import type { RestartTruth } from '../inputs/restart.ts'
import { gapsOfDay } from '../observed-time.ts'
import type { Checked, CheckRule, RestartSeen } from '../restart/restart-check.ts'
import { RESTART_CHECKS } from '../restart/restart-checks.ts'
import { RESTART_REMEDIES } from '../restart/restart-remedies.ts'
import { type Cause, type Frame, type Lack, surfaceOf } from '../surface.ts'

/** Whether the engine may go on by itself after this start, check by check. */
export const restartContinuityTruth = surfaceOf({
  contract,
  needs: ['restart', 'latch', 'store', 'audit', 'engine', 'liveGrant', 'privateStream', 'reconciliation'],
  shows: ['evidenceRecord'],
  fault(seen, frame) {
    const unsafe = checksOf(seen, frame).filter(({ rule, checked }) => rule.isUnsafe && checked.status === 'FAIL')
    if (unsafe.length === 0) return null
    return {
      verdict: 'UNSAFE',
      summary: `It is not safe to go on: ${idsOf(unsafe)} of ${RESTART_CHECKS.length} checks failed.`,
      reasons: unsafe.map(reasonOf),
    }
  },
  judge(seen, frame) {
    const checks = checksOf(seen, frame)
    const open = checks.filter(({ isHeld, checked }) => isHeld && OPEN.includes(checked.status))
    const failed = checks.filter(({ checked }) => checked.status === 'FAIL')
    const passed = checks.filter(({ checked }) => checked.status === 'PASS').length
    const held = failed.filter(({ isHeld }) => isHeld)
    const told = `${passed} of ${checks.length} checks passed`
    const [first, ...more] = open.map(lackOf)
    if (first) {
      const summary = `Not enough evidence to judge ${contract.title}: ${told}; ${open.map(waitOf).join('; ')}.`
      return { missing: [first, ...more], reasons: failed.map(reasonOf), summary }
    }
    const reasons = failed.map(reasonOf)
    const missing = checks.filter(({ checked }) => OPEN.includes(checked.status)).map(lackOf)
    return held.length > 0
      ? {
          verdict: 'OPERATOR_REQUIRED',
          summary: `A person has to look: ${told}; not ${idsOf(held)}.`,
          reasons,
          missing,
        }
      : {
          verdict: 'SAFE_TO_AUTO_RESUME',
          summary: `It may go on by itself: ${toldOf(told, failed)}.`,
          reasons,
          missing,
        }
  },
  data(seen, frame) {
    return {
      boot: seen.restart ? bootOf(seen.restart, seen.engine?.desiredState ?? null) : null,
      checks: checksOf(seen, frame).map(({ rule, checked, isHeld }) => ({
        id: rule.id,
        title: CONTINUITY[rule.id],
        status: checked.status,
        measured: checked.measured,
        threshold: checked.threshold,
        waitsFor: checked.waits?.what ?? null,
        waitsUntil: checked.waits?.untilMs == null ? null : toRfc3339(checked.waits.untilMs),
        holdsBack: isHeld && checked.status === 'FAIL',
        evidenceIds: rule.of.flatMap((name) => {
          const observedAtMs = frame.observedAtMs(name)
          return observedAtMs === undefined ? [] : [evidenceIdOf(name, { observedAtMs })]
        }),
      })),
      recovered: seen.restart?.recovered ?? null,
      effectiveAction: actionOf(seen, frame),
      evidence: seen.evidenceRecord ? evidenceBody(seen.evidenceRecord, frame) : null,
    }
  },
})

const evidenceBody = ({ lost, ...record }: EvidenceRecordTruth, { nowMs }: Frame) => ({
  since: toRfc3339(record.sinceMs),
  savedAt: record.savedAtMs === null ? null : toRfc3339(record.savedAtMs),
  gapSec24h: Math.round(gapsOfDay(record, nowMs) / SECOND_MS),
  lost: lost && { at: toRfc3339(lost.atMs), reason: lost.reason },
  failure: record.failure,
})

const OPEN: readonly Checked['status'][] = ['PENDING', 'MISSING']

interface Told {
  readonly rule: CheckRule
  readonly checked: Checked
  /** Whether it holds the engine back when it fails. */
  readonly isHeld: boolean
}

const checksOf = (seen: RestartSeen, frame: Frame): Told[] =>
  RESTART_CHECKS.map((rule) => ({
    rule,
    checked: rule.check(seen, frame),
    isHeld: !(frame.mode === 'PAPER' && rule.paperGoesOn?.(seen)),
  }))

const idsOf = (told: readonly Told[]): string => told.map(({ rule }) => rule.id).join(', ')

const toldOf = (passed: string, failed: readonly Told[]): string =>
  failed.length === 0 ? passed : `${passed}; ${idsOf(failed)} noted, which holds nothing back on paper`

const reasonOf = ({ rule, checked, isHeld }: Told): Cause => ({
  code: rule.id,
  message: `The condition "${CONTINUITY[rule.id]}" is not met.`,
  ...(checked.measured !== null && { value: checked.measured }),
  ...(checked.threshold !== null && { threshold: checked.threshold }),
  ...(!isHeld && { severity: 'INFO' as const }),
  remedy: RESTART_REMEDIES[rule.id],
  of: rule.of,
})

const lackOf = ({ rule, checked }: Told): Lack => ({
  code: rule.id,
  description: CONTINUITY[rule.id],
  have: typeof checked.measured === 'number' ? String(checked.measured) : checked.measured,
  need: checked.threshold ?? 'the same as before',
  producedBy: 'engine',
  ...(checked.waits && { remedy: `Wait for ${checked.waits.what}. If it stays: plimsoll status.` }),
  earliestAtMs: checked.waits?.untilMs ?? null,
})

/** What one that is open waits for, and until when where that is known. */
const waitOf = ({ rule, checked: { status, measured, waits } }: Told): string => {
  if (!waits) return `${rule.id} is ${status}`
  const until = waits.untilMs === null ? '' : ` until ${toRfc3339(waits.untilMs)}`
  const now = typeof measured === 'string' && measured.includes(' ') ? ` (${measured})` : ''
  return `${rule.id} waits for ${waits.what}${now}${until}`
}

const bootOf = (restart: RestartTruth, desiredState: DesiredState | null) => {
  const { bootId, startedAtMs, previous, desiredState: desiredStateAtStart, autoResume } = restart
  return {
    bootId,
    startedAt: toRfc3339(startedAtMs),
    previousExit: exitOf(restart),
    downtimeMs: previous && Math.max(0, startedAtMs - previous.lastAtMs),
    previousState: previous?.state ?? null,
    desiredState,
    desiredStateAtStart,
    autoResumeEnabled: autoResume,
  }
}

const exitOf = ({ previous, isHostNew }: RestartTruth): 'CLEAN' | 'CRASH' | 'POWER_LOSS_SUSPECTED' | null => {
  if (!previous) return null
  if (previous.endedCleanly) return 'CLEAN'
  return isHostNew ? 'POWER_LOSS_SUSPECTED' : 'CRASH'
}

/** Never while it is stopped, only where nobody has paused, and not before every check that holds it back has passed. */
const actionOf = (seen: RestartSeen, frame: Frame): 'RESUME' | 'STAY_PAUSED' | 'STAY_HALTED' => {
  const { latch, restart, engine } = seen
  if (!latch || latch.engaged) return 'STAY_HALTED'
  if (engine?.desiredState !== 'RUNNING') return 'STAY_PAUSED'
  if (engine.state === 'RUNNING' || engine.state === 'DEGRADED') return 'RESUME'
  const isHeldBack = checksOf(seen, frame).some(({ isHeld, checked }) => isHeld && checked.status !== 'PASS')
  return restart?.autoResume && !isHeldBack ? 'RESUME' : 'STAY_PAUSED'
}
