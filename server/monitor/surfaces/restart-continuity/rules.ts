/** Rules of the surface `restart-continuity-truth`: whether the engine resumes automatically after this start. */

import { restartContinuityTruth as contract } from '../../../../contract/monitor/restart-continuity-truth.ts'
import { SECOND_MS, toRfc3339, toRfc3339OrNull } from '../../../core/instant.ts'
import { CONTINUITY, type ContinuityId } from '../../../domain/control/continuity.ts'
import type { DesiredState } from '../../../domain/control/control-state.ts'
import { exchangeLost } from '../../frame/exchange-lost.ts'
import { deriveEvidenceId } from '../../frame/observed.ts'
import { gapsOfDay } from '../../frame/observed-time.ts'
import { type Cause, defineSurface, type Frame, type MissingItem } from '../../frame/surface.ts'
import type { RestartTruth } from '../../inputs/engine.ts'
import type { EvidenceRecordTruth } from '../../inputs/observation.ts'
import { type Checked, type CheckRule, RESTART_CHECKS, type RestartInputs } from './restart-checks.ts'

/** Verdict on an automatic resume of the engine after this start, check by check. */
export const restartContinuityTruth = defineSurface({
  contract,
  needs: ['restart', 'latch', 'store', 'audit', 'engine', 'liveGrant', 'privateStream', 'reconciliation'],
  optional: ['evidenceRecord'],
  explain: exchangeLost,
  fault(inputs, frame) {
    const unsafe = runChecks(inputs, frame).filter(({ rule, checked }) => rule.isUnsafe && checked.status === 'FAIL')
    if (unsafe.length === 0) return null
    return {
      verdict: 'UNSAFE',
      summary: `It is not safe to resume: ${unsafe.length} of ${RESTART_CHECKS.length} checks ${unsafe.length === 1 ? 'has' : 'have'} failed. Not met: ${nameChecks(unsafe)}.`,
      reasons: unsafe.map(toCause),
    }
  },
  judge(inputs, frame) {
    const checks = runChecks(inputs, frame)
    const open = checks.filter(({ isHeld, checked }) => isHeld && OPEN.includes(checked.status))
    const failed = checks.filter(({ checked }) => checked.status === 'FAIL')
    const passed = checks.filter(({ checked }) => checked.status === 'PASS').length
    const held = failed.filter(({ isHeld }) => isHeld)
    const noted = failed.filter(({ isHeld }) => !isHeld)
    const tally = `${passed} of ${checks.length} checks passed`
    const [first, ...more] = open.map(toMissing)
    if (first && held.length === 0) {
      const summary = `Not enough evidence to judge ${contract.question}: ${tally}; ${open.map(describeWait).join('; ')}.`
      return { missing: [first, ...more], reasons: failed.map(toCause), summary }
    }
    const reasons = failed.map(toCause)
    const missing = checks.filter(({ checked }) => OPEN.includes(checked.status)).map(toMissing)
    return held.length > 0
      ? {
          verdict: 'OPERATOR_REQUIRED',
          summary: `A manual check is required: ${describePassed(tally, noted)}. Not met: ${nameChecks(held)}.`,
          reasons,
          missing,
        }
      : {
          verdict: 'SAFE_TO_AUTO_RESUME',
          summary: `Automatic resume is allowed: ${describePassed(tally, noted)}.`,
          reasons,
          missing,
        }
  },
  data(inputs, frame) {
    return {
      boot: inputs.restart ? bootBody(inputs.restart, inputs.engine?.desiredState ?? null) : null,
      checks: runChecks(inputs, frame).map(({ rule, checked, isHeld }) => ({
        id: rule.id,
        title: CONTINUITY[rule.id],
        status: checked.status,
        measured: checked.measured,
        threshold: checked.threshold,
        waitsFor: checked.waits?.what ?? null,
        waitsUntil: toRfc3339OrNull(checked.waits?.untilMs),
        holdsBack: isHeld && checked.status === 'FAIL',
        evidenceIds: rule.of.flatMap((name) => {
          const observedAtMs = frame.observedAtMs(name)
          return observedAtMs === undefined ? [] : [deriveEvidenceId(name, { observedAtMs })]
        }),
      })),
      recovered: inputs.restart?.recovered ?? null,
      effectiveAction: chooseAction(inputs, frame),
      evidence: inputs.evidenceRecord ? evidenceBody(inputs.evidenceRecord, frame) : null,
    }
  },
})

const evidenceBody = ({ lost, ...record }: EvidenceRecordTruth, { nowMs }: Frame) => ({
  since: toRfc3339(record.sinceMs),
  savedAt: toRfc3339OrNull(record.savedAtMs),
  gapSec24h: Math.round(gapsOfDay(record, nowMs) / SECOND_MS),
  lost: lost && { at: toRfc3339(lost.atMs), reason: lost.reason },
  failure: record.failure,
})

const OPEN: readonly Checked['status'][] = ['PENDING', 'MISSING']

interface CheckedRule {
  readonly rule: CheckRule
  readonly checked: Checked
  /** True when a failure prevents the engine from resuming. */
  readonly isHeld: boolean
}

const runChecks = (inputs: RestartInputs, frame: Frame): CheckedRule[] =>
  RESTART_CHECKS.map((rule) => ({
    rule,
    checked: withFutureWait(rule.check(inputs, frame), frame),
    isHeld: !(frame.mode === 'PAPER' && rule.paperGoesOn?.(inputs)),
  }))

