/** Requirements of readiness gates on recorded checks: simulation, restore, practice and reviewed limits. */

import { DAY_MS, type Instant, toRfc3339 } from '../../../core/instant.ts'
import type { ReadinessCheck, ReadinessCheckKind } from '../../inputs/go-live.ts'
import { inputPart, type Part, type ReadinessEvidence, unmeasured } from './readiness-evidence.ts'

/** Requires a simulation of the running build; a violation found on this build remains in effect. */
export const simulated = (evidence: ReadinessEvidence): Part => {
  const { constitution, hashes } = evidence.frame
  const { goLiveSeeds: need } = constitution.monitor
  return inputPart(evidence, 'readinessChecks', {
    what: 'Deterministic simulation runs of this build',
    threshold: `${need} seeds without a violation`,
    measure: (checks) => {
      const runs = checks.filter(({ kind, subject }) => kind === 'SIMULATION' && subject === hashes.build)
      const most = runs.toSorted((a, b) => a.count - b.count).at(-1)
      return judge(runs.find(hasFaults) ?? most, ({ count }) => count >= need, 'seeds')
    },
  })
}

/** Requires a copy of the data directory that was opened and verified. */
export const restored = (evidence: ReadinessEvidence): Part => {
  const { goLiveDays: days } = evidence.frame.constitution.monitor
  return newestPart(evidence, 'RESTORE', {
    what: 'A backup that was opened and verified as at a start',
    threshold: `within ${days} days, no finding`,
    unit: 'commits',
    maxAgeMs: days * DAY_MS,
  })
}

/** Requires a checkpoint stored elsewhere that matches the log. */
export const checkpointVerified = (evidence: ReadinessEvidence): Part =>
  newestPart(evidence, 'CHECKPOINT', {
    what: 'An audit checkpoint stored off this host, verified against the log',
    threshold: 'signed at most 24 hours ago',
    unit: 'entries',
    maxAgeMs: DAY_MS,
  })

const PRACTICE_DAYS = 7

const NO_PRACTICE =
  'a server that trades at the practice exchange of the same exchange (--execution practice), where it has one'

/** Requires that the adapter has traded at the practice exchange; if there was no practice, it is not measured. */
export const practised = (evidence: ReadinessEvidence): Part => {
  const what =
    'Orders accepted, cancelled, filled, protected and closed at the practice exchange, and the account compared'
  const threshold = `all of these, at most ${PRACTICE_DAYS} days ago`
  const checks = evidence.inputs.readinessChecks
  if (checks && !checks.some(({ kind }) => kind === 'PRACTICE')) return unmeasured(what, threshold, NO_PRACTICE)
  return newestPart(evidence, 'PRACTICE', { what, threshold, unit: 'steps', maxAgeMs: PRACTICE_DAYS * DAY_MS })
}

const REVIEW_DAYS = 90

/** Requires a review of the current limits; changed limits need a new review. */
export const limitsReviewed = (evidence: ReadinessEvidence): Part =>
  newestPart(evidence, 'LIMITS_REVIEW', {
    what: 'A review of the limits in effect',
    threshold: `at most ${REVIEW_DAYS} days ago`,
    unit: 'review',
    maxAgeMs: REVIEW_DAYS * DAY_MS,
    subject: evidence.frame.hashes.constitution,
  })

interface Newest {
  readonly what: string
  readonly threshold: string
  /** Unit of the covered count. */
  readonly unit: string
  readonly maxAgeMs: number
  readonly subject?: string
}

/** Requires that the last check of a kind found no fault, and that a check since the last fault is recent. */
const newestPart = (
  evidence: ReadinessEvidence,
  kind: ReadinessCheckKind,
  { what, threshold, unit, maxAgeMs, subject }: Newest,
): Part => {
  const isRecent = (atMs: Instant): boolean => atMs > evidence.frame.nowMs - maxAgeMs
  return inputPart(evidence, 'readinessChecks', {
    what,
    threshold,
    measure: (checks) => {
      const newest = newestSinceFault(checks.filter((check) => check.kind === kind))
      const isAbout = subject === undefined || newest?.subject === subject
      return judge(newest, ({ atMs }) => isRecent(atMs) && isAbout, unit)
    },
  })
}

/** Returns the check of the newest state since the last fault, or the check that found it. */
const newestSinceFault = (checks: readonly ReadinessCheck[]): ReadinessCheck | undefined =>
  checks
    .slice(checks.findLastIndex(hasFaults) + 1)
    .toSorted((a, b) => a.atMs - b.atMs)
    .at(-1) ?? checks.at(-1)

const judge = (
  check: ReadinessCheck | undefined,
  suffices: (check: ReadinessCheck) => boolean,
  unit: string,
): { readonly holds: boolean; readonly measured: string | null; readonly tooLittle?: boolean } => {
  if (!check) return { holds: false, measured: null, tooLittle: true }
  const measured = describe(check, unit)
  if (hasFaults(check)) return { holds: false, measured }
  return { holds: suffices(check), measured, tooLittle: true }
}

const hasFaults = ({ faults }: ReadinessCheck): boolean => faults > 0

const describe = ({ count, faults, by, atMs, note }: ReadinessCheck, unit: string): string => {
  const result =
    faults === 0 ? 'no fault' : `${faults} ${faults === 1 ? 'fault' : 'faults'}${note ? `, first: ${note}` : ''}`
  return `${count} ${unit}, ${result}, at ${toRfc3339(atMs)}, recorded by ${by}`
}
