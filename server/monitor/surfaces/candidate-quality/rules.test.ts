import { describe, expect, it } from 'vitest'
import type { GradedCandidate, GradeRecord } from '../../../../contract/monitor/candidate-quality-v3.ts'
import { aConstitution } from '../../../../test/support/risk-samples.ts'
import { aSnapshot, report } from '../../../../test/support/truth-samples.ts'
import type { CandidateRecord } from '../../inputs/autotrading.ts'
import { candidateQualityV3 } from './rules.ts'

const aCandidate = (changes: Partial<GradedCandidate> = {}): GradedCandidate => ({
  candidateId: 'cnd_01KDXYZ7QE0000000000000000',
  signalId: 'sig_01KDXYZ7QE0000000000000000',
  symbol: 'BTCUSDT',
  direction: 'LONG',
  strategyId: 'S01',
  timeframe: '5m',
  consideredAt: '2026-01-02T03:04:00.000Z',
  exploratory: false,
  grade: 'B',
  method: 'PLATT',
  pTarget: 0.55,
  pTargetCi: [0.45, 0.64],
  breakEvenP: 0.4,
  W: 0.012,
  L: 0.006,
  expectedHoldMs: 14_400_000,
  cost: { fees: 11, spread: 0.5, impact: 0.4, funding: 0, adverse: 0, totalBps: 11.9 },
  grossEdgeBps: 39,
  netEdgeBps: 27.1,
  netEdgeLcbBps: 8.25,
  kellyFraction: 0.1,
  vetoes: [],
  state: 'OPEN',
  ...changes,
})

const REJECTED = { grade: 'REJECT', netEdgeBps: -3.5, netEdgeLcbBps: -20 } as const
const AVERAGE = { grade: 'C', netEdgeBps: 4, netEdgeLcbBps: -6 } as const

const aGrade = (grade: GradeRecord['grade'], n: number, ciR: GradeRecord['ciR']): GradeRecord => ({
  grade,
  n,
  traded: 1,
  exploratory: 0,
  meanNetR: ciR && (ciR[0] + ciR[1]) / 2,
  ciR,
})

const ORDERED = [aGrade('A', 30, [0.2, 0.6]), aGrade('B', 40, [0, 0.3]), aGrade('C', 50, [-0.2, 0.1])]

const aRecord = (
  byGrade: readonly GradeRecord[] = [...ORDERED, aGrade('REJECT', 90, [-0.9, -0.5])],
): CandidateRecord => ({
  window: { from: '2025-12-03T03:04:05.678Z', to: '2026-01-02T03:04:05.678Z' },
  byGrade,
  modelError: { median: 0.5, p90: 2.25, n: 12 },
})

const someInputs = (candidates: readonly GradedCandidate[], candidateRecord = aRecord()) => ({
  candidates: { marketNow: '2026-01-02T03:04:05.000Z', candidates, leftOff: 0 },
  candidateRecord,
  calibrations: [],
})

const judged = (candidates: readonly GradedCandidate[], record?: CandidateRecord) =>
  report(candidateQualityV3, aSnapshot(someInputs(candidates, record)))

const missingCodes = (made: { readonly missingEvidence: readonly { readonly code: string }[] }) =>
  made.missingEvidence.map(({ code }) => code)