/** Removes the time of an awaited event that has passed: the event is overdue, and its next time is not known. */
const withFutureWait = ({ waits, ...checked }: Checked, { nowMs }: Frame): Checked => {
  if (!waits) return checked
  const isDue = waits.untilMs !== null && waits.untilMs > nowMs
  return { ...checked, waits: { ...waits, untilMs: isDue ? waits.untilMs : null } }
}

/** Names checks by ID and condition. */
const nameChecks = (checks: readonly CheckedRule[]): string =>
  checks.map(({ rule: { id } }) => `${id} (${uncapitalised(CONTINUITY[id])})`).join(', ')

const uncapitalised = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

const formatIds = (checks: readonly CheckedRule[]): string => checks.map(({ rule }) => rule.id).join(', ')

const describePassed = (passed: string, failed: readonly CheckedRule[]): string =>
  failed.length === 0 ? passed : `${passed}; ${formatIds(failed)} noted, not blocking on paper`

const toCause = ({ rule, checked, isHeld }: CheckedRule): Cause => ({
  code: rule.id,
  message: `The condition "${CONTINUITY[rule.id]}" is not met.`,
  ...(checked.measured !== null && { value: checked.measured }),
  ...(checked.threshold !== null && { threshold: checked.threshold }),
  ...(!isHeld && { severity: 'INFO' as const }),
  remedy: RESTART_REMEDIES[rule.id],
  of: rule.of,
})

const toMissing = ({ rule, checked }: CheckedRule): MissingItem => ({
  code: rule.id,
  description: CONTINUITY[rule.id],
  have: typeof checked.measured === 'number' ? String(checked.measured) : checked.measured,
  need: checked.threshold ?? 'the same as before',
  producedBy: 'engine',
  ...(checked.waits && { remedy: `Wait for ${checked.waits.what}. If this persists: plimsoll status.` }),
  earliestAtMs: checked.waits?.untilMs ?? null,
})

/** Describes what a pending check waits for, and until when if known. */
const describeWait = ({ rule, checked: { status, measured, waits } }: CheckedRule): string => {
  if (!waits) return `${rule.id} is ${status}`
  const until = waits.untilMs === null ? '' : ` until ${toRfc3339(waits.untilMs)}`
  const now = typeof measured === 'string' && measured.includes(' ') ? ` (${measured})` : ''
  return `${rule.id} waits for ${waits.what}${now}${until}`
}

const bootBody = (restart: RestartTruth, desiredState: DesiredState | null) => {
  const { bootId, startedAtMs, previous, desiredState: desiredStateAtStart, autoResume } = restart
  return {
    bootId,
    startedAt: toRfc3339(startedAtMs),
    previousExit: classifyExit(restart),
    downtimeMs: previous && Math.max(0, startedAtMs - previous.lastAtMs),
    previousState: previous?.state ?? null,
    desiredState,
    desiredStateAtStart,
    autoResumeEnabled: autoResume,
  }
}

const classifyExit = ({ previous, isHostNew }: RestartTruth): 'CLEAN' | 'CRASH' | 'POWER_LOSS_SUSPECTED' | null => {
  if (!previous) return null
  if (previous.endedCleanly) return 'CLEAN'
  return isHostNew ? 'POWER_LOSS_SUSPECTED' : 'CRASH'
}

/** Returns RESUME only without a stop, without a pause by a person, and after every blocking check has passed. */
const chooseAction = (inputs: RestartInputs, frame: Frame): 'RESUME' | 'STAY_PAUSED' | 'STAY_HALTED' => {
  const { latch, restart, engine } = inputs
  if (!latch || latch.engaged) return 'STAY_HALTED'
  if (engine?.desiredState !== 'RUNNING') return 'STAY_PAUSED'
  if (engine.state === 'RUNNING' || engine.state === 'DEGRADED') return 'RESUME'
  const isBlocked = runChecks(inputs, frame).some(({ isHeld, checked }) => isHeld && checked.status !== 'PASS')
  return restart?.autoResume && !isBlocked ? 'RESUME' : 'STAY_PAUSED'
}

const RESUME = 'Check that this is intended; then on the host: plimsoll resume.'

/** Remedies for checks that failed after a start. */
const RESTART_REMEDIES: Readonly<Record<ContinuityId, string>> = {
  RC01: 'Check the disk; restore the data directory from a backup where the store is damaged.',
  RC02: 'Copy the audit folder before anything else; then: plimsoll audit verify.',
  RC03: 'Find out why it was stopped; then on the host: plimsoll stop clear, and plimsoll resume.',
  RC04: RESUME,
  RC05: 'Two servers trade on one account: shut one down permanently, then restart the other.',
  RC06: RESUME,
  RC07: 'Check the changed limits or settings; then on the host: plimsoll resume.',
  RC08: 'Find the order at the exchange by its venueClientId and cancel it there.',
  RC09: 'Compare positions and orders with the exchange and resolve the difference there; check the connection: plimsoll doctor.',
  RC10: 'The guardian places the stop or closes the position. If this persists, close the position at the exchange.',
  RC11: 'Synchronise the clock of this host: timedatectl set-ntp true.',
  RC12: 'Wait for order books and bars; if this persists, check the connection: plimsoll doctor.',
  RC13: RESUME,
  RC14: 'Find out why the breaker tripped; then on the host: plimsoll resume. A daily loss counts until the UTC day ends.',
  RC15: 'Find the cause in the log before it trades again; then on the host: plimsoll resume.',
  RC16: 'Grant live trading on the host: plimsoll live arm.',
  RC17: 'Find out who traded on the account; then on the host: plimsoll resume.',
}
