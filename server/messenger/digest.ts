/** Digests of the platform's state: their templates, composition from monitor reports, recheck, and text. */

import { findSurface } from '../../contract/monitor/index.ts'
import type { Report } from '../../contract/monitor/surface.ts'
import { computeDigest } from '../core/digest.ts'
import type { Id } from '../core/id.ts'
import { type Instant, toRfc3339, toRfc3339OrNull } from '../core/instant.ts'
import { followPointer, isRecord } from '../core/json.ts'
import { printable } from '../core/printable.ts'
import { counted } from '../monitor/frame/missing-evidence.ts'
import type { Reports } from '../monitor/frame/reports.ts'
import type { Digest, DigestLine, Recheck } from '../monitor/inputs/messenger.ts'
import { ADVICE_MARK, faultOfAdvice } from '../monitor/surfaces/messenger-dynamic/rules.ts'
import type { Message } from './ports.ts'

/** Composes a digest of the reports of one snapshot; a value that is not available has no line. */
export const composeDigest = (reports: Reports, { digestId, windowFromMs }: DigestParts): Digest => {
  const { snapshotId, takenAtMs } = reports.snapshot
  const read = LINES.flatMap((template) => composeLine(template, reports) ?? [])
  const closing: DigestLine = {
    ...CLOSING_LINE,
    provenance: 'STATIC_TEMPLATE',
    sourceSurface: null,
    pointer: null,
    snapshotId,
    valueDigest: null,
    observedAtMs: takenAtMs,
  }
  const lines = [...read.filter((line) => isSupported(line, read)), closing]
  return {
    digestId,
    composedAtMs: takenAtMs,
    windowFromMs,
    windowToMs: takenAtMs,
    templateVersion: TEMPLATE_VERSION,
    lines,
    contentHash: computeDigest(lines),
  }
}

interface DigestParts {
  readonly digestId: Id<'dig'>
  /** Time the previous digest was composed. */
  readonly windowFromMs: Instant | null
}

const composeLine = (
  { key, surface, pointer, isAdvice, describe }: LineTemplate,
  reports: Reports,
): DigestLine | null => {
  const report = reports.find(surface)
  const resolved = report && followPointer(report, pointer)
  const text = resolved?.ok ? describe(resolved.value) : null
  if (!report || !resolved?.ok || text === null) return null
  return {
    key,
    text: isAdvice ? `${ADVICE_MARK}${text}` : text,
    provenance: isAdvice ? 'ADVISORY_TEXT' : isLive(report) ? 'LIVE_STATE' : 'CACHED',
    sourceSurface: surface,
    pointer,
    snapshotId: report.snapshotId,
    valueDigest: computeDigest(resolved.value),
    observedAtMs: Date.parse(report.asOf),
  }
}

/**
 * Returns true when every input of a report, and of those it uses, was observed and is fresh. Too few samples are no
 * missing input: the report states the current count.
 */
const isLive = ({ freshness }: Report): boolean => freshness.status === 'FRESH'

/** Returns false for advice that contains a number not found in any other line; such advice is omitted. */
const isSupported = ({ text, provenance }: DigestLine, lines: readonly DigestLine[]): boolean =>
  provenance !== 'ADVISORY_TEXT' || faultOfAdvice(text, lines) === null

/** Recomputes the digest from the same snapshot, line by line. */
export const recheckDigest = ({ lines }: Digest, reports: Reports): Recheck[] =>
  lines.map(({ sourceSurface, pointer, valueDigest, snapshotId }) => {
    if (sourceSurface === null || pointer === null) return 'MATCH'
    const report = reports.find(sourceSurface)
    if (report?.snapshotId !== snapshotId) return 'SOURCE_GONE'
    const resolved = followPointer(report, pointer)
    return resolved.ok && computeDigest(resolved.value) === valueDigest ? 'MATCH' : 'CHANGED'
  })

/** Template of a digest line: the value it reads and the text it produces. */
interface LineTemplate {
  readonly key: string
  readonly surface: string
  /** RFC 6901, into the report. */
  readonly pointer: string
  readonly isAdvice?: boolean
  /** Returns null to omit the line. */
  readonly describe: (value: unknown) => string | null
}

/** Version of the templates below; incremented with every change. */
const TEMPLATE_VERSION = '4'

/** Fixed last line of every digest. */
const CLOSING_LINE = {
  key: 'closing',
  text: 'Do not reply: messages to this channel are not read. To control the platform, use the host: plimsoll status.',
}

const summaryLine = (key: string, surface: string): LineTemplate => ({
  key,
  surface,
  pointer: '/summary',
  describe: (value) => (typeof value === 'string' ? `${findSurface(surface)?.label}: ${value}` : null),
})

