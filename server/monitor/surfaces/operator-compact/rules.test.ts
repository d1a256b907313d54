import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../../../contract/monitor/surface.ts'
import { aBlocker, anEngineStatus } from '../../../../test/support/engine-status.ts'
import {
  ago,
  anAccountTruth,
  anUnprotected,
  aPositionBody,
  aStopBody,
  aWellPlatform,
} from '../../../../test/support/operator-samples.ts'
import { aReport } from '../../../../test/support/report-samples.ts'
import { runs } from '../../../../test/support/runs.ts'
import { aSnapshot, type InputValues, report, type SnapshotParts } from '../../../../test/support/truth-samples.ts'
import { publicStatusTruth } from '../public-status/rules.ts'
import { operatorCompactTruth } from './rules.ts'

const CLEAR: InputValues = {
  engine: anEngineStatus(),
  latch: { engaged: false, stopId: null, at: null },
  account: anAccountTruth(),
  positions: [aPositionBody()],
  orders: [aStopBody()],
}

const WELL: Readonly<Record<string, string>> = {
  'public-status-truth': 'OPERATIONAL',
  'protection-blocker-truth': 'ALL_PROTECTED',
}

type Others = Readonly<Record<string, string | Partial<Report>>>

const createReports = (others: Others): ReadonlyMap<string, Report> =>
  new Map(
    Object.entries({ ...WELL, ...others }).map(([surface, one]) => [
      surface,
      aReport({ surface, ...(typeof one === 'string' ? { verdict: one } : one) }),
    ]),
  )

interface Data {
  readonly worst: readonly { surface: string }[]
  readonly surfaces: readonly { surface: string; etag: string }[]
  readonly nextAction: { readonly code: string; readonly where: string }
}

const judge = (values: InputValues = {}, others: Others = {}, parts: SnapshotParts = {}) => {
  const made = report(operatorCompactTruth, aSnapshot({ ...CLEAR, ...values }, parts), createReports(others))
  return { ...made, data: made.data as Data }
}

const stopped = (code: string) => anEngineStatus({ state: 'HALTED', stop: { ...STOP, code } })
const STOP = {
  stopId: 'stp_00000000000000000000000001',
  code: 'EMERGENCY_STOP',
} as NonNullable<ReturnType<typeof anEngineStatus>['stop']>
const LATCHED = { engaged: true, stopId: STOP.stopId, at: ago(60_000) }
const unknownSince = (ms: number) => [aStopBody({ status: 'OUTCOME_UNKNOWN', updatedAt: ago(ms) })]
const WARN = { severity: 'WARN' } as const
const INSUFFICIENT: Partial<Report> = {
  verdict: 'INSUFFICIENT_EVIDENCE',
  severity: 'WARN',
  missingEvidence: [
    { code: 'FEEDS', description: 'Prices', have: null, need: 'some', producedBy: 'market source', earliestAt: null },
  ],
}

