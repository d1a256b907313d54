import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { surfaceContract } from '../../contract/monitor/surface.ts'
import { aSnapshot, report } from '../../test/support/truth-samples.ts'
import { reportOf } from './report-of.ts'
import { type SurfaceRules, surfaceOf } from './surface.ts'

const contract = surfaceContract({
  surface: 'store-truth',
  title: 'the store',
  verdicts: { BROKEN: 'CRITICAL', INSUFFICIENT_EVIDENCE: 'WARN', SLOW: 'INFO', WELL: 'OK' },
  data: Type.Object({ commitP99Ms: Type.Union([Type.Number(), Type.Null()]) }),
})

const RULES: SurfaceRules<keyof typeof contract.verdicts, typeof contract.data, 'store' | 'clock', 'feeds'> = {
  contract,
  needs: ['store', 'clock'],
  shows: ['feeds'],
  fault: ({ store }) =>
    store?.failure
      ? { verdict: 'BROKEN', summary: 'It is broken.', reasons: [{ code: 'B', message: 'It is.', of: ['store'] }] }
      : null,
  judge: ({ store }) =>
    store.commitP99Ms === null
      ? {
          missing: [
            {
              code: 'COMMITS',
              description: 'Commits',
              have: 3,
              need: 10,
              unit: 'commits',
              producedBy: 'the store',
              earliestAtMs: Date.UTC(2026, 1, 3),
            },
          ],
        }
      : {
          verdict: store.commitP99Ms > 10 ? 'SLOW' : 'WELL',
          summary: `Commits take ${store.commitP99Ms} ms.`,
          reasons: [],
        },
  data: ({ store }) => ({ commitP99Ms: store?.commitP99Ms ?? null }),
}

const surface = surfaceOf(RULES)

const WELL = {
  store: { failure: null, commitP99Ms: 2, freeDiskBytes: 10 },
  clock: { checked: true, offsetMs: 1, errorMs: 2 },
}
const BROKEN = { ...WELL, store: { ...WELL.store, failure: 'no room' } }

describe('the report of a surface', () => {
  it('says what the rules say when all is there and fresh', () => {
    const made = report(surface, aSnapshot(WELL))
    expect(made).toMatchObject({
      surface: 'store-truth',
      verdict: 'WELL',
      severity: 'OK',
      mutationAuthority: 'NONE',
      summary: 'Commits take 2 ms.',
      missingEvidence: [],
      data: { commitP99Ms: 2 },
      generatedAt: '2026-01-02T03:04:05.678Z',
      asOf: '2026-01-02T03:04:05.678Z',
      freshness: { oldestAgeMs: 0 },
    })
    expect(made.evidence.map(({ source }) => source)).toEqual(['store.sqlite', 'exchange.time'])
  })

  it('is not enough while something it needs is missing, and names that', () => {
    const { clock } = WELL
    expect(report(surface, aSnapshot({ clock }))).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      severity: 'WARN',
      summary:
        'Not enough evidence to judge the store: How the store is doing: have none, need at most 5.0 s old; produced by engine store.',
      missingEvidence: [{ code: 'STORE', have: null, producedBy: 'engine store' }],
      data: { commitP99Ms: null },
    })
  })

  it.each([
    [120_000, 'WELL', 'PARTIAL'],
    [120_001, 'INSUFFICIENT_EVIDENCE', 'PARTIAL'],
  ])('relies on a clock that was measured %i ms ago: %s', (ageMs, verdict, status) => {
    const made = report(surface, aSnapshot(WELL, { agesMs: { clock: ageMs } }))
    expect([made.verdict, made.freshness.status, made.freshness.oldestAgeMs]).toEqual([verdict, status, ageMs])
    expect(made.asOf).toBe(new Date(Date.parse(made.generatedAt) - ageMs).toISOString())
  })

  it('sees the worst also in what is old, and where something else is missing', () => {
    for (const snapshot of [aSnapshot(BROKEN, { agesMs: { store: 60_000 } }), aSnapshot({ store: BROKEN.store })]) {
      const made = report(surface, snapshot)
      expect([made.verdict, made.reasons[0]?.evidenceIds]).toEqual(['BROKEN', [made.evidence[0]?.id]])
    }
  })

  it('tells how much there is and when there will be enough', () => {
    const made = report(surface, aSnapshot({ ...WELL, store: { ...WELL.store, commitP99Ms: null } }))
    expect(made.verdict).toBe('INSUFFICIENT_EVIDENCE')
    expect(made.summary).toBe(
      'Not enough evidence to judge the store: have 3 of 10 commits; produced by the store; at the current rate reached about 2026-02-03.',
    )
  })

  it('says nothing good when a rule fails', () => {
    const failing = surfaceOf({
      ...RULES,
      judge: () => {
        throw new RangeError('a secret')
      },
    })
    const made = reportOf(failing, aSnapshot(WELL), new Map())
    expect(made).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      missingEvidence: [{ code: 'SURFACE_COMPUTE_FAILED', description: 'RangeError' }],
      data: null,
    })
    expect(JSON.stringify(made)).not.toContain('secret')
  })

  it('is the same for the same snapshot', () => {
    expect(report(surface, aSnapshot(WELL))).toEqual(report(surface, aSnapshot(WELL)))
  })
})
