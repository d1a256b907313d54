import type { Report } from '../../contract/monitor/surface.ts'
import { computeDigest } from '../core/digest.ts'
import type { Id } from '../core/id.ts'
import type { Instant } from '../core/instant.ts'
import { followPointer } from '../core/json.ts'
import type { Reports } from '../monitor/frame/reports.ts'
import type { Digest, DigestLine, Recheck } from '../monitor/inputs/messenger.ts'
import { ADVICE_MARK, faultOfAdvice } from '../monitor/surfaces/messenger-dynamic/advice.ts'
import { CLOSING_LINE, LINES, type LineTemplate, TEMPLATE_VERSION } from './digest-lines.ts'

interface DigestParts {
  readonly digestId: Id<'dig'>
  /** Time the previous digest was composed. */
  readonly windowFromMs: Instant | null
}

/** Composes a digest of the surfaces in one snapshot; a value that cannot be read there has no line. */
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
  const lines = [...read.filter((line) => isHonest(line, read)), closing]
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

/** Returns true when all evidence is fresh. Missing evidence makes a report poorer, not older. */
const isLive = ({ evidence }: Report): boolean => evidence.every(({ fresh }) => fresh)

/** Returns false for advice with a number that was not measured; such advice is omitted. */
const isHonest = ({ text, provenance }: DigestLine, lines: readonly DigestLine[]): boolean =>
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