describe('operator-compact-truth', () => {
  it('is all clear when no action is needed', () => {
    const { verdict, summary, data } = judge()
    expect([verdict, summary]).toEqual(['ALL_CLEAR', 'The engine is RUNNING with 1 open position; no action needed.'])
    expect(data).toEqual({
      engine: {
        state: 'RUNNING',
        since: '2026-01-02T00:00:00.000Z',
        executionMode: 'PAPER',
        latchEngaged: false,
        stopId: null,
      },
      money: { equity: '10010.00000000', dayNet: '10.00000000', dayNetPct: 0.1, drawdownPct: 0.5 },
      exposure: {
        openPositions: 1,
        gross: '605.00000000',
        effectiveLeverage: '0.0604',
        unprotectedPositions: 0,
        outcomeUnknownOrders: 0,
        externalOrders: 0,
      },
      data: { freshness: 'FRESH', oldestAgeMs: 1_000 },
      topBlockers: [],
      surfaces: Object.entries(WELL).map(([surface, verdict]) => ({
        surface,
        verdict,
        severity: 'OK',
        generatedAt: ago(0),
        etag: '"snp_01KDXYZ7QE0000000000000000"',
      })),
      worst: [],
      nextAction: { code: 'NOTHING', text: 'No action needed.', where: 'NONE' },
    })
  })

  it.each(Object.keys(CLEAR) as (keyof InputValues)[])('is insufficient without %s', (name) => {
    const { [name]: _lost, ...rest } = CLEAR
    const made = report(operatorCompactTruth, aSnapshot(rest), createReports({}))
    expect([made.verdict, (made.data as Data).nextAction.code]).toEqual(['INSUFFICIENT_EVIDENCE', 'NOT_SEEN'])
  })

  it.each([
    ['an unprotected position', {}, { 'protection-blocker-truth': 'UNPROTECTED' }, 'UNPROTECTED'],
    ['an outage', {}, { 'public-status-truth': 'OUTAGE' }, 'OUTAGE'],
    ['an outcome of long ago', { orders: unknownSince(60_001) }, {}, 'OUTCOME_UNKNOWN'],
    [
      'a halt with a naked position',
      { engine: stopped('EMERGENCY_STOP'), positions: [anUnprotected(1_000)] },
      {},
      'HALTED_UNPROTECTED',
    ],
    ['another engine on the account', { engine: stopped('FOREIGN_EPOCH') }, {}, 'FOREIGN_EPOCH'],
    ['a position that cannot be closed', { engine: stopped('UNPROTECTED_UNCLOSABLE') }, {}, 'UNPROTECTED_UNCLOSABLE'],
    ['a disk that is full', { engine: stopped('STORE_FAILED') }, {}, 'STORE_FAILED'],
    ['a constitution that is violated', {}, { 'runtime-constitution-truth': 'VIOLATION' }, 'CONSTITUTION'],
  ] as [string, InputValues, Others, string][])('requires action now with %s', (_, values, others, code) => {
    const { verdict, severity, reasons, data } = judge(values, others)
    expect([verdict, severity, reasons[0]?.code, data.nextAction.code]).toEqual(['ACT_NOW', 'CRITICAL', code, code])
  })

  it('names the most urgent of several first', () => {
    const values = { engine: stopped('QTY_MISMATCH'), latch: LATCHED }
    const { reasons, summary, data } = judge(values, { 'protection-blocker-truth': 'UNPROTECTED' })
    expect(reasons.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'UNPROTECTED CRITICAL',
      'QTY_MISMATCH WARN',
      'EMERGENCY_STOP INFO',
    ])
    expect(data.nextAction.code).toBe('UNPROTECTED')
    expect(summary).toBe('A position has been without a verified stop for too long. There are 2 more reasons.')
  })

  it.each([
    ['EMERGENCY_STOP', 'plimsoll stop clear'],
    ['STOP_FILE', 'plimsoll stop clear'],
  ])('names an engaged %s before other concerns', (code, words) => {
    const requestedBy = { type: 'USER', sub: null, username: 'admin', roles: ['ADMIN'] } as const
    const stop = { ...STOP, code, requestedBy: { ...requestedBy, roles: ['ADMIN'] }, reason: 'drill' }
    const engine = anEngineStatus({ state: 'HALTED', stop, breakers: [TRIPPED()] })
    const { verdict, summary, reasons, data } = judge({ engine, latch: LATCHED })
    expect([verdict, data.nextAction]).toMatchObject(['ATTENTION', { code, text: expect.stringContaining(words) }])
    expect(reasons.map((reason) => reason.code)).toEqual([code, 'BREAKER_DAY_LOSS'])
    expect(summary).toBe(
      `An emergency stop has been engaged since ${ago(60_000)} by admin: drill. 1 position is open. There is 1 more reason.`,
    )
  })

  it('names tripped breakers with their readings, and not the pause that they cause', () => {
    const breakers = [TRIPPED(), { ...TRIPPED(), id: 'LOSS_STREAK' }]
    const message = 'The daily loss is 3% of the equity at the start of the day; the limit is 2%.'
    const topBlockers = [
      aBlocker(),
      aBlocker({ gateId: 'BREAKER', code: 'DAY_LOSS', kind: 'B', unit: 'percent', message }),
    ]
    const made = judge({ engine: anEngineStatus({ state: 'PAUSED', breakers, topBlockers }) })
    expect(made.summary).toBe(`${message} There is 1 more reason.`)
    expect(made.reasons).toMatchObject([
      { code: 'BREAKER_DAY_LOSS', message, value: -3, threshold: -2, unit: 'percent' },
      { code: 'BREAKER', message: 'A breaker has tripped: consecutive losses.' },
    ])
    expect(made.data.nextAction).toMatchObject({
      code: 'BREAKER_DAY_LOSS',
      text: expect.stringContaining('Entries stay blocked until the next UTC day; then: plimsoll resume.'),
    })
  })

  it.each([
    'UNRESOLVED_OUTCOME',
    'OVERFILLED',
    'AUDIT_BROKEN',
    'CONSTITUTION_BROKEN',
    'LEDGER_BEHIND',
    'QTY_MISMATCH',
    'FOREIGN_EPOCH',
  ])('explains how to clear the stop after %s', (code) => {
    const { data } = judge({ engine: stopped(code), latch: LATCHED })
    expect(data.nextAction).toMatchObject({
      code,
      text: expect.stringMatching(/plimsoll stop clear|start the other/),
    })
  })

  it('names an engaged stop even on insufficient evidence', () => {
    const values = { engine: stopped('EMERGENCY_STOP'), latch: LATCHED }
    const { verdict, reasons, data } = judge(values, { 'protection-blocker-truth': INSUFFICIENT })
    expect([verdict, data.nextAction.code]).toEqual(['INSUFFICIENT_EVIDENCE', 'EMERGENCY_STOP'])
    expect(reasons.map(({ code }) => code)).toEqual(['EMERGENCY_STOP'])
  })

  it('names the surface with insufficient evidence, with its own text', () => {
    const summary = 'Prices are 7.0 s old; the limit is 5.0 s.'
    const made = judge({}, { 'public-status-truth': { ...INSUFFICIENT, summary } })
    expect(made.summary).toBe(
      `Not enough evidence to judge whether action is required: public-status-truth: ${summary}`,
    )
    expect(made.missingEvidence).toMatchObject([{ have: null, need: 'some' }])
  })

  it('points to a silent market connection rather than to waiting', () => {
    const { verdict, reasons, data } = judge(
      {},
      {
        'public-status-truth': INSUFFICIENT,
        'exchange-market-intelligence-truth': { verdict: 'FEED_STALE', severity: 'BLOCK', summary: 'It is old.' },
      },
    )
    expect([verdict, data.nextAction.code]).toEqual(['INSUFFICIENT_EVIDENCE', 'FEED_STALE'])
    expect(reasons).toMatchObject([
      { code: 'FEED_STALE', severity: 'BLOCK', message: 'exchange-market-intelligence-truth: It is old.' },
    ])
  })

  it('is as old as the evidence of the surfaces it reads', () => {
    const status = report(publicStatusTruth, aSnapshot(aWellPlatform(), { agesMs: { feeds: 7_000 } }))
    const { verdict, asOf, freshness, data } = judge({}, { 'public-status-truth': status })
    expect([verdict, asOf]).toEqual(['INSUFFICIENT_EVIDENCE', ago(7_000)])
    expect(freshness).toEqual(status.freshness)
    expect(freshness).toMatchObject({ status: 'PARTIAL', oldestAgeMs: 7_000 })
    expect(data).toMatchObject({ data: { freshness: 'PARTIAL', oldestAgeMs: 7_000 } })
  })

  it('is not all clear while a stop was lost a moment ago', () => {
    const message = 'The exchange has lost a stop 5.0 s ago.'
    const pending: Partial<Report> = {
      verdict: 'PROTECTION_PENDING',
      severity: 'INFO',
      reasons: [{ code: 'STOP_LOST_LATELY', severity: 'WARN', message, evidenceIds: [] }],
    }
    const made = judge({}, { 'protection-blocker-truth': pending })
    expect([made.verdict, made.data.nextAction.code]).toEqual(['ATTENTION', 'PROTECTION'])
    expect(made.reasons).toMatchObject([{ code: 'PROTECTION', message }])
  })

  it('requires no action for an outcome that is being determined', () => {
    expect(judge({ orders: unknownSince(60_000) }).verdict).toBe('ALL_CLEAR')
  })

  it.each(['public-status-truth', 'protection-blocker-truth', 'runtime-constitution-truth'])(
    'is insufficient while %s is insufficient',
    (surface) => {
      const { verdict, missingEvidence, data } = judge({}, { [surface]: INSUFFICIENT })
      expect([verdict, data.nextAction.code]).toEqual(['INSUFFICIENT_EVIDENCE', 'NOT_SEEN'])
      expect(missingEvidence).toMatchObject([
        { code: 'SURFACE_INSUFFICIENT', description: `${surface}: Prices`, producedBy: 'market source' },
      ])
    },
  )

  it('shows what other surfaces lack, without effect on the verdict', () => {
    const { verdict, data } = judge({}, { 'profitability-quality-scorecard': INSUFFICIENT })
    expect([verdict, data.worst]).toEqual([
      'ALL_CLEAR',
      [{ surface: 'profitability-quality-scorecard', verdict: 'INSUFFICIENT_EVIDENCE' }],
    ])
  })

  it.each([
    ['a degraded platform', {}, { 'public-status-truth': { verdict: 'DEGRADED', ...WARN } }, 'PUBLIC_STATUS'],
    ['a recovering one', {}, { 'public-status-truth': { verdict: 'RECOVERING', severity: 'INFO' } }, 'PUBLIC_STATUS'],
    [
      'a tripped breaker',
      { engine: anEngineStatus({ state: 'PAUSED', breakers: [TRIPPED()] }) },
      {},
      'BREAKER_DAY_LOSS',
    ],
    [
      'books that differ',
      { engine: anEngineStatus({ lastReconciliation: { at: ago(0), ok: false, differences: 2 } }) },
      {},
      'DIFFERENCES',
    ],
    ['orders that are not ours', { orders: [aStopBody({ origin: 'EXTERNAL' })] }, {}, 'EXTERNAL_ORDERS'],
    [
      'a strategy in quarantine',
      { engine: anEngineStatus({ quarantines: [{ strategyId: 'S01', reason: 'r', since: ago(0) }] }) },
      {},
      'QUARANTINE',
    ],
    ['an engine that stopped itself', { engine: stopped('QTY_MISMATCH'), latch: LATCHED }, {}, 'QTY_MISMATCH'],
    [
      'an engine that paused itself',
      { engine: anEngineStatus({ state: 'PAUSED', stateReason: { code: 'DEGRADED_TOO_LONG', message: 'm' } }) },
      {},
      'PAUSED_BY_ENGINE',
    ],
  ] as [string, InputValues, Others, string][])('requires attention with %s', (_, values, others, code) => {
    const { verdict, reasons, data } = judge(values, others)
    expect([verdict, reasons[0]?.code, data.nextAction.code]).toEqual(['ATTENTION', code, code])
  })

  it.each([
    ['paused by a person', { engine: pausedBy('USER', 'PAUSED') }, 'PAUSED'],
    ['paused since the start', { engine: pausedBy('ENGINE', 'RECONCILED') }, 'PAUSED'],
    ['stopped by a person', { engine: stopped('EMERGENCY_STOP'), latch: LATCHED }, 'EMERGENCY_STOP'],
    ['stopped by a file', { engine: stopped('STOP_FILE'), latch: LATCHED }, 'STOP_FILE'],
    ['going down', { engine: anEngineStatus({ state: 'STOPPING' }) }, 'GOING_DOWN'],
  ] as [string, InputValues, string][])('distinguishes being %s by choice', (_, values, code) => {
    const { verdict, data } = judge(values, { 'public-status-truth': 'TRADING_PAUSED' })
    expect([verdict, data.nextAction.code]).toEqual(['STOPPED_BY_CHOICE', code])
  })

  it('names a silent market beside a stop, and requires attention while a position is open', () => {
    const values = { engine: stopped('EMERGENCY_STOP'), latch: LATCHED }
    const others: Others = {
      'public-status-truth': 'EMERGENCY_STOPPED',
      'exchange-market-intelligence-truth': { verdict: 'FEED_STALE', severity: 'BLOCK', summary: 'It is old.' },
    }
    const withPositions = (positions: ReturnType<typeof aPositionBody>[]) => judge({ ...values, positions }, others)
    const verdicts = [[], [aPositionBody()]].map((positions) => withPositions(positions).verdict)
    expect(verdicts).toEqual(['STOPPED_BY_CHOICE', 'ATTENTION'])
    const { summary, reasons, data } = withPositions([aPositionBody()])
    expect(summary).toMatch(/exchange-market-intelligence-truth: It is old\.$/)
    expect(reasons.map(({ code }) => code)).toEqual(['EMERGENCY_STOP', 'FEED_STALE'])
    expect(data.nextAction.code).toBe('EMERGENCY_STOP')
  })

  it('shows three blockers at most', () => {
    const topBlockers = ['G01', 'G06', 'G08', 'G23'].map((gateId) => aBlocker({ gateId, code: gateId, share: 0.25 }))
    const { data } = judge({ engine: anEngineStatus({ topBlockers }) })
    expect(data).toMatchObject({
      topBlockers: [
        { gateId: 'G01', label: 'G01', shapleyShare: 0.25, kind: 'C' },
        { gateId: 'G06' },
        { gateId: 'G08' },
      ],
    })
  })

  it('names the worst first, five at most', () => {
    const others = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((surface) => [surface, { verdict: 'BAD', ...WARN }]),
    )
    const { data } = judge({}, { ...others, f: { verdict: 'WORSE', severity: 'CRITICAL' } })
    expect(data.worst.map(({ surface }) => surface)).toEqual(['f', 'a', 'b', 'c', 'd'])
  })
})

