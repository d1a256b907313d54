import { describe, expect, it } from 'vitest'
import { anEngineStatus } from '../../../../test/support/engine-status.ts'
import {
  aGuard,
  ago,
  anUnprotected,
  aPositionBody,
  aProtection,
  aStopBody,
} from '../../../../test/support/operator-samples.ts'
import { aConstitution } from '../../../../test/support/risk-samples.ts'
import {
  aSnapshot,
  type InputValues,
  report,
  type SnapshotParts,
  TAKEN_AT_MS,
} from '../../../../test/support/truth-samples.ts'
import { protectionBlockerTruth } from './rules.ts'

const PROTECTED: InputValues = {
  positions: [aPositionBody()],
  orders: [aStopBody()],
  reconciliation: { differences: 0 },
  protection: aProtection({ guards: [aGuard()] }),
}

const judge = (values: InputValues = {}, parts: SnapshotParts = {}) =>
  report(protectionBlockerTruth, aSnapshot({ ...PROTECTED, ...values }, parts))

describe('protection-blocker-truth', () => {
  it('is complete when every stop was read back, and shows each with its numbers', () => {
    const made = judge()
    expect([made.verdict, made.summary]).toEqual([
      'ALL_PROTECTED',
      '1 of 1 position has a stop for its full size, read back from the exchange.',
    ])
    expect(made.data).toEqual({
      positions: [
        {
          positionId: 'pos_00000000000000000000000001',
          symbol: 'BTCUSDT',
          qty: '0.010',
          notional: '605.00000000',
          state: 'VERIFIED',
          coveragePct: 100,
          stop: {
            orderId: 'ord_00000000000000000000000001',
            triggerPrice: '59000.0',
            triggerBy: 'MARK',
            reduceOnly: true,
            closePosition: false,
            verifiedAt: ago(50_000),
            lastReadAt: ago(4_000),
          },
          sinceFirstFillMs: 60_000,
          unprotectedMs: 0,
          budgetMs: 5_000,
          lostStops24h: 0,
          lastStopLostAt: null,
          distanceToStopBps: 247.93,
          liqBufferRatio: 3,
          lossAtStopUsd: '10.00000000',
          blocker: null,
          fallback: 'NONE',
        },
      ],
      totals: {
        positions: 1,
        protected: 1,
        pending: 0,
        unprotected: 0,
        unprotectedNotional: '0.00000000',
        unprotectedExposureUsdSeconds24h: '31.50000000',
        lostStops24h: 0,
        observedSec24h: 3_600,
      },
      entryGate: { G23: 'PASS', because: 'No position has been without a verified stop for too long.' },
      latency: { fillToVerifiedMs: { p50: 40, p99: 90, max: 95, n: 12 }, longestUnprotectedMs: 95 },
      venue: { atomicAttach: false, protectiveSurvivesDeadMan: null, conformanceRanAt: null },
    })
  })

  it('is missing when the active stop is farther away than the limit, also while it is verified', () => {
    const stopLoss = aPositionBody().protection.stopLoss
    const standing = stopLoss && { ...stopLoss, triggerPrice: '1.0', standingTriggerPrice: '1.0' }
    const made = judge({ positions: [aPositionBody({}, { stopLoss: standing })] })
    expect(made).toMatchObject({
      verdict: 'UNPROTECTED',
      summary: '1 of 1 position with a stop more than 10% away, which does not count as protection.',
      reasons: [{ code: 'STOP_TOO_FAR', value: 100, threshold: 10, unit: 'percent' }],
      data: {
        positions: [{ blocker: { code: 'STOP_TOO_FAR' } }],
        totals: { protected: 0, unprotected: 1, unprotectedNotional: '0.00000000' },
      },
    })
  })

  it.each([
    ['LONG', '53900.0', '60000.0', false],
    ['LONG', '54100.0', '60000.0', true],
    ['LONG', '50000.0', '55000.0', true],
    ['SHORT', '66100.0', '60000.0', false],
    ['SHORT', '70000.0', '65000.0', true],
  ] as const)(
    'measures a %s at 60000 with its stop at %s and the mark at %s: protected: %s',
    (direction, stop, markPrice, isProtected) => {
      const stopLoss = aPositionBody().protection.stopLoss
      const standing = stopLoss && { ...stopLoss, triggerPrice: stop, standingTriggerPrice: stop }
      const made = judge({ positions: [aPositionBody({ direction, markPrice }, { stopLoss: standing })] })
      expect(made.verdict).toBe(isProtected ? 'ALL_PROTECTED' : 'UNPROTECTED')
    },
  )

  it('has nothing to protect when nothing is open', () => {
    expect(judge({ positions: [], orders: [] }).verdict).toBe('NO_POSITIONS')
  })

  it.each(['positions', 'orders', 'reconciliation', 'protection'] as const)('is insufficient without %s', (name) => {
    const { [name]: _lost, ...rest } = PROTECTED
    const made = report(protectionBlockerTruth, aSnapshot(rest))
    expect([made.verdict, made.missingEvidence.length]).toEqual(['INSUFFICIENT_EVIDENCE', 1])
  })

  it.each([
    [60_000, 'ALL_PROTECTED'],
    [60_001, 'INSUFFICIENT_EVIDENCE'],
  ])('relies on an account that was read %i ms ago: %s', (ageMs, verdict) => {
    expect(judge({}, { agesMs: { reconciliation: ageMs } }).verdict).toBe(verdict)
    const nothing = { positions: [], orders: [] }
    const expected = verdict === 'ALL_PROTECTED' ? 'NO_POSITIONS' : verdict
    expect(judge(nothing, { agesMs: { reconciliation: ageMs } }).verdict).toBe(expected)
  })

  it.each([
    [true, 5_000, 'ALL_PROTECTED'],
    [true, 5_001, 'INSUFFICIENT_EVIDENCE'],
    [true, null, 'INSUFFICIENT_EVIDENCE'],
    [true, -1, 'INSUFFICIENT_EVIDENCE'],
    [false, 5_001, 'ALL_PROTECTED'],
    [false, null, 'ALL_PROTECTED'],
  ])('needs a current price where the platform triggers stops: %s, %s ms old: %s', (triggersStops, ageMs, verdict) => {
    const guards = [aGuard({ pricedAtMs: ageMs === null ? null : TAKEN_AT_MS - ageMs })]
    expect(judge({ protection: aProtection({ guards, triggersStops }) }).verdict).toBe(verdict)
    const nothing = { positions: [], orders: [], protection: aProtection({ triggersStops }) }
    expect(judge(nothing).verdict).toBe('NO_POSITIONS')
  })

  it('names the missing price, and an unreachable exchange as its cause', () => {
    const troubles = [{ code: 'UNREACHABLE' as const, since: ago(43_000), detail: 'no response', remedy: 'wait' }]
    const engine = anEngineStatus({ exchange: { ...anEngineStatus().exchange, troubles } })
    const guards = [aGuard({ pricedAtMs: TAKEN_AT_MS - 43_000 })]
    expect(judge({ engine, protection: aProtection({ guards }) })).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      severity: 'WARN',
      summary: expect.stringMatching(/^The exchange cannot be reached\..+those of a paper account trigger once prices/),
      reasons: [{ code: 'EXCHANGE_UNREACHABLE' }],
      missingEvidence: [
        {
          code: 'TRIGGER_PRICE',
          description: 'Price of BTCUSDT, at which this server triggers its stop',
          have: '43 s old',
          need: 'at most 5.0 s old',
          producedBy: 'market source',
          remedy: expect.stringContaining('plimsoll doctor'),
        },
      ],
    })
  })

  it.each([
    [30_000, 'ALL_PROTECTED'],
    [30_001, 'INSUFFICIENT_EVIDENCE'],
  ])('relies on a stop that was read back %i ms ago: %s', (ageMs, verdict) => {
    const guards = [aGuard({ stopReadAtMs: TAKEN_AT_MS - ageMs })]
    expect(judge({ protection: aProtection({ guards }) }).verdict).toBe(verdict)
  })

  it('reports the age of the last stop reading, and never protected in that case', () => {
    const made = judge({ protection: aProtection({ guards: [aGuard({ stopReadAtMs: TAKEN_AT_MS - 41_000 })] }) })
    expect(made.missingEvidence).toMatchObject([{ code: 'STOP_READ', have: '41 s old', need: 'at most 30 s old' }])
    expect(judge({ protection: aProtection({ guards: [aGuard({ stopReadAtMs: null })] }) }).verdict).toBe(
      'INSUFFICIENT_EVIDENCE',
    )
    expect(judge({ protection: aProtection() }).verdict).toBe('INSUFFICIENT_EVIDENCE')
  })

  it('names an unreachable exchange as the cause of old evidence, first of its stops, then of the account', () => {
    const engine = anEngineStatus({ exchange: { ...anEngineStatus().exchange, connected: false } })
    const lost: InputValues = { engine, privateStream: { state: 'lost' } }
    const guards = [aGuard({ stopReadAtMs: TAKEN_AT_MS - 41_000 })]
    const made = [
      judge({ ...lost, protection: aProtection({ guards }) }),
      judge(lost, { agesMs: { reconciliation: 60_001 } }),
    ]
    for (const { verdict, summary, reasons } of made) {
      expect([verdict, reasons[0]?.code]).toEqual(['INSUFFICIENT_EVIDENCE', 'EXCHANGE_UNREACHABLE'])
      expect(summary).toMatch(
        /^The exchange cannot be reached; .+ Stops at the exchange stay in place; those of a paper account .+ again\. Not enough/,
      )
    }
  })

  it('requires a reading of the stop after the last fill', () => {
    const at = (ms: number) => aProtection({ guards: [aGuard({ lastFillAtMs: TAKEN_AT_MS - ms })] })
    expect(judge({ protection: at(3_999) })).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      missingEvidence: [{ have: '4.0 s old', need: 'at most 30 s old, after the last fill' }],
    })
    expect(judge({ protection: at(4_000) }).verdict).toBe('ALL_PROTECTED')
  })

  it.each([
    [0, 'PROTECTION_PENDING', 'PASS'],
    [5_000, 'PROTECTION_PENDING', 'PASS'],
    [5_001, 'UNPROTECTED', 'FAIL'],
  ])('without a stop for %i ms is %s', (waitedMs, verdict, gate) => {
    const beyond = waitedMs > 5_000 ? 1 : 0
    const protection = aProtection({ guards: [aGuard({ stopReadAtMs: null })], unprotectedBeyondBudget: beyond })
    const made = judge({ positions: [anUnprotected(waitedMs)], protection })
    expect([made.verdict, made.reasons[0]]).toMatchObject([
      verdict,
      { code: 'PROTECTION_SUBMITTED', value: waitedMs, threshold: 5_000, unit: 'ms' },
    ])
    expect(made.data).toMatchObject({
      positions: [{ unprotectedMs: waitedMs }],
      totals: { protected: 0, pending: 1 - beyond, unprotected: beyond, unprotectedNotional: '605.00000000' },
      entryGate: { G23: gate },
    })
  })

  it('reports a position without its stop even from old evidence, and when all else is missing', () => {
    const positions = [anUnprotected(9_000)]
    expect(report(protectionBlockerTruth, aSnapshot({ positions })).verdict).toBe('UNPROTECTED')
    expect(judge({ positions }, { agesMs: { positions: 60_000 } }).verdict).toBe('UNPROTECTED')
  })

  it('counts the part that no stop covers', () => {
    const positions = [anUnprotected(1_000, { state: 'PARTIAL', coveragePct: 75 })]
    const made = judge({ positions, protection: aProtection({ guards: [aGuard()] }) })
    expect(made.data).toMatchObject({
      positions: [{ coveragePct: 75, blocker: { code: 'COVERAGE_SHORT' } }],
      totals: { unprotectedNotional: '151.25000000' },
    })
  })

  it.each([
    [0, 'PROTECTION_PENDING'],
    [60_000, 'PROTECTION_PENDING'],
    [60_001, 'ALL_PROTECTED'],
  ])('does not report protected when a stop was lost %i ms ago: %s', (lostMs, verdict) => {
    const guards = [aGuard({ lostStops24h: 2, lastStopLostAtMs: TAKEN_AT_MS - lostMs })]
    const made = judge({ protection: aProtection({ guards, lostStops24h: 7 }) })
    expect([made.verdict, made.reasons.at(-1)]).toMatchObject([
      verdict,
      { code: 'STOPS_LOST', severity: 'WARN', value: 7, threshold: 0 },
    ])
    expect(made.summary).toContain('lost at the exchange in 24 h: 7 stops')
    expect(made.data).toMatchObject({
      positions: [{ lostStops24h: 2, lastStopLostAt: ago(lostMs) }],
      totals: { lostStops24h: 7 },
    })
  })

  it('reports lost stops whatever the verdict', () => {
    const lost = { lostStops24h: 1 }
    const none = judge({ positions: [], orders: [], protection: aProtection(lost) })
    expect([none.verdict, none.reasons]).toMatchObject(['NO_POSITIONS', [{ code: 'STOPS_LOST', value: 1 }]])
    const bare = judge({ positions: [anUnprotected(9_000)], protection: aProtection(lost) })
    expect([bare.verdict, bare.reasons]).toMatchObject(['UNPROTECTED', [{}, { code: 'STOPS_LOST', value: 1 }]])
    const unread = judge({ protection: aProtection({ ...lost, guards: [aGuard({ stopReadAtMs: null })] }) })
    expect([unread.verdict, unread.reasons]).toMatchObject(['INSUFFICIENT_EVIDENCE', [{ code: 'STOPS_LOST' }]])
  })

  it('prints a budget below a second in milliseconds', () => {
    const constitution = aConstitution({ protection: { budgetMs: 1 } })
    const made = judge({ positions: [anUnprotected(15)] }, { constitution })
    expect(made.summary).toContain('for longer than 1 ms, the longest for 15 ms')
  })

  it.each([
    [{ isClosing: true }, 'CLOSE_SENT'],
    [{ closesFailed: 2 }, 'CLOSE_FAILED'],
    [{ isPriceThrough: true }, 'CLOSE_SCHEDULED'],
    [{}, 'CLOSE_SCHEDULED'],
    [{ isAble: false }, 'NONE'],
  ])('reports the state of protection: %o is %s', (guard, fallback) => {
    const made = judge({ positions: [anUnprotected(6_000)], protection: aProtection({ guards: [aGuard(guard)] }) })
    expect(made.data).toMatchObject({ positions: [{ fallback }] })
  })

  it('passes no entry when it has no evidence of the positions', () => {
    const { positions: _lost, ...rest } = PROTECTED
    expect(report(protectionBlockerTruth, aSnapshot(rest)).data).toMatchObject({ entryGate: { G23: 'FAIL' } })
  })

  it('shows no lost stops without evidence of the guardian', () => {
    const { protection: _lost, ...rest } = PROTECTED
    expect(report(protectionBlockerTruth, aSnapshot(rest)).data).toMatchObject({
      positions: [{ lostStops24h: null, lastStopLostAt: null }],
      totals: { lostStops24h: null },
      latency: { longestUnprotectedMs: null },
    })
  })
})
