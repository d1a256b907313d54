import { describe, expect, it } from 'vitest'
import type { PreDispatchRootCause } from '../../../../contract/monitor/pre-dispatch-root-cause-truth.ts'
import { aBlocker, anEngineStatus } from '../../../../test/support/engine-status.ts'
import { aSnapshot, report, type SnapshotParts, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { DAY_MS, HOUR_MS } from '../../../core/instant.ts'
import { GATES } from '../../../domain/risk/gates/index.ts'
import type { RefusalsTruth, RefusedSet } from '../../inputs/autotrading.ts'
import { computeLostEdge } from './data.ts'
import { preDispatchRootCauseTruth as surface } from './rules.ts'

const TO_MS = TAKEN_AT_MS - 5_000

const aSet = (gates: readonly string[], count: number, set: Partial<RefusedSet> = {}): RefusedSet => ({
  gates,
  count,
  firstAtMs: TO_MS - HOUR_MS,
  samples: [],
  scored: 0,
  netR: 0,
  netRSquared: 0,
  uniqueness: 0,
  ...set,
})

const aRefusals = (sets: readonly RefusedSet[], parts: Partial<RefusalsTruth> = {}): RefusalsTruth => {
  const passed = parts.passed ?? 0
  return {
    window: { fromMs: TO_MS - DAY_MS, toMs: TO_MS },
    whole: true,
    candidates: passed + sets.reduce((sum, { count }) => sum + count, 0),
    passed,
    exploratory: { candidates: 0, passed: 0 },
    sets,
    newest: null,
    signals: 40,
    ...parts,
  }
}

const NO_ENTRIES = { ...anEngineStatus().allowed, entries: false }

const judge = (refusals: RefusalsTruth, engine = anEngineStatus(), parts: SnapshotParts = {}) =>
  report(surface, aSnapshot({ refusals, engine }, parts))

describe('pre-dispatch-root-cause-truth', () => {
  it.each([
    ['G01', 'BLOCKED_BY_SAFETY', 'BLOCK'],
    ['G08', 'BLOCKED_BY_DATA', 'WARN'],
    ['G28', 'BLOCKED_BY_CONFIG', 'INFO'],
    ['G29', 'BLOCKED_BY_POSITION', 'INFO'],
    ['G20', 'BLOCKED_BY_BUDGET', 'WARN'],
    ['G24', 'BLOCKED_BY_QUALITY', 'INFO'],
  ])('is named after the kind of the gate with the largest share: %s', (gateId, verdict, severity) => {
    const made = judge(aRefusals([aSet([gateId], 30)]))
    expect(made).toMatchObject({ verdict, severity, data: { dominant: { gateId, share: 1, soleBlocker: 30 } } })
    expect(made.summary).toMatch(
      /^0 of 30 candidates in the last 24 hours became orders; main blocker .+: 100\.0% of refusals, alone for 30 of 30/,
    )
    expect(made.reasons.map(({ code }) => code)).toEqual(['PASSED_SHARE', gateId])
  })

  it('counts candidates that passed without an edge separately, without another verdict', () => {
    const made = judge(aRefusals([aSet(['G29'], 5)], { passed: 20, exploratory: { candidates: 18, passed: 15 } }))
    expect(made).toMatchObject({ verdict: 'FLOWING', data: { exploratory: { candidates: 18, passed: 15 } } })
    expect(made.reasons).toContainEqual(
      expect.objectContaining({ code: 'EXPLORATORY_CANDIDATES', severity: 'INFO', value: 18 }),
    )
  })

  it('flows when at least half of the candidates pass', () => {
    expect(judge(aRefusals([aSet(['G29'], 20)], { passed: 20 })).verdict).toBe('FLOWING')
    expect(judge(aRefusals([aSet(['G29'], 21)], { passed: 20 })).verdict).toBe('BLOCKED_BY_POSITION')
    const all = judge(aRefusals([], { passed: 25 }))
    expect(all).toMatchObject({ verdict: 'FLOWING', data: { blocked: 0, dominant: null, pairs: [] } })
    expect(all.summary).toBe('25 of 25 candidates in the last 24 hours became orders.')
  })

  it('shows every gate with its parts, in any order of failure', () => {
    const { data } = judge(
      aRefusals([aSet(['G08'], 2), aSet(['G08', 'G24'], 1), aSet(['G08', 'G24', 'G29'], 1), aSet(['G29'], 1)]),
    )
    const body = data as PreDispatchRootCause
    expect(body.gates).toHaveLength(GATES.length)
    const failing = body.gates.filter(({ anyFail }) => anyFail > 0)
    expect(
      failing.map(({ gateId, firstFail, anyFail, soleBlocker }) => [gateId, firstFail, anyFail, soleBlocker]),
    ).toEqual([
      ['G08', 4, 4, 2],
      ['G24', 0, 2, 0],
      ['G29', 1, 2, 1],
    ])
    expect(failing.map(({ shapley }) => shapley.toFixed(4))).toEqual(['2.8333', '0.8333', '1.3333'])
    expect(body.gates.reduce((sum, { shapley }) => sum + shapley, 0)).toBeCloseTo(body.blocked ?? 0, 12)
    expect(body.pairs).toEqual([{ a: 'G08', b: 'G24', count: 1 }])
    expect(body.window).toEqual({ from: '2026-01-01T03:04:00.678Z', to: '2026-01-02T03:04:00.678Z', whole: true })
  })

  it('uses the singular for one candidate', () => {
    const held = judge(aRefusals([aSet(['G08', 'G29'], 1)]))
    expect(held.summary).toMatch(
      /^0 of 1 candidate in the last 24 hours became an order; main blocker .+: 50\.0% of refusals, alone for 0 of 1/,
    )
    expect(held.reasons[0]?.message).toBe('0 of 1 candidate passed every gate')
    expect(judge(aRefusals([aSet(['G29'], 1)], { passed: 1 })).summary).toMatch(
      /^1 of 2 candidates .* became an order;/,
    )
    expect(judge(aRefusals([], { signals: 1 })).summary).toContain('from 1 signal;')
  })

  it('reports that there are few candidates', () => {
    const codes = (count: number) => judge(aRefusals([aSet(['G29'], count)])).reasons.map(({ code }) => code)
    expect(codes(19)).toContain('SMALL_SAMPLE')
    expect(codes(20)).not.toContain('SMALL_SAMPLE')
    expect(judge(aRefusals([aSet(['G29'], 1)])).data).toMatchObject({
      dominant: { shareCi: [expect.closeTo(0.206549, 5), 1] },
    })
  })

  it('reports the condition for a safety gate to pass, and loosens none', () => {
    const { data } = judge(aRefusals([aSet(['G17'], 30)]))
    expect(data).toMatchObject({
      dominant: { removable: false, remedy: { text: 'The stop must be reached well before the liquidation price.' } },
    })
    expect(judge(aRefusals([aSet(['G28'], 30)])).data).toMatchObject({
      dominant: { removable: true, remedy: { where: 'HOST_CLI' } },
    })
  })

  it('does not flow while no entry is allowed, whatever flowed before', () => {
    const paused = anEngineStatus({ allowed: NO_ENTRIES, topBlockers: [aBlocker()] })
    const made = judge(aRefusals([], { passed: 25 }), paused)
    expect(made.verdict).toBe('BLOCKED_BY_CONFIG')
    expect(made.summary).toBe(
      '25 of 25 candidates in the last 24 hours became orders; no entries are allowed now (STATE_PAUSED): The engine is PAUSED: lunch. To resume: plimsoll resume.',
    )
    expect(made.reasons).toMatchObject([
      { code: 'PASSED_SHARE', remedy: expect.stringContaining('no gate blocks candidates') },
      { code: 'STANDING_STATE' },
    ])
    expect(judge(aRefusals([aSet(['G29'], 30)]), paused).verdict).toBe('BLOCKED_BY_POSITION')
  })

  it.each([
    ['what flowed', aRefusals([], { passed: 25 })],
    ['what configuration held back', aRefusals([aSet(['G28', 'G29'], 30)])],
    ['no candidate at all', aRefusals([])],
  ])('is blocked by safety while an emergency stop is engaged, whatever the state before: %s', (_what, refusals) => {
    const stopped = anEngineStatus({
      state: 'HALTED',
      allowed: NO_ENTRIES,
      latch: { engaged: true, stopId: null, at: '2026-01-02T02:30:00.000Z' },
      topBlockers: [aBlocker({ code: 'STATE_HALTED' }), aBlocker({ gateId: 'LATCH', code: 'LATCH', kind: 'S' })],
    })
    const made = judge(refusals, stopped)
    expect(made).toMatchObject({ verdict: 'BLOCKED_BY_SAFETY', severity: 'BLOCK' })
    expect(made.summary).toContain('LATCH')
    expect(made.summary).toContain('plimsoll stop clear')
    expect(made.summary).not.toContain('STATE_HALTED')
    expect(made.reasons[0]).toMatchObject({ code: 'LATCH', value: '2026-01-02T02:30:00.000Z' })
    expect(made.reasons[0]?.message).toContain('plimsoll stop clear')
  })

  it('names the blockers when there were no candidates', () => {
    const paused = anEngineStatus({ state: 'PAUSED', topBlockers: [aBlocker()] })
    const made = judge(aRefusals([]), paused)
    expect(made).toMatchObject({
      verdict: 'NO_CANDIDATES',
      data: { candidates: 0, standing: [{ gateId: 'STATE', code: 'STATE_PAUSED' }], upstream: { signals: 40 } },
    })
    expect(made.summary).toBe(
      'No candidates in the last 24 hours, from 40 signals; entries are blocked now (STATE_PAUSED): The engine is PAUSED: lunch. To resume: plimsoll resume.',
    )
    expect(made.reasons.map(({ code }) => code)).toEqual(['NO_CANDIDATES', 'STANDING_STATE'])
    expect(made.reasons[0]?.remedy).toMatch(/^Remove what blocks entries/)
  })

  it('names a tripped breaker before the pause that it causes, with the remedy of each', () => {
    const message = 'The daily loss is 3% of the equity at the start of the day; the limit is 2%.'
    const gate = 'the net result of the day as a share of equity is -3%; it must be at least -2%.'
    const topBlockers = [
      aBlocker(),
      aBlocker({ gateId: 'BREAKER', code: 'DAY_LOSS', kind: 'B', message }),
      aBlocker({ gateId: 'G20', code: 'DAILY_LOSS', kind: 'B', message: gate }),
    ]
    const made = judge(aRefusals([]), anEngineStatus({ state: 'PAUSED', topBlockers }))
    expect(made.summary).toContain('entries are blocked now (DAY_LOSS): The daily loss is 3%')
    expect(made.reasons.slice(1)).toMatchObject([
      { code: 'STANDING_STATE', remedy: expect.stringContaining('plimsoll resume') },
      { code: 'STANDING_BREAKER', message, remedy: expect.stringContaining('plimsoll resume') },
      {
        code: 'STANDING_G20',
        message: `T${gate.slice(1)}`,
        remedy: expect.stringContaining('Wait until the day ends'),
      },
    ])
  })

  it('takes gate readings from the current blockers, otherwise from the last candidate', () => {
    const reading = { code: 'X', kind: 'C', enforced: true, pass: false, unit: 'state', detail: '' } as const
    const newest = {
      atMs: TO_MS - 1_000,
      readings: [
        { ...reading, gateId: 'G02', observed: 'RUNNING', limit: 'RUNNING' },
        { ...reading, gateId: 'G29', observed: 'TAKEN', limit: 'FREE' },
      ],
    }
    const made = judge(aRefusals([aSet(['G02'], 30)], { newest }), anEngineStatus({ topBlockers: [aBlocker()] }))
    const gates = (made.data as PreDispatchRootCause).gates
    expect(gates[1]).toMatchObject({ currentObserved: 'PAUSED', observedAt: '2026-01-02T03:04:05.678Z' })
    expect(gates[28]).toMatchObject({ currentObserved: 'TAKEN', observedAt: '2026-01-02T03:03:59.678Z' })
    expect(gates[0]).toMatchObject({ currentObserved: null, observedAt: null })
    expect(made.data).toMatchObject({ dominant: { since: '2026-01-02T02:00:00.000Z' } })
    expect(judge(aRefusals([aSet(['G02'], 30)])).data).toMatchObject({
      dominant: { since: '2026-01-02T02:04:00.678Z' },
    })
  })

  it('lists the last ten decisions of the dominant gate', () => {
    const sample = (number: number) => ({ decisionId: `dec_${String(number).padStart(26, '0')}`, atMs: TO_MS - number })
    const sets = [
      aSet(['G29'], 20, { samples: [1, 3, 5, 7, 9, 11, 13].map(sample) }),
      aSet(['G24', 'G29'], 20, { samples: [2, 4, 6, 8, 10, 12].map(sample) }),
      aSet(['G24'], 3, { samples: [sample(0)] }),
    ]
    const { sampleDecisionIds } = judge(aRefusals(sets)).data as PreDispatchRootCause
    expect(sampleDecisionIds).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => sample(number).decisionId))
  })

  it.each(['refusals', 'engine'] as const)('returns nothing good without %s, nor when it is old', (name) => {
    const values = { refusals: aRefusals([], { passed: 25 }), engine: anEngineStatus() }
    const { [name]: _gone, ...rest } = values
    const made = report(surface, aSnapshot(rest))
    expect(made).toMatchObject({ verdict: 'INSUFFICIENT_EVIDENCE' })
    expect(made.missingEvidence).toHaveLength(1)
    const old = report(surface, aSnapshot(values, { agesMs: { [name]: 5 * 60_000 + 1 } }))
    expect(old.verdict).toBe('INSUFFICIENT_EVIDENCE')
    const fresh = name === 'refusals' ? 5 * 60_000 : 5_000
    expect(report(surface, aSnapshot(values, { agesMs: { [name]: fresh } })).verdict).toBe('FLOWING')
  })
})

