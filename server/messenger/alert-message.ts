import { type Report, SEVERITIES, type Severity } from '../../contract/monitor/surface.ts'
import type { Id } from '../core/id.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { followPointer } from '../core/json.ts'
import { printable } from '../core/printable.ts'
import type { Change } from './alert-watch.ts'
import type { Message } from './ports.ts'

interface AlertParts {
  readonly id: Id<'msg'>
  readonly atMs: Instant
}

/** Combines the changes of one poll into one message, the worst first. */
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

const weight = ({ kind, report }: Change): number => (kind === 'ALERT' ? 1 + SEVERITIES.indexOf(report.severity) : 0)

const formatTitle = (changes: readonly Change[], severity: Severity): string => {
  const [first] = changes
  if (!first) return 'Nothing changed'
  const { kind, report } = first
  const what = kind === 'ALERT' ? severity : 'WELL AGAIN'
  const others = changes.length > 1 ? `, and ${changes.length - 1} more` : ''
  return `${what}: ${report.surface} ${report.verdict}${others}`
}

const formatText = ({ kind, report, was, isFlapping }: Change): string => {
  const { surface, verdict, severity } = report
  const summary = printable(report.summary)
  const change = was === null || was === verdict ? verdict : `${verdict} (was ${was})`
  if (kind === 'RECOVERY') return `WELL AGAIN: ${surface} ${change}\n${summary}`
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

/** Fields in which a surface reports its own next step. */
const ACTION_POINTERS: readonly (readonly [surface: string, pointer: string])[] = [
  ['operator-compact-truth', '/data/nextAction/text'],
  ['public-status-truth', '/data/nextStep'],
]

const ACTIONS: Readonly<Record<string, string>> = {
  'anti-manipulation-truth':
    'No action needed: gate G25 uses the same data, and holds entries back where the constitution requires it.',
  'candidate-quality-v3': 'Review costs and calibration before trading more: docs/guide/strategies.md.',
  'evidence-loop-closure-truth':
    'See what is not linked: GET /api/monitor/evidence-loop-closure-truth. Then: plimsoll audit verify.',
  'exchange-market-intelligence-truth': 'Check the exchange connection: plimsoll doctor.',
  'execution-throttle-truth':
    'Send the exchange fewer requests: fewer symbols, and no other program on the same key or address.',
  'messenger-dynamic-truth': 'Trust the surfaces, not the digest, until it is composed anew: plimsoll digest.',
  'pre-dispatch-root-cause-truth': 'See which gates refuse, and why: plimsoll status.',
  'profitability-quality-scorecard':
    'Decide whether it goes on; plimsoll pause lets nothing more in and leaves every stop in place.',
  'protection-blocker-truth':
    'See what has no stop: plimsoll status. If none comes, close or protect it at the exchange by hand.',
  'rag-nlp-ml-boundary-truth': 'Stop it, and run a build whose boundary holds: plimsoll stop.',
  'restart-continuity-truth': 'See which check fails: plimsoll status. When it is mended: plimsoll resume.',
  'runtime-constitution-truth':
    'Put the constitution back as it was declared and start again: docs/guide/constitution.md.',
  'security-rbac-truth': 'See who did what: plimsoll audit list. In doubt: plimsoll stop.',
}

/** Returns the remedy for a surface: its own next step, else a fixed sentence. */
const getNextAction = (report: Report): string => {
  const { surface } = report
  for (const [speaking, pointer] of ACTION_POINTERS) {
    const resolved = surface === speaking ? followPointer(report, pointer) : null
    if (resolved?.ok && typeof resolved.value === 'string') return resolved.value
  }
  return ACTIONS[surface] ?? `See what it rests on: GET /api/monitor/${surface}.`
}
