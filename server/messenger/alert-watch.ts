/**
 * Decides when a monitor report ("surface") triggers an alert, when it has recovered, and when it changes too often.
 */

import { findSurface } from '../../contract/monitor/index.ts'
import { type Report, SEVERITIES, type Severity } from '../../contract/monitor/surface.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '../core/instant.ts'

/** Evaluates a report of a surface against its watch state; undefined at the first poll of this run. */
export const checkReport = (
  before: Watch | undefined,
  report: Report,
  nowMs: Instant,
): { readonly watch: Watch; readonly change: Change | null } => {
  const reportedAtMs = (before?.reportedAtMs ?? []).filter((atMs) => nowMs - atMs < FLAPPING_WINDOW_MS)
  const watch = { ...(before ?? first(report)), reportedAtMs }
  const result = watch.reported ? checkReported(watch, report, nowMs) : checkCalm(watch, report)
  const kind = result.change
  if (kind === null) return { watch: { ...result.watch, verdict: report.verdict }, change: null }
  if (reportedAtMs.length >= REPORTS_MAX[kind]) return { watch: { ...watch, verdict: report.verdict }, change: null }
  const was = before ? (watch.reported?.verdict ?? before.verdict) : null
  return {
    watch: { ...result.watch, verdict: report.verdict, reportedAtMs: [...reportedAtMs, nowMs] },
    change: { kind, report, was, isFlapping: kind === 'ALERT' && reportedAtMs.length + 1 >= REPORTS_MAX.RECOVERY },
  }
}

/** Alert or recovery of a surface, to be sent to recipients. */
export interface Change {
  readonly kind: 'ALERT' | 'RECOVERY'
  readonly report: Report
  /** Last verdict sent, or observed when none was sent; null at the first poll. */
  readonly was: string | null
  /** True when it changes so often that recoveries are reported late. */
  readonly isFlapping: boolean
}

/** State of one surface between polls. */
export interface Watch {
  /** Severity that needs no alert. */
  readonly calm: Severity
  readonly verdict: string
  /** Problem that was reported and has not recovered. */
  readonly reported: { readonly verdict: string; readonly severity: Severity } | null
  readonly healthySinceMs: Instant | null
  /** Times of the reports within the window. */
  readonly reportedAtMs: readonly Instant[]
}

/** Window within which the reports of a surface are counted. */
const FLAPPING_WINDOW_MS = 10 * MINUTE_MS
/**
 * Maximum number of reports in the window. Recoveries run out first, so that a flapping surface is not mistaken for a
 * healthy one.
 */
const REPORTS_MAX: Readonly<Record<Change['kind'], number>> = { ALERT: 6, RECOVERY: 3 }
/** Time a surface must be healthy before it counts as recovered. */
const WELL_FOR_MS = 5 * SECOND_MS

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity)

const isGrave = (severity: Severity): boolean => rank(severity) >= rank('BLOCK')

/** Reports a problem that exists at the first poll, unless the surface is an assessment. */
const first = ({ surface, verdict, severity }: Report): Watch => ({
  calm: isGrave(severity) && !findSurface(surface)?.isAssessment ? 'INFO' : severity,
  verdict,
  reported: null,
  healthySinceMs: null,
  reportedAtMs: [],
})

interface CheckResult {
  readonly watch: Watch
  readonly change: Change['kind'] | null
}

/** Reports a verdict that is worse than before and severe enough. */
const checkCalm = (watch: Watch, { surface, verdict, severity }: Report): CheckResult => {
  const isWorse = rank(severity) > rank(watch.calm) || (isGrave(severity) && verdict !== watch.verdict)
  const isWorthIt = rank(severity) >= rank(findSurface(surface)?.isMomentary ? 'BLOCK' : 'WARN')
  if (!isWorse || !isWorthIt) return { watch: { ...watch, calm: severity }, change: null }
  return { watch: { ...watch, reported: { verdict, severity }, healthySinceMs: null }, change: 'ALERT' }
}

const checkReported = (watch: Watch, { verdict, severity }: Report, nowMs: Instant): CheckResult => {
  const { reported, calm } = watch
  if (rank(severity) <= Math.max(rank(calm), rank('INFO'))) {
    const healthySinceMs = watch.healthySinceMs ?? nowMs
    if (nowMs - healthySinceMs < WELL_FOR_MS) return { watch: { ...watch, healthySinceMs }, change: null }
    return { watch: { ...watch, reported: null, calm: severity, healthySinceMs: null }, change: 'RECOVERY' }
  }
  const isOther = reported !== null && verdict !== reported.verdict
  const isAlarm = isGrave(severity) || (reported !== null && rank(severity) > rank(reported.severity))
  if (isOther && isAlarm) {
    return { watch: { ...watch, reported: { verdict, severity }, healthySinceMs: null }, change: 'ALERT' }
  }
  return { watch: { ...watch, healthySinceMs: null }, change: null }
}
