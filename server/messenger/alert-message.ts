import { findSurface } from '../../contract/monitor/index.ts'
import { type Report, SEVERITIES, type Severity } from '../../contract/monitor/surface.ts'
import type { Id } from '../core/id.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { followPointer } from '../core/json.ts'
import { printable } from '../core/printable.ts'
import type { Change } from './alert-watch.ts'
import type { Message } from './ports.ts'

/** Builds the message for alerts and recoveries detected in one poll, the most severe first. */
export const alertMessage = (changes: readonly Change[], { id, atMs }: AlertParts): Message => {
  const sorted = changes.toSorted((a, b) => weight(b) - weight(a))
  const alerts = sorted.filter(({ kind }) => kind === 'ALERT')
  const of = alerts.length > 0 ? alerts : sorted
  const severity = of[0]?.report.severity ?? 'INFO'
  return {
    id,
    type: alerts.length > 0 ? 'alert' : 'recovery',
    title: formatTitle(of, severity),
    text: [...sorted.map(formatText), `At ${toRfc3339(atMs)}.`].join('\n\n'),
    severity,
    atMs,
    data: { changes: sorted.map(toData) },
  }
}

interface AlertParts {
  readonly id: Id<'msg'>
  readonly atMs: Instant
}

const weight = ({ kind, report }: Change): number => (kind === 'ALERT' ? 1 + SEVERITIES.indexOf(report.severity) : 0)

const formatTitle = (changes: readonly Change[], severity: Severity): string => {
  const [first] = changes
  if (!first) return 'Nothing changed'
  const { kind, report } = first
  const what = kind === 'ALERT' ? severity : 'RECOVERED'
  const others = changes.length > 1 ? `, and ${changes.length - 1} more` : ''
  return `${what}: ${report.surface} ${report.verdict}${others}`
}

const formatText = ({ kind, report, was, isFlapping }: Change): string => {
  const { surface, verdict, severity } = report
  const summary = printable(report.summary)
  const change = was === null || was === verdict ? verdict : `${verdict} (was ${was})`
  if (kind === 'RECOVERY') return `RECOVERED: ${surface} ${change}\n${summary}`
  const lines = [`${severity}: ${surface} ${change}`, summary, `Next: ${printable(getNextAction(report))}`]
  return [...lines, ...(isFlapping ? [FLAPPING] : [])].join('\n')
}

const FLAPPING = 'It changes often: its recovery may be reported up to 10 minutes late.'

const toData = ({ kind, report, was, isFlapping }: Change) => {
  const { surface, verdict, severity, summary, snapshotId, generatedAt, executionMode } = report
  const nextAction = kind === 'ALERT' ? getNextAction(report) : null
  return {
    kind,
    surface,
    verdict,
    was,
    severity,
    summary,
    nextAction,
    isFlapping,
    executionMode,
    snapshotId,
    at: generatedAt,
  }
}

/** Returns the recommended action of the report or the surface, otherwise the address of the evidence. */
const getNextAction = (report: Report): string => {
  const { nextStepAt, nextStep } = findSurface(report.surface) ?? {}
  const resolved = nextStepAt === undefined ? null : followPointer(report, nextStepAt)
  if (resolved?.ok && typeof resolved.value === 'string') return resolved.value
  return nextStep ?? `See the evidence: GET /api/monitor/${report.surface}.`
}