describe('lostEdgeOf', () => {
  const outcomes = (netRs: readonly number[]) => ({
    scored: netRs.length,
    netR: netRs.reduce((sum, r) => sum + r, 0),
    netRSquared: netRs.reduce((sum, r) => sum + r * r, 0),
    uniqueness: netRs.length,
  })

  it('sums what was blocked, in equal parts for each of its gates', () => {
    const refusals = aRefusals([
      aSet(['G24'], 2, outcomes([-1, -0.5])),
      aSet(['G24', 'G29'], 2, outcomes([2, -1])),
      aSet(['G29'], 5),
    ])
    expect(computeLostEdge(refusals, 'G24')).toMatchObject({ value: -1, n: 4 })
    expect(computeLostEdge(refusals, 'G29')).toMatchObject({ value: 0.5, n: 2 })
    expect(computeLostEdge(refusals, 'G08')).toBeNull()
  })

  it('is less certain when outcomes overlap', () => {
    const four = outcomes([1, -1, 1, -1])
    const [low, high] = computeLostEdge(aRefusals([aSet(['G24'], 4, four)]), 'G24')?.ci ?? []
    expect(high).toBeCloseTo(1.959964 * 4 * Math.sqrt(4 / 3 / 4), 5)
    expect(low).toBeCloseTo(0 - (high ?? 0), 9)
    const overlapping = computeLostEdge(aRefusals([aSet(['G24'], 4, { ...four, uniqueness: 1 })]), 'G24')
    expect(overlapping?.ci[1]).toBeCloseTo(2 * (high ?? 0), 9)
  })
})