/** Templates of the lines, in the order of the digest. */
const LINES: readonly LineTemplate[] = [
  summaryLine('status', 'public-status-truth'),
  {
    key: 'engine',
    surface: 'operator-compact-truth',
    pointer: '/data/engine',
    describe: (value) => describeEngine(value),
  },
  {
    key: 'money',
    surface: 'operator-compact-truth',
    pointer: '/data/money',
    describe: (value) => describeMoney(value),
  },
  {
    key: 'exposure',
    surface: 'operator-compact-truth',
    pointer: '/data/exposure',
    describe: (value) => describeExposure(value),
  },
  summaryLine('protection', 'protection-blocker-truth'),
  summaryLine('operator', 'operator-compact-truth'),
  summaryLine('market', 'exchange-market-intelligence-truth'),
  summaryLine('manipulation', 'anti-manipulation-truth'),
  summaryLine('blockers', 'pre-dispatch-root-cause-truth'),
  summaryLine('candidates', 'candidate-quality-v3'),
  summaryLine('profitability', 'profitability-quality-scorecard'),
  summaryLine('throttle', 'execution-throttle-truth'),
  summaryLine('restart', 'restart-continuity-truth'),
  summaryLine('constitution', 'runtime-constitution-truth'),
  summaryLine('security', 'security-rbac-truth'),
  {
    key: 'advice',
    surface: 'operator-compact-truth',
    pointer: '/data/nextAction/text',
    isAdvice: true,
    describe: (value) => formatValue(value),
  },
]

type Fields = Readonly<Record<string, unknown>>

const readFields = (value: unknown): Fields | null => (isRecord(value) ? value : null)

/** Formats a value: numbers are rounded, strings are exact and unchanged. */
const formatValue = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(round(value)) : null

const round = (value: number): number => Math.round(value * 100) / 100

const several = (count: string, what: string): string => counted(Number(count), what)

/** Joins the parts that are not null. */
const sentence = (parts: readonly (string | null)[]): string | null => {
  const present = parts.filter((part) => part !== null)
  return present.length === 0 ? null : `${present.join(', ')}.`
}

const part = (value: unknown, format: (text: string) => string): string | null => {
  const text = formatValue(value)
  return text === null ? null : format(text)
}

const describeEngine = (value: unknown): string | null => {
  const { state, executionMode, latchEngaged } = readFields(value) ?? {}
  return sentence([
    part(state, (text) => `Engine: ${text}`),
    part(executionMode, (text) => text),
    latchEngaged === true ? 'emergency stop engaged' : null,
  ])
}

const describeMoney = (value: unknown): string | null => {
  const { equity, dayNet, dayNetPct, drawdownPct } = readFields(value) ?? {}
  const figures = sentence([
    part(equity, (text) => `equity ${amount(text)} USDT`),
    describeToday(formatValue(dayNet), formatValue(dayNetPct)),
    part(drawdownPct, (text) => `drawdown ${text}%`),
  ])
  return figures && `Money: ${figures}`
}

const describeToday = (net: string | null, share: string | null): string | null => {
  if (net === null) return share === null ? null : `today ${share}%`
  return `today ${amount(net)} USDT${share === null ? '' : ` (${share}%)`}`
}

/** Removes trailing zeros after the cents, without loss of precision. */
const amount = (text: string): string => text.replace(/(\.\d\d\d*?)0+$/, '$1')

const describeExposure = (value: unknown): string | null => {
  const { openPositions, gross, unprotectedPositions, outcomeUnknownOrders, externalOrders } = readFields(value) ?? {}
  return sentence([
    part(openPositions, (text) => `Exposure: ${several(text, 'open position')}`),
    part(gross, (text) => `${amount(text)} USDT in total`),
    part(unprotectedPositions, (text) => `${several(text, 'position')} without a verified stop`),
    part(outcomeUnknownOrders, (text) => `${several(text, 'order')} with unknown outcome`),
    part(externalOrders, (text) => several(text, 'external order')),
  ])
}

/** Builds the message of a digest: every line as composed, with its source for programs. */
export const digestMessage = (digest: Digest, id: Id<'msg'>): Message => ({
  id,
  type: 'digest',
  title: `Digest of ${formatMinute(digest.composedAtMs)}`,
  text: digestText(digest),
  severity: 'INFO',
  atMs: digest.composedAtMs,
  data: digestBody(digest),
})

/** Formats the lines, marking those that are not live. */
export const digestText = ({ lines }: Digest): string => lines.map(formatLine).join('\n')

const formatLine = ({ text, provenance }: DigestLine): string =>
  printable(provenance === 'CACHED' ? `${text} (not fully current)` : text)

const formatMinute = (atMs: number): string => `${toRfc3339(atMs).slice(0, 16).replace('T', ' ')} UTC`

/** Returns a digest in its wire format. */
export const digestBody = (digest: Digest) => ({
  digestId: digest.digestId,
  composedAt: toRfc3339(digest.composedAtMs),
  windowFrom: toRfc3339OrNull(digest.windowFromMs),
  windowTo: toRfc3339(digest.windowToMs),
  contentHash: digest.contentHash,
  templateVersion: digest.templateVersion,
  lines: digest.lines.map(({ observedAtMs, ...line }) => ({ ...line, observedAt: toRfc3339(observedAtMs) })),
})
