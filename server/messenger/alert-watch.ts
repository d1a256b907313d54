import { type Report, SEVERITIES, type Severity } from '../../contract/monitor/surface.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '../core/instant.ts'

/** A change of a surface that somebody is to hear of. */
export interface Change {
  readonly kind: 'ALERT' | 'RECOVERY'
  readonly report: Report
  /** What was told of it before, or seen where nothing was; null at the first look. */
  readonly was: string | null
  /** It changes so often that what is better is told late. */
  readonly isFlapping: boolean
}

/** What is remembered of one surface between looks. */
export interface Watch {
  /** How it stood when nothing was wrong that anybody was told of. */
  readonly calm: Severity
  readonly verdict: string
  /** What was told, and is not over. */
  readonly reported: { readonly verdict: string; readonly severity: Severity } | null
  readonly wellSinceMs: Instant | null
  /** When something was told of it, within the window. */
  readonly reportedAtMs: readonly Instant[]
}

/** Within so long something is told of a surface ... */
const FLAPPING_WINDOW_MS = 10 * MINUTE_MS
/** ... at most so many times. Good news ends first, so that what flaps is not thought to be well. */
const REPORTS_MAX: Readonly<Record<Change['kind'], number>> = { ALERT: 6, RECOVERY: 3 }
/** What is well for so long is well again. */
const WELL_FOR_MS = 5 * SECOND_MS

/** What these say is an opinion on how far something has come: that it stands is no alarm, that it falls is one. */
const ASSESSMENTS: readonly string[] = [
  'candidate-quality-v3',
  'frontend-route-truth',
  'full-strategy-pattern-coverage',
  'go-live-readiness-snapshot',
  'live-readiness-decision-packet',
  'profitability-quality-scorecard',
]

/** These come and go with every bar: of them only what is grave is told. */
const MOMENTARY: readonly string[] = ['candidate-quality-v3', 'pre-dispatch-root-cause-truth']

/** Looks at a report of a surface, with what is remembered of it; undefined is the first look of this run. */
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

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity)

const isGrave = (severity: Severity): boolean => rank(severity) >= rank('BLOCK')

/** At the first look what is bad already is told, but for what is an opinion. */
const first = ({ surface, verdict, severity }: Report): Watch => ({
  calm: isGrave(severity) && !ASSESSMENTS.includes(surface) ? 'INFO' : severity,
  verdict,
  reported: null,
  wellSinceMs: null,
  reportedAtMs: [],
})

interface CheckResult {
  readonly watch: Watch
  readonly change: Change['kind'] | null
}

/** Worse than it was, and bad enough to be told. */
const checkCalm = (watch: Watch, { surface, verdict, severity }: Report): CheckResult => {
  const isWorse = rank(severity) > rank(watch.calm) || (isGrave(severity) && verdict !== watch.verdict)
  const isWorthIt = rank(severity) >= rank(MOMENTARY.includes(surface) ? 'BLOCK' : 'WARN')
  if (!isWorse || !isWorthIt) return { watch: { ...watch, calm: severity }, change: null }
  return { watch: { ...watch, reported: { verdict, severity }, wellSinceMs: null }, change: 'ALERT' }
}

const checkReported = (watch: Watch, { verdict, severity }: Report, nowMs: Instant): CheckResult => {
  const { reported, calm } = watch
  if (rank(severity) <= Math.max(rank(calm), rank('INFO'))) {
    const wellSinceMs = watch.wellSinceMs ?? nowMs
    if (nowMs - wellSinceMs < WELL_FOR_MS) return { watch: { ...watch, wellSinceMs }, change: null }
    return { watch: { ...watch, reported: null, calm: severity, wellSinceMs: null }, change: 'RECOVERY' }
  }
  const isOther = reported !== null && verdict !== reported.verdict
  const isAlarm = isGrave(severity) || (reported !== null && rank(severity) > rank(reported.severity))
  if (isOther && isAlarm) {
    return { watch: { ...watch, reported: { verdict, severity }, wellSinceMs: null }, change: 'ALERT' }
  }
  return { watch: { ...watch, wellSinceMs: null }, change: null }
}