describe('candidate-quality-truth', () => {
  it('is good when one is profitable at the lower bound of its probability, and shows all its inputs', () => {
    const made = judged([aCandidate(), aCandidate(REJECTED)])
    expect(made).toMatchObject({
      verdict: 'GOOD',
      severity: 'OK',
      summary:
        '1 of 2 current candidates pays at the lower bound of its probability (A 0, B 1, C 0, REJECT 1), the best 8.25 bps.',
      reasons: [{ code: 'PAYS_AT_LOW_END', value: 8.25, threshold: 0, unit: 'bps' }],
      data: {
        asOf: '2026-01-02T03:04:05.000Z',
        counts: { byGrade: { A: 0, B: 1, C: 0, REJECT: 1 }, exploratory: 0, leftOff: 0 },
        candidates: [aCandidate(), aCandidate(REJECTED)],
        calibration: [],
        costModel: {
          feeTier: null,
          takerFeeRate: '0.0005',
          impactY: 1,
          impactFitN: 0,
          impactFitR2: null,
          realisedVsModelBps: { median: 0.5, p90: 2.25, n: 12 },
        },
        history: { window: aRecord().window, byGrade: aRecord().byGrade },
      },
    })
    expect(missingCodes(made)).toEqual(['IMPACT_FIT', 'FEE_TIER'])
  })

  it.each([
    ['NO_EDGE', 'every one is rejected', [REJECTED, { ...REJECTED, netEdgeBps: 0 }]],
    ['MARGINAL', 'the best pays on average only', [REJECTED, AVERAGE]],
    ['MARGINAL', 'an A rests on a prior alone', [{ grade: 'A', method: 'PRIOR_ONLY' }]],
    ['MARGINAL', 'a B rests on a prior alone', [{ grade: 'B', method: 'PRIOR_ONLY' }]],
    ['NO_EDGE', 'what rests on a prior is rejected', [{ ...REJECTED, method: 'PRIOR_ONLY' }]],
    ['GOOD', 'an A has a few outcomes behind it', [{ grade: 'A', method: 'SHRUNK' }]],
    ['GOOD', 'one of many is a B', [REJECTED, AVERAGE, { grade: 'B' }]],
  ] as const)('is %s when %s', (verdict, _why, candidates) => {
    expect(judged(candidates.map((changes) => aCandidate(changes))).verdict).toBe(verdict)
  })

  it('counts those traded without an edge, which earns no verdict', () => {
    const made = judged([aCandidate({ ...REJECTED, exploratory: true }), aCandidate(REJECTED)])
    expect(made).toMatchObject({ verdict: 'NO_EDGE', data: { counts: { exploratory: 1 } } })
    expect(made.reasons).toMatchObject([
      { code: 'ALL_REJECTED' },
      { code: 'EXPLORATORY_CANDIDATES', severity: 'INFO', value: 1, message: expect.stringContaining('--explore') },
    ])
  })

  it('reports how far the best candidate is from covering its costs', () => {
    const made = judged([aCandidate(REJECTED), aCandidate({ ...REJECTED, netEdgeBps: -7 })])
    expect(made).toMatchObject({
      severity: 'WARN',
      summary:
        'None of the 2 current candidates is expected to cover its costs: the best expected net edge is -3.50 bps.',
      reasons: [{ code: 'ALL_REJECTED', value: -3.5, threshold: 0 }],
    })
  })

  it('uses the singular for one candidate', () => {
    expect(judged([aCandidate(REJECTED)]).summary).toMatch(
      /^The only current candidate is not expected to cover its costs: its /,
    )
    expect(judged([aCandidate()]).summary).toMatch(/^1 of 1 current candidate pays at the lower bound/)
    const [first] = aRecord().byGrade
    const one = first ? [{ ...first, n: 1 }] : []
    expect(judged([], aRecord(one)).summary).toBe('No candidates now; 1 earlier one has ended.')
    expect(judged([], aRecord([])).summary).toBe('No candidates yet.')
  })

  it('is unknown while there are no candidates', () => {
    expect(judged([])).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      summary: 'No candidates now; 210 earlier ones have ended.',
      missingEvidence: [{ code: 'PRESENT_CANDIDATES', have: 0, need: 1 }, { code: 'IMPACT_FIT' }, { code: 'FEE_TIER' }],
    })
  })

  it.each([
    ['A below C', [aGrade('A', 30, [-0.5, -0.21]), aGrade('B', 40, [-0.3, 0.3]), aGrade('C', 50, [-0.2, 0.1])], 1],
    ['A below B and C', [aGrade('A', 30, [-1, -0.5]), aGrade('B', 40, [0, 0.3]), aGrade('C', 50, [-0.2, 0.1])], 2],
    ['A that reaches up to C', [aGrade('A', 30, [-0.5, -0.2]), aGrade('C', 50, [-0.2, 0.1])], 0],
    ['C below what is rejected', [aGrade('C', 50, [-0.9, -0.8]), aGrade('REJECT', 50, [0, 0.1])], 0],
    ['grades without an interval', [aGrade('A', 1, null), aGrade('C', 50, [0.5, 0.9])], 0],
  ] as const)('is at most marginal when outcomes contradict the grades: %s', (_what, byGrade, violations) => {
    const made = judged([aCandidate({ grade: 'A' })], aRecord(byGrade))
    const violated = made.reasons.filter(({ code }) => code === 'GRADE_ORDER_VIOLATED')
    expect([made.verdict, violated.length]).toEqual([violations > 0 ? 'MARGINAL' : 'GOOD', violations])
    expect(violated.every(({ severity, evidenceIds }) => severity === 'WARN' && evidenceIds.length === 1)).toBe(true)
  })

  it('names the grades with too few finished candidates for a result', () => {
    const byGrade = [aGrade('A', 29, [0, 1]), aGrade('B', 30, [0, 1]), aGrade('C', 0, null), aGrade('REJECT', 0, null)]
    expect(judged([aCandidate()], aRecord(byGrade)).missingEvidence.slice(0, 2)).toMatchObject([
      { code: 'GRADED_OUTCOMES_A', have: 29, need: 30 },
      { code: 'GRADED_OUTCOMES_C', have: 0, need: 30 },
    ])
  })
})

