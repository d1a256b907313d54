import { describe, expect, it } from 'vitest'
import {
  aSnapshot,
  type InputValues,
  report,
  type SnapshotParts,
  TAKEN_AT_MS,
} from '../../../../test/support/truth-samples.ts'
import { computeDigest } from '../../../core/digest.ts'
import type { ChannelTruth, DigestLine, DigestTruth } from '../../inputs/messenger.ts'
import { messengerDynamicTruth as surface } from './rules.ts'

const HOUR_MS = 3_600_000

const line = (parts: Partial<DigestLine> = {}): DigestLine => ({
  key: 'status',
  text: 'Status: all 9 components are healthy.',
  provenance: 'LIVE_STATE',
  sourceSurface: 'public-status-truth',
  pointer: '/summary',
  snapshotId: 'snp_01KDXYZ7QE0000000000000000',
  valueDigest: 'a'.repeat(64),
  observedAtMs: TAKEN_AT_MS - 2 * HOUR_MS,
  ...parts,
})

const STATIC = { provenance: 'STATIC_TEMPLATE', sourceSurface: null, pointer: null, valueDigest: null } as const
const ADVICE = { key: 'advice', provenance: 'ADVISORY_TEXT', text: 'Advice: look at the 9 components.' } as const

/** A digest of two hours ago, as it is when nothing is wrong with it. */
const aDigest = (
  lines: readonly DigestLine[] = [line(), line({ key: 'closing', ...STATIC })],
  parts: Partial<DigestTruth> = {},
) => ({
  digestId: 'dig_01KDXYZ7QE0000000000000000',
  composedAtMs: TAKEN_AT_MS - 2 * HOUR_MS,
  windowFromMs: null,
  windowToMs: TAKEN_AT_MS - 2 * HOUR_MS,
  templateVersion: '1',
  lines,
  contentHash: computeDigest(lines),
  rechecks: lines.map(() => 'MATCH' as const),
  nextDueAtMs: TAKEN_AT_MS + 4 * HOUR_MS,
  ...parts,
})

const aChannel = (parts: Partial<ChannelTruth> = {}): ChannelTruth => ({
  id: 'telegram',
  kind: 'TELEGRAM',
  enabled: true,
  lastAttemptAtMs: TAKEN_AT_MS - HOUR_MS,
  lastDeliveredAtMs: TAKEN_AT_MS - HOUR_MS,
  lastErrorCategory: null,
  queued: 0,
  dropped: 0,
  ...parts,
})

const judge = (values: InputValues, parts?: SnapshotParts) => report(surface, aSnapshot(values, parts))
const judgeVerdict = (digest: DigestTruth, channels: readonly ChannelTruth[] = [aChannel()]) =>
  judge({ digest, channels }).verdict

describe('digest verdict', () => {
  it('is live when its lines match and a recipient is reachable', () => {
    const made = judge({ digest: aDigest(), channels: [aChannel()] })
    expect(made).toMatchObject({
      verdict: 'DIGEST_LIVE',
      severity: 'OK',
      summary:
        '50% of the 2 lines of a digest 2 h old come from live state and still match it; 1 of 1 enabled channel works.',
      reasons: [],
      missingEvidence: [],
      data: {
        digest: { lineCount: 2, composedAt: '2026-01-02T01:04:05.678Z', windowFrom: null },
        provenanceShare: { LIVE_STATE: 0.5, CACHED: 0, STATIC_TEMPLATE: 0.5, ADVISORY_TEXT: 0 },
        nextDueAt: '2026-01-02T07:04:05.678Z',
      },
    })
    expect(made.data).toMatchObject({
      lines: [{ key: 'status', ageMs: 2 * HOUR_MS, recheck: 'MATCH', pointer: '/summary' }, { sourceSurface: null }],
      channels: [{ id: 'telegram', lastDeliveredAt: '2026-01-02T02:04:05.678Z', queued: 0 }],
    })
  })

  it('is without recipients when the host has chosen so', () => {
    const made = judge({ digest: aDigest(), channels: [aChannel({ enabled: false })] })
    expect(made).toMatchObject({ verdict: 'DIGEST_DISABLED', severity: 'INFO' })
    expect(made.summary).toContain('No channel is enabled on the host')
  })

  it('is stale just beyond two of its periods', () => {
    const aged = (ageMs: number) => judgeVerdict(aDigest(undefined, { composedAtMs: TAKEN_AT_MS - ageMs }))
    expect(aged(12 * HOUR_MS)).toBe('DIGEST_LIVE')
    expect(aged(12 * HOUR_MS + 1)).toBe('DIGEST_STALE')
  })

  it('is static just below half of live lines; cached lines are not live', () => {
    const of = (...provenances: DigestLine['provenance'][]) =>
      judgeVerdict(aDigest(provenances.map((provenance) => line({ provenance, text: 'Advice: none' }))))
    expect(of('LIVE_STATE', 'CACHED')).toBe('DIGEST_LIVE')
    expect(of('LIVE_STATE', 'CACHED', 'STATIC_TEMPLATE')).toBe('DIGEST_STATIC')
    expect(of()).toBe('DIGEST_STATIC')
  })

  it('is misleading when the recorded snapshot has another value', () => {
    const made = judge({ digest: aDigest(undefined, { rechecks: ['CHANGED', 'MATCH'] }), channels: [] })
    expect(made).toMatchObject({
      verdict: 'DIGEST_MISLEADING',
      severity: 'BLOCK',
      summary: 'The digest of 2026-01-02T01:04:05.678Z failed verification: 1 of 3 checks failed.',
      reasons: [{ code: 'LINE_CHANGED', message: 'status: public-status-truth/summary has another value' }],
    })
    expect(judgeVerdict(aDigest(undefined, { rechecks: ['SOURCE_GONE', 'MATCH'] }))).toBe('DIGEST_LIVE')
  })

  it('is misleading when its lines differ from those it was composed of', () => {
    const made = judge({
      digest: aDigest([line({ text: 'Status: all is well.' })], { contentHash: computeDigest([line()]) }),
    })
    expect(made.reasons.map(({ code }) => code)).toEqual(['CONTENT_CHANGED'])
  })

  it('is misleading when advice is presented as a measurement', () => {
    const codes = (text: string) =>
      judge({ digest: aDigest([line(), line({ ...ADVICE, text })]), channels: [aChannel()] }).reasons.map(
        ({ code }) => code,
      )
    expect(codes('Advice: look at the 9 components; G08 says why.')).toEqual([])
    expect(codes('Look at the 9 components.')).toEqual(['ADVICE_NOT_MARKED'])
    expect(codes('Advice: make 400 today.')).toEqual(['ADVICE_NUMBER_OF_ITS_OWN'])
  })

  it('reports a failing channel, whatever the verdict on the digest', () => {
    const failing = [
      aChannel({ lastErrorCategory: 'AUTHENTICATION', lastDeliveredAtMs: null }),
      aChannel({ id: 'email' }),
    ]
    const made = judge({ digest: aDigest(), channels: failing })
    expect(made.verdict).toBe('DIGEST_LIVE')
    expect(made.summary).toContain('1 of 2 enabled channels work')
    expect(made.reasons).toMatchObject([{ code: 'CHANNEL_FAILING', severity: 'WARN', value: 'AUTHENTICATION' }])
  })
})

