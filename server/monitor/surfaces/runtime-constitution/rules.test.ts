import { describe, expect, it } from 'vitest'
import { aConstitution } from '../../../../test/support/risk-samples.ts'
import { aSnapshot, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { GATES } from '../../../domain/risk/gates/index.ts'
import { PROBES } from '../../../domain/risk/probes/index.ts'
import { limitAt, tryArticle } from '../../../domain/risk/probes/probe.ts'
import type { ConstitutionProbes, TriedArticle } from '../../inputs/engine.ts'
import { runtimeConstitutionTruth as surface } from './rules.ts'

const DECLARED = aConstitution({})

const tried = (effective = DECLARED): readonly TriedArticle[] =>
  PROBES.map((probe) => {
    const article = { ...tryArticle(probe, GATES, effective), declared: limitAt(DECLARED, probe.path) }
    return { ...article, differsSinceMs: article.effective === article.declared ? null : TAKEN_AT_MS - 60_000 }
  })

const probes = (articles: readonly TriedArticle[]): { readonly constitutionProbes: ConstitutionProbes } => ({
  constitutionProbes: {
    source: 'BUILT_IN',
    file: null,
    loadedAtMs: TAKEN_AT_MS - 1_000_000,
    articles,
    changes: CHANGES,
  },
})

const CHANGES = [{ runId: 'run_2', atMs: TAKEN_AT_MS - 1_000_000, fromHash: 'a'.repeat(64), toHash: 'b'.repeat(64) }]

const changed = (path: string, changes: Partial<TriedArticle>): readonly TriedArticle[] =>
  tried().map((article) => (article.path === path ? { ...article, ...changes } : article))

describe('runtime-constitution-truth', () => {
  it('conforms when every limit is in effect as declared, and reports what is missing', () => {
    const made = report(surface, aSnapshot(probes(tried())))
    expect([made.verdict, made.severity]).toEqual(['CONFORMS', 'OK'])
    expect(made.summary).toContain(`All ${PROBES.length} limits are in effect`)
    expect(made.missingEvidence.map(({ code }) => code)).toEqual(['SIGNATURE', 'GUARDIAN_TIMES'])
    expect(made.data).toMatchObject({
      constitution: { source: 'BUILT_IN', signedBy: null, signatureValid: null },
      effective: { readFrom: 'LIVE_GATE_OBJECTS' },
      lastLoadedAt: '2026-01-02T02:47:25.678Z',
      drift: [],
      changes: [
        {
          at: '2026-01-02T02:47:25.678Z',
          by: 'HOST',
          runId: 'run_2',
          fromHash: 'a'.repeat(64),
          toHash: 'b'.repeat(64),
          auditId: null,
        },
      ],
    })
    const { constitution, effective, articles } = made.data as {
      constitution: { hash: string }
      effective: { hash: string }
      articles: object[]
    }
    expect(constitution.hash).toBe(effective.hash)
    expect(articles).toHaveLength(PROBES.length)
    expect(articles).toContainEqual({
      id: 'limits.maxOrderNotional',
      title: 'Notional of one order',
      declared: '5000',
      effective: '5000',
      unit: 'USDT',
      operator: '≤',
      comparison: 'EQUAL',
      gateId: 'G11',
      enforced: true,
      probe: {
        caseId: 'G11:limits.maxOrderNotional:beyond',
        expected: 'DENY',
        observed: 'DENY',
        inside: 'PASS',
        ranAt: '2026-01-02T03:04:05.678Z',
      },
    })
  })

  it('has drifted when an effective limit is looser, and reports which and since when', () => {
    const made = report(surface, aSnapshot(probes(tried(aConstitution({ limits: { maxLeverage: 4 } })))))
    expect([made.verdict, made.severity]).toEqual(['DRIFT_LOOSER', 'CRITICAL'])
    expect(made.reasons).toMatchObject([{ code: 'LOOSER', value: 4, threshold: 3, unit: 'ratio' }])
    expect(made.data).toMatchObject({
      drift: [
        {
          path: 'limits.maxLeverage',
          declared: 3,
          effective: 4,
          comparison: 'LOOSER',
          since: '2026-01-02T03:03:05.678Z',
        },
      ],
    })
  })

  it('is tighter when an effective limit is, or is no longer configured', () => {
    for (const maxLeverage of [2, null]) {
      const made = report(surface, aSnapshot(probes(tried(aConstitution({ limits: { maxLeverage } })))))
      expect([made.verdict, made.severity]).toEqual(['TIGHTER_THAN_DECLARED', 'INFO'])
    }
  })

  it.each([
    [{ beyond: 'ALLOW' }, 'DRIFT_LOOSER', 'PROBE_ALLOWED'],
    [{ beyond: 'ERROR', inside: 'ERROR' }, 'UNENFORCED_ARTICLE', 'PROBE_FAILED'],
    [{ beyond: 'ERROR', enforced: false }, 'UNENFORCED_ARTICLE', 'NO_GATE'],
    [{ inside: 'REFUSED' }, 'TIGHTER_THAN_DECLARED', 'TIGHTER'],
    [{ inside: 'NONE' }, 'CONFORMS', undefined],
  ] as const)('for an article with %o reports %s', (changes, verdict, code) => {
    const made = report(surface, aSnapshot(probes(changed('data.maxBookAgeMs', changes))))
    expect([made.verdict, made.reasons[0]?.code]).toEqual([verdict, code])
  })

  it('is insufficient without probes, or when nothing was probed', () => {
    const unobserved = report(surface, aSnapshot({}))
    expect([unobserved.verdict, unobserved.missingEvidence[0]?.code]).toEqual([
      'INSUFFICIENT_EVIDENCE',
      'CONSTITUTION_PROBES',
    ])
    const untried = report(surface, aSnapshot(probes([])))
    expect([untried.verdict, untried.missingEvidence[0]?.code]).toEqual(['INSUFFICIENT_EVIDENCE', 'ARTICLES'])
  })

  it.each([
    [600_000, 'CONFORMS'],
    [600_001, 'INSUFFICIENT_EVIDENCE'],
  ])('relies on probes of %i ms ago: %s', (ageMs, verdict) => {
    const made = report(surface, aSnapshot(probes(tried()), { agesMs: { constitutionProbes: ageMs } }))
    expect(made.verdict).toBe(verdict)
  })

  it('still reports that limits were looser when that observation is too old', () => {
    const looser = probes(tried(aConstitution({ limits: { maxLeverage: 4 } })))
    const made = report(surface, aSnapshot(looser, { agesMs: { constitutionProbes: 700_000 } }))
    expect(made.verdict).toBe('DRIFT_LOOSER')
  })
})