function TRIPPED() {
  return { id: 'DAY_LOSS', state: 'TRIPPED', since: null, reset: 'HOST_REARM', observed: -3, limit: -2 } as const
}

function pausedBy(type: 'USER' | 'ENGINE', code: string) {
  return anEngineStatus({
    state: 'PAUSED',
    changedBy: { type, sub: null, username: null },
    stateReason: { code, message: 'm' },
  })
}

describe('reports of other surfaces', () => {
  it('never leave the screen below critical while any of them is critical', () => {
    const surfaces = fc.constantFrom(
      'execution-throttle-truth',
      'restart-continuity-truth',
      'evidence-loop-closure-truth',
    )
    const severities = fc.constantFrom('OK', 'INFO', 'WARN', 'BLOCK', 'CRITICAL' as const)
    fc.assert(
      fc.property(fc.dictionary(surfaces, severities), fc.boolean(), (bySurface, isPaused) => {
        const others = Object.fromEntries(
          Object.entries(bySurface).map(([surface, severity]) => [
            surface,
            { severity, summary: `${surface} says so.` },
          ]),
        )
        const made = judge(isPaused ? { engine: anEngineStatus({ state: 'PAUSED' }) } : {}, others as Others)
        const isCritical = Object.values(bySurface).includes('CRITICAL')
        expect(made.severity === 'CRITICAL').toBe(isCritical)
      }),
      { numRuns: runs(8) },
    )
  })

  it('are named with summary and remedy', () => {
    const summary = 'The exchange rejected requests for exceeding its limits within the last hour.'
    const made = judge({}, { 'execution-throttle-truth': { severity: 'CRITICAL', summary } })
    expect([made.verdict, made.summary, made.data.nextAction.code]).toEqual([
      'ACT_NOW',
      `execution-throttle-truth: ${summary}`,
      'SURFACE_CRITICAL',
    ])
  })

  it('name why the engine is degraded', () => {
    const message = 'The clock offset from the exchange is up to 2077 ms; the limit is 500 ms.'
    const made = judge({ engine: anEngineStatus({ state: 'DEGRADED', stateReason: { code: 'CLOCK', message } }) })
    expect([made.verdict, made.summary]).toEqual(['ATTENTION', `The engine is DEGRADED: ${message}`])
  })

  it('report that the exchange cannot be reached, and not that prices are old', () => {
    const reasons = [
      {
        code: 'EXCHANGE_UNREACHABLE',
        message: 'The exchange cannot be reached.',
        severity: 'WARN' as const,
        evidenceIds: [],
      },
    ]
    const made = judge(
      {},
      { 'public-status-truth': { ...INSUFFICIENT, reasons, summary: 'The exchange cannot be reached. It is old.' } },
    )
    expect(made.summary).toBe(
      'The exchange cannot be reached. 1 position is open. ' +
        'Not enough evidence to judge whether action is required while this lasts.',
    )
    expect(made.data.nextAction.code).toBe('EXCHANGE_UNREACHABLE')
  })
})
