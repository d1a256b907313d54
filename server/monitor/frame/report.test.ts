import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { surfaceContract } from '../../../contract/monitor/surface.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../test/support/truth-samples.ts'
import { afterReport, NO_FAULTS } from './open-faults.ts'
import { createReport } from './report.ts'
import { defineSurface, type MissingItem, type SurfaceRules } from './surface.ts'

const contract = surfaceContract({
  surface: 'store-truth',
  label: 'Sample',
  question: 'the store',
  verdicts: { BROKEN: 'CRITICAL', INSUFFICIENT_EVIDENCE: 'WARN', SLOW: 'INFO', WELL: 'OK' },
  data: Type.Object({ commitP99Ms: Type.Union([Type.Number(), Type.Null()]) }),
})

const RULES: SurfaceRules<keyof typeof contract.verdicts, typeof contract.data, 'store' | 'clock', 'feeds'> = {
  contract,
  needs: ['store', 'clock'],
  optional: ['feeds'],
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

const surface = defineSurface(RULES)

const WELL = {
  store: { failure: null, commitP99Ms: 2, freeDiskBytes: 10 },
  clock: { checked: true, offsetMs: 1, errorMs: 2 },
}
const BROKEN = { ...WELL, store: { ...WELL.store, failure: 'no room' } }

describe('the report of a surface', () => {
  it('returns the verdict of the rules when everything is present and fresh', () => {
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

  it('is insufficient while a required input is missing, and names that', () => {
    const { clock } = WELL
    expect(report(surface, aSnapshot({ clock }))).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      severity: 'WARN',
      summary:
        'Not enough evidence to judge the store: The health of the store: none yet, required: at most 5.0 s old; produced by engine store.',
      missingEvidence: [{ code: 'STORE', have: null, producedBy: 'engine store' }],
      reasons: [
        {
          code: 'INPUT_MISSING',
          severity: 'WARN',
          message: 'The health of the store: not observed yet.',
          remedy: 'Wait a few seconds after a start. If it is still missing: plimsoll status.',
          threshold: 5_000,
          unit: 'ms',
          evidenceIds: [],
        },
      ],
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

  it('lists the age of every outdated input among its reasons', () => {
    const made = report(surface, aSnapshot(WELL, { agesMs: { store: 7_000, clock: 120_001 } }))
    const [store, clock] = made.evidence.map(({ id }) => id)
    expect(made.reasons).toEqual([
      {
        code: 'INPUT_STALE',
        severity: 'WARN',
        message: 'The health of the store: last observed 7.0 s ago; the limit is 5.0 s.',
        remedy: 'Wait a few seconds after a start. If it is still missing: plimsoll status.',
        value: 7_000,
        threshold: 5_000,
        unit: 'ms',
        evidenceIds: [store],
      },
      expect.objectContaining({ code: 'INPUT_STALE', value: 120_001, threshold: 120_000, evidenceIds: [clock] }),
    ])
  })

  it('reports the worst even from old evidence, and when other inputs are missing', () => {
    for (const snapshot of [aSnapshot(BROKEN, { agesMs: { store: 60_000 } }), aSnapshot({ store: BROKEN.store })]) {
      const made = report(surface, snapshot)
      expect([made.verdict, made.reasons[0]?.evidenceIds]).toEqual(['BROKEN', [made.evidence[0]?.id]])
    }
  })

  it('reports how much evidence there is and when there will be enough', () => {
    const made = report(surface, aSnapshot({ ...WELL, store: { ...WELL.store, commitP99Ms: null } }))
    expect(made.verdict).toBe('INSUFFICIENT_EVIDENCE')
    expect(made.summary).toBe(
      'Not enough evidence to judge the store: have 3 of 10 commits; produced by the store; at the current rate reached about 2026-02-03.',
    )
  })

  it.each([
    [
      [3, 9, 4],
      'have 1 of 9 commits; produced by B; at the current rate reached about 2026-01-09; 2 other items are needed and expected earlier.',
    ],
    [
      [3, null],
      'have 1 of 3 commits; produced by A; at the current rate reached about 2026-01-03; 1 other item is needed, without an expected date.',
    ],
    [[null, null], 'have 1 of 7 commits; produced by A; 1 other item is needed as well.'],
    [
      [3, null, 2],
      'have 1 of 3 commits; produced by A; at the current rate reached about 2026-01-03; 2 other items are needed, 1 of them without an expected date.',
    ],
    [[3], 'have 1 of 3 commits; produced by A; at the current rate reached about 2026-01-03.'],
  ])('reports the slowest evidence: days %o', (days, expected) => {
    const missingItems = days.map(
      (day, index): MissingItem => ({
        code: 'COMMITS',
        description: 'Commits',
        have: 1,
        need: day ?? 7,
        unit: 'commits',
        producedBy: 'ABC'.charAt(index),
        earliestAtMs: day === null ? null : Date.UTC(2026, 0, day),
      }),
    )
    const [first = expect.fail('no lack'), ...others] = missingItems
    const short = defineSurface({ ...RULES, judge: () => ({ missing: [first, ...others] }) })
    expect(report(short, aSnapshot(WELL)).summary).toBe(`Not enough evidence to judge the store: ${expected}`)
  })

  it('counts for that sentence only what is awaited, and lists what else is not measured', () => {
    const missingItem: MissingItem = {
      code: 'A',
      description: 'A',
      have: 1,
      need: 2,
      producedBy: 'a',
      earliestAtMs: null,
    }
    const never: MissingItem = { ...missingItem, code: 'B', earliestAtMs: Date.UTC(2027, 0, 1) }
    const made = report(
      defineSurface({ ...RULES, judge: () => ({ missing: [missingItem], beside: [never] }) }),
      aSnapshot(WELL),
    )
    expect(made.summary).toBe('Not enough evidence to judge the store: have 1 of 2; produced by a.')
    expect(made.missingEvidence.map(({ code }) => code)).toEqual(['A', 'B'])
  })

  it('adds remarks on optional inputs, which do not affect the verdict', () => {
    const remarking = defineSurface({
      ...RULES,
      remarks: ({ feeds }, verdict) =>
        feeds
          ? [{ code: 'FEEDS', message: `Beside ${verdict}.`, of: ['feeds'] as const, severity: 'WARN' as const }]
          : [],
    })
    expect(report(remarking, aSnapshot(WELL)).reasons).toEqual([])
    const made = report(remarking, aSnapshot({ ...WELL, feeds: [] }))
    expect(made).toMatchObject({
      verdict: 'WELL',
      reasons: [{ code: 'FEEDS', message: 'Beside WELL.', severity: 'WARN' }],
    })
    expect(made.reasons[0]?.evidenceIds).toHaveLength(1)
  })

  it('includes the evidence of the reports it reads, and its reasons reference it', () => {
    const other = report(
      defineSurface({ ...RULES, contract: { ...contract, surface: 'other-truth' } }),
      aSnapshot(BROKEN),
    )
    const ids = other.evidence.map(({ id }) => id)
    const reading = defineSurface({
      contract,
      needs: ['audit'],
      dependsOn: ['other-truth', 'of-nobody'],
      fault: () => ({
        verdict: 'BROKEN',
        summary: 'The other is.',
        reasons: [
          { code: 'O', message: 'It is.', of: ['audit'], evidenceIds: [...ids, 'evd_01KDXYZ7QE0000000000000000'] },
        ],
      }),
      judge: () => expect.fail('there is a fault'),
      data: () => ({ commitP99Ms: null }),
    })
    const audit = { status: 'RECORDED', size: 9, root: 'ab', lastCheckpointAt: null, broken: null } as const
    const made = report(reading, aSnapshot({ audit }), new Map([['other-truth', other]]))
    expect(made.evidence.map(({ source }) => source)).toEqual(['audit.log', 'store.sqlite', 'exchange.time'])
    expect(made.reasons[0]?.evidenceIds).toEqual(made.evidence.map(({ id }) => id))
  })

  it('returns nothing good when a rule throws', () => {
    const failing = defineSurface({
      ...RULES,
      judge: () => {
        throw new RangeError('a secret')
      },
    })
    const made = createReport(failing, aSnapshot(WELL), new Map())
    expect(made).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      missingEvidence: [{ code: 'SURFACE_COMPUTE_FAILED', description: 'RangeError' }],
      data: null,
    })
    expect(JSON.stringify(made)).not.toContain('secret')
  })

  describe('with an earlier fault', () => {
    const openFaults = {
      surfaces: { 'store-truth': { verdict: 'BROKEN', summary: 'It is broken.', atMs: Date.UTC(2026, 0, 1) } },
      parts: {},
    }

    it('retains the verdict while a needed input is missing or old, and reports since when', () => {
      for (const snapshot of [
        aSnapshot({ clock: WELL.clock, openFaults }),
        aSnapshot({ ...WELL, openFaults }, { agesMs: { clock: 120_001 } }),
      ]) {
        const made = report(surface, snapshot)
        expect(made).toMatchObject({
          verdict: 'BROKEN',
          severity: 'CRITICAL',
          reasons: [{ code: 'NOT_DISPROVED', value: '2026-01-01T00:00:00.000Z' }, {}],
          missingEvidence: [{}],
        })
        expect(made.summary).toMatch(
          /^As of 2026-01-01T00:00:00.000Z: It is broken\. Considered unchanged until this is observed again: /,
        )
        expect(made.reasons[0]?.evidenceIds).toHaveLength(1)
        expect(afterReport(openFaults, contract, made)).toBe(openFaults)
      }
    })

    it('is insufficient when the available inputs disprove the fault although others are missing', () => {
      const reading = defineSurface({ ...RULES, disproves: ({ store }) => store !== undefined })
      const judge = (values: InputValues) => report(reading, aSnapshot({ ...values, openFaults })).verdict
      expect(judge({ store: WELL.store })).toBe('INSUFFICIENT_EVIDENCE')
      expect(judge({ clock: WELL.clock })).toBe('BROKEN')
    })

    it('retains the verdict while a rule fails', () => {
      const failing = defineSurface({ ...RULES, judge: () => expect.fail('a rule') })
      expect(createReport(failing, aSnapshot({ ...WELL, openFaults }), new Map()).verdict).toBe('BROKEN')
    })

    it('returns the verdict of complete evidence, and closes the fault', () => {
      const made = report(surface, aSnapshot({ ...WELL, openFaults }))
      expect([made.verdict, afterReport(openFaults, contract, made).surfaces]).toEqual(['WELL', {}])
    })

    it('also closes it on complete evidence of too small an amount', () => {
      const short = { ...WELL, store: { ...WELL.store, commitP99Ms: null } }
      expect(report(surface, aSnapshot({ ...short, openFaults })).verdict).toBe('INSUFFICIENT_EVIDENCE')
    })

    it('opens a fault where it is detected', () => {
      const made = report(surface, aSnapshot(BROKEN))
      expect(afterReport(NO_FAULTS, contract, made).surfaces).toEqual({
        'store-truth': { verdict: 'BROKEN', summary: 'It is broken.', atMs: Date.parse(made.generatedAt) },
      })
    })

    it('ignores a verdict that the surface no longer has', () => {
      const old = { ...openFaults, surfaces: { 'store-truth': { verdict: 'ON_FIRE', summary: '', atMs: 1 } } }
      expect(report(surface, aSnapshot({ clock: WELL.clock, openFaults: old })).verdict).toBe('INSUFFICIENT_EVIDENCE')
    })
  })

  it('returns nothing good for counts that reach back to lost evidence', () => {
    const counting = defineSurface({ ...RULES, lookbackMs: () => 3_600_000 })
    const record = (atMs: number) => ({
      evidenceRecord: { sinceMs: atMs, lost: { atMs, reason: 'torn' }, gaps: [], savedAtMs: null, failure: null },
    })
    const made = report(counting, aSnapshot({ ...WELL, ...record(TAKEN_AT_MS - 3_599_999) }))
    expect(made).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      missingEvidence: [{ code: 'EVIDENCE_RECORD', earliestAt: '2026-01-02T03:04:05.679Z' }],
    })
    expect(report(counting, aSnapshot({ ...WELL, ...record(TAKEN_AT_MS - 3_600_000) })).verdict).toBe('WELL')
  })

  it('is the same for the same snapshot', () => {
    expect(report(surface, aSnapshot(WELL))).toEqual(report(surface, aSnapshot(WELL)))
  })
})
