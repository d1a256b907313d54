import { describe, expect, it } from 'vitest'
import type { StrategyPatternCoverage } from '../../../../contract/monitor/full-strategy-pattern-coverage.ts'
import { aSnapshot, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { DAY_MS } from '../../../core/instant.ts'
import type { GoldenRun } from '../../../domain/signal/golden/run-golden.ts'
import type { CoverageTruth, CoveredItem } from '../../inputs/autotrading.ts'
import { fullStrategyPatternCoverage as surface } from './rules.ts'

const anItem = (id: string, item: Partial<CoveredItem> = {}): CoveredItem => ({
  id,
  kind: 'STRATEGY',
  family: 'TREND',
  version: 1,
  digest: 'd'.repeat(64),
  implemented: true,
  plugIn: false,
  needsGap: false,
  enabled: true,
  evaluations: 1_000,
  expected: 1_000,
  fires: 12,
  outcomes: 30,
  lastEvaluatedMs: TAKEN_AT_MS - 60_000,
  lastFiredMs: TAKEN_AT_MS - 600_000,
  ...item,
})

const declared = (id: string, item: Partial<CoveredItem> = {}): CoveredItem =>
  anItem(id, {
    implemented: false,
    enabled: false,
    version: null,
    digest: null,
    evaluations: null,
    expected: null,
    fires: null,
    outcomes: null,
    lastEvaluatedMs: null,
    lastFiredMs: null,
    ...item,
  })

const aCoverage = (items: readonly CoveredItem[]): CoverageTruth => ({
  items,
  grid: [
    { symbol: 'BTCUSDT', interval: '1m', evaluated: 990, expected: 1_000 },
    { symbol: 'BTCUSDT', interval: '5m', evaluated: 0, expected: 0 },
  ],
})

const passing = (items: readonly CoveredItem[]): GoldenRun[] =>
  items.flatMap(({ id, implemented, plugIn }) => (implemented && !plugIn ? [{ id, passed: 2, total: 2 }] : []))

const judge = (items: readonly CoveredItem[], goldenVectors = passing(items)) =>
  report(surface, aSnapshot({ coverage: aCoverage(items), goldenVectors }))

const itemStatus = (item: CoveredItem, runs?: GoldenRun[]): string | undefined =>
  (judge([item], runs).data as StrategyPatternCoverage).items[0]?.status

describe('full-strategy-pattern-coverage', () => {
  it('is covered when every declared definition is present and nearly every bar was processed', () => {
    const made = judge([anItem('S01'), anItem('S02', { evaluations: 980 })])
    expect(made).toMatchObject({
      verdict: 'COVERED',
      severity: 'OK',
      data: {
        totals: { declared: 2, implemented: 2, enabled: 2, evaluated24h: 2, fired30d: 2, scored30: 2 },
        ratios: { implementation: 1, evaluation: 0.99, firing: 1, outcome: 1 },
        grid: [{ evaluatedPct: 99 }, { evaluatedPct: null }],
      },
    })
    expect(judge([anItem('S01'), anItem('S02', { evaluations: 979 })]).verdict).toBe('PARTIAL')
  })

  it.each([
    [499, 'NOT_COVERED'],
    [500, 'PARTIAL'],
  ])('with %i of 1000 bars processed is %s', (evaluations, verdict) => {
    const made = judge([anItem('S01', { evaluations })])
    expect([made.verdict, made.reasons.map(({ code }) => code)]).toEqual([verdict, ['EVALUATION']])
  })

  it.each([
    [1, 'PARTIAL'],
    [2, 'NOT_COVERED'],
  ])('with %i declared for one implemented is %s', (others, verdict) => {
    const rest = Array.from({ length: others }, (_, index) => declared(`S1${index}`))
    const made = judge([anItem('S01'), ...rest])
    expect([made.verdict, made.reasons.map(({ code }) => code)]).toEqual([verdict, ['IMPLEMENTATION']])
  })

  it('is not covered while a strategy fails its golden vectors', () => {
    const made = judge(
      [anItem('S01'), anItem('S02')],
      [
        { id: 'S01', passed: 2, total: 2 },
        { id: 'S02', passed: 1, total: 2 },
      ],
    )
    expect(made).toMatchObject({
      verdict: 'NOT_COVERED',
      summary: 'S02 does not reproduce its golden results: 1 of 2 vectors.',
      data: { totals: { implemented: 1 }, items: [{ status: 'ACTIVE' }, { status: 'FAILING_VECTORS' }] },
    })
  })

  it('counts nothing as implemented without golden vectors, except a user file', () => {
    const items = [anItem('S01'), anItem('S02'), anItem('MINE', { plugIn: true, evaluations: null, expected: null })]
    const made = judge(items, [{ id: 'S01', passed: 2, total: 2 }])
    expect(made).toMatchObject({ verdict: 'PARTIAL', data: { totals: { implemented: 2 } } })
    expect(made.missingEvidence.map(({ code }) => code)).toEqual(['PATTERN_OUTCOMES', 'PLUG_IN_EVALUATIONS'])
  })

  it.each([
    ['ACTIVE', anItem('S01')],
    ['NEVER_FIRED', anItem('S01', { fires: 0 })],
    ['STRUCTURALLY_RARE', anItem('CDL_TRISTAR', { fires: 0, needsGap: true })],
    ['ACTIVE', anItem('CDL_TRISTAR', { fires: 1, needsGap: true })],
    ['IDLE', anItem('S01', { evaluations: 0, lastEvaluatedMs: TAKEN_AT_MS - DAY_MS })],
    ['NEVER_EVALUATED', anItem('S01', { evaluations: 0, lastEvaluatedMs: null })],
    ['DISABLED_BY_CONFIG', anItem('S01', { enabled: false, evaluations: 0 })],
    ['DECLARED_NOT_IMPLEMENTED', declared('S13')],
    ['STRUCTURALLY_RARE', declared('CDL_KICKING', { needsGap: true })],
  ])('reports %s', (status, item) => {
    expect(itemStatus(item)).toBe(status)
  })

  it('reports the status of rare patterns, and how many have no implementation', () => {
    const rare = { kind: 'CANDLE_PATTERN', needsGap: true } as const
    const items = [
      anItem('S01'),
      anItem('CDL_TRISTAR', { ...rare, fires: 0 }),
      declared('CDL_KICKING', rare),
      declared('CDL_BREAKAWAY', rare),
    ]
    const made = judge([...items, ...Array.from({ length: 2 }, (_, index) => anItem(`S1${index}`))])
    expect(made.verdict).toBe('PARTIAL')
    expect((made.data as StrategyPatternCoverage).items.slice(0, 4)).toMatchObject([
      { status: 'ACTIVE', implemented: true },
      { status: 'STRUCTURALLY_RARE', implemented: true },
      { status: 'STRUCTURALLY_RARE', implemented: false },
      { status: 'STRUCTURALLY_RARE', implemented: false },
    ])
    const reason = {
      code: 'RARE_NOT_IMPLEMENTED',
      message: '2 of 3 structurally rare patterns are not available yet',
      remedy: 'No action required: the rest of the catalogue is not part of this version.',
      value: 2,
      threshold: 0,
      unit: 'definitions',
      severity: 'INFO',
    }
    expect(made.reasons.map(({ code }) => code)).toEqual(['IMPLEMENTATION', 'RARE_NOT_IMPLEMENTED'])
    expect(made.reasons[1]).toMatchObject(reason)
    const fired = judge([
      anItem('CDL_TRISTAR', { ...rare, fires: 3 }),
      ...items.filter(({ id }) => id !== 'CDL_TRISTAR'),
    ])
    expect(fired.reasons.find(({ code }) => code === reason.code)).toMatchObject(reason)
    const worse = judge([...items, declared('S20')])
    expect(worse.verdict).toBe('NOT_COVERED')
    expect(worse.reasons.at(-1)).toMatchObject(reason)
    expect(worse.summary).toContain('Too few of the declared items are implemented')
  })

  it('excludes disabled strategies from the expected bars', () => {
    const made = judge([anItem('S01'), anItem('S02', { enabled: false, evaluations: 0 })])
    expect(made).toMatchObject({ verdict: 'COVERED', data: { totals: { enabled: 1 }, ratios: { evaluation: 1 } } })
  })

  it('reports that no bar has closed yet', () => {
    const made = judge([anItem('S01', { evaluations: 0, expected: 0 })])
    expect(made).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      missingEvidence: [{ code: 'CLOSED_BARS', have: 0, need: 1 }],
      data: { ratios: { evaluation: null } },
    })
  })

  it('returns nothing good, nor an implemented count, before the golden vectors have run', () => {
    const made = report(surface, aSnapshot({ coverage: aCoverage([anItem('S01')]) }))
    expect(made).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      data: { totals: { implemented: null }, ratios: { implementation: null, firing: null } },
    })
    const stalled = report(surface, aSnapshot({ coverage: aCoverage([anItem('S01', { evaluations: 0 })]) }))
    expect(stalled.verdict).toBe('NOT_COVERED')
  })

  it('returns nothing good without a count, or on an old one', () => {
    const items = [anItem('S01')]
    expect(report(surface, aSnapshot({ goldenVectors: passing(items) }))).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      data: { totals: null, items: [] },
    })
    const values = { coverage: aCoverage(items), goldenVectors: passing(items) }
    const aged = (agesMs: { readonly coverage?: number; readonly goldenVectors?: number }) =>
      report(surface, aSnapshot(values, { agesMs })).verdict
    expect(aged({ coverage: 5 * 60_000, goldenVectors: DAY_MS })).toBe('COVERED')
    expect(aged({ coverage: 5 * 60_000 + 1 })).toBe('INSUFFICIENT_EVIDENCE')
    expect(aged({ goldenVectors: DAY_MS + 1 })).toBe('INSUFFICIENT_EVIDENCE')
  })
})