describe('candidate-quality-truth with missing or old evidence', () => {
  const { candidates, candidateRecord, calibrations } = someInputs([aCandidate()])
  const rejected = someInputs([aCandidate(REJECTED)]).candidates

  it.each([
    ['nothing was read', {}, ['CANDIDATES', 'CANDIDATE_RECORD']],
    ['candidates were not read', { candidateRecord, calibrations }, ['CANDIDATES']],
    ['the past was not read', { candidates, calibrations }, ['CANDIDATE_RECORD']],
  ])('is unknown when %s', (_what, inputs, codes) => {
    const made = report(candidateQualityV3, aSnapshot(inputs))
    expect([made.verdict, missingCodes(made)]).toEqual(['INSUFFICIENT_EVIDENCE', codes])
  })

  it('shows the remaining inputs', () => {
    expect(report(candidateQualityV3, aSnapshot({ candidates })).data).toMatchObject({
      candidates: [aCandidate()],
      calibration: null,
      costModel: { realisedVsModelBps: { median: null, p90: null, n: 0 } },
      history: { window: null, byGrade: [] },
    })
  })

  it('is reported without calibrations, which are optional', () => {
    expect(report(candidateQualityV3, aSnapshot({ candidates, candidateRecord })).verdict).toBe('GOOD')
  })

  it.each([
    [60_000, 'GOOD'],
    [60_001, 'INSUFFICIENT_EVIDENCE'],
  ])('relies on what was read %i ms ago: %s', (ageMs, verdict) => {
    const constitution = aConstitution({ monitor: { maxStatisticsAgeMs: 60_000 } })
    for (const old of ['candidates', 'candidateRecord']) {
      const snapshot = aSnapshot({ candidates, candidateRecord }, { constitution, agesMs: { [old]: ageMs } })
      expect(report(candidateQualityV3, snapshot).verdict).toBe(verdict)
    }
  })

  it('reports the absence of an edge even from old evidence, and without history', () => {
    const snapshot = aSnapshot({ candidates: rejected }, { agesMs: { candidates: 3_600_000 } })
    const made = report(candidateQualityV3, snapshot)
    expect([made.verdict, missingCodes(made)]).toEqual([
      'NO_EDGE',
      ['IMPACT_FIT', 'FEE_TIER', 'CANDIDATES', 'CANDIDATE_RECORD'],
    ])
  })
})