describe('a digest without recipients', () => {
  const broken = (parts: Partial<ChannelTruth> = {}) => aChannel({ lastErrorCategory: 'TIMEOUT', ...parts })

  it('is not live: its recipients have an older one, or none', () => {
    const made = judge({ digest: aDigest(), channels: [broken(), aChannel({ id: 'email', enabled: false })] })
    expect(made).toMatchObject({
      verdict: 'DIGEST_STALE',
      severity: 'WARN',
      summary: 'The last digest is 2 h old and cannot be delivered: none of 1 enabled channel works.',
      reasons: [
        { code: 'CHANNELS_DOWN', value: 0, threshold: 1, unit: 'channels' },
        { code: 'CHANNEL_FAILING', message: 'The last attempt over telegram failed', value: 'TIMEOUT' },
      ],
    })
  })

  it('is live while one of the channels works', () => {
    expect(judgeVerdict(aDigest(), [broken(), broken({ id: 'email' })])).toBe('DIGEST_STALE')
    expect(judgeVerdict(aDigest(), [broken(), aChannel({ id: 'email' })])).toBe('DIGEST_LIVE')
  })

  it('reports no attempt if there was none', () => {
    const unusable = broken({ lastAttemptAtMs: null, lastDeliveredAtMs: null, lastErrorCategory: 'CONFIGURATION' })
    expect(judge({ digest: aDigest(), channels: [unusable] }).reasons).toMatchObject([
      { code: 'CHANNELS_DOWN' },
      { code: 'CHANNEL_FAILING', message: 'The configuration of telegram is invalid', value: 'CONFIGURATION' },
    ])
  })
})

describe('digest verdict with insufficient evidence', () => {
  it('reports what is missing: at a fresh start, and whenever an input is lost', () => {
    expect(judge({ channels: [aChannel()] })).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      missingEvidence: [{ code: 'DIGEST', have: null, need: 'at most 10 min old', producedBy: 'messenger' }],
      data: { digest: null, lines: [], provenanceShare: null, nextDueAt: null, channels: [{ id: 'telegram' }] },
    })
    expect(judge({ digest: aDigest() })).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      missingEvidence: [{ code: 'CHANNELS' }],
      data: { channels: [] },
    })
    expect(judge({}).missingEvidence).toHaveLength(2)
  })

  it('trusts no line check that is too old, but a bad one still counts', () => {
    const old = (digest: DigestTruth, ageMs: number) =>
      judge({ digest, channels: [aChannel()] }, { agesMs: { digest: ageMs } }).verdict
    expect(old(aDigest(), 600_000)).toBe('DIGEST_LIVE')
    expect(old(aDigest(), 600_001)).toBe('INSUFFICIENT_EVIDENCE')
    expect(old(aDigest(undefined, { rechecks: ['CHANGED', 'MATCH'] }), 600_001)).toBe('DIGEST_MISLEADING')
  })
})
