import { describe, expect, it } from 'vitest'
import { type Decision, formatHeadline, matchesFilter, readDecisionFilter, toQuery, withOrder } from './decision.ts'

type Gate = Decision['gates'][number]

const gate = (gateId: string, of: Partial<Gate>): Gate => ({
  gateId,
  code: 'GATE',
  kind: 'S',
  enforced: true,
  pass: true,
  observed: null,
  limit: null,
  unit: '',
  detail: `reason of ${gateId}`,
  ...of,
})

const order = {
  orderId: 'ord_1',
  status: 'FILLED',
  qty: '2',
  filledQty: '1.5',
  avgFillPrice: '1000.50',
  feesPaid: '0',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  positionId: null,
} as const

const decision = (of: Partial<Decision>): Decision => ({
  candidateId: 'cnd_1',
  digest: '',
  at: '2026-01-01T00:00:00.000Z',
  symbol: 'BTCUSDT',
  timeframe: '1m',
  direction: 'LONG',
  bookId: 'main',
  strategyId: 'S01',
  exploratory: false,
  signals: [],
  confidence: 0.5,
  confidenceCi: [0.4, 0.6],
  calibration: { method: 'SHRUNK', n: 1, effectiveN: 1, brierSkill: null },
  price: '1',
  stopLoss: '1',
  takeProfit: '1',
  horizonEndsAt: '2026-01-01T00:00:00.000Z',
  quantity: '1',
  notional: '1',
  risk: '1',
  sizedBy: 'RISK',
  cost: { feesBps: 0, spreadBps: 0, impactBps: 0, fundingBps: 0, adverseBps: 0, totalBps: 0 },
  edge: {
    grossEdgeBps: 0,
    netEdgeBps: 0,
    netEdgeLcbBps: 0,
    breakEvenP: 0,
    costShare: null,
    kellyFraction: 0,
    grade: 'C',
  },
  verdict: 'ORDERED',
  decisionId: 'dec_1',
  decisionDigest: '',
  refusedBy: [],
  gates: [],
  orderId: 'ord_1',
  order: null,
  ...of,
})

const ALL_DECISIONS = readDecisionFilter(new URLSearchParams())

describe('a decision', () => {
  it.each([
    [{}, 'Ordered.'],
    [{ order }, 'Filled: 1.5 of 2 at 1,000.5.'],
    [{ order: { ...order, status: 'EXPIRED', filledQty: '0.000' } }, 'Ordered, not filled: EXPIRED.'],
    [
      {
        verdict: 'REFUSED',
        gates: [
          gate('G01', {}),
          gate('G20', { pass: false }),
          gate('G24', { pass: false, enforced: false }),
          gate('G29', { pass: false }),
        ],
      },
      'Not traded: reason of G20. Also blocked by G29.',
    ],
  ] as const)('returns the headline: %#', (of, words) => {
    expect(formatHeadline(decision({ ...of } as Partial<Decision>))).toBe(words)
  })

  it('applies order updates from the stream', () => {
    const updatedOrder = { ...order, status: 'CANCELED' } as unknown as NonNullable<
      Parameters<typeof withOrder>[1]
    >[number]
    expect(withOrder(decision({}), [updatedOrder]).order?.status).toBe('CANCELED')
    expect(withOrder(decision({ orderId: null }), [updatedOrder]).order).toBeNull()
  })

  it('is listed when the filter matches, and sends the API only what it supports', () => {
    const refused = decision({ refusedBy: ['G20', 'G29'], verdict: 'REFUSED' })
    expect(matchesFilter(ALL_DECISIONS, refused)).toBe(true)
    expect(matchesFilter({ ...ALL_DECISIONS, gateId: 'G29', symbol: 'BTCUSDT' }, refused)).toBe(true)
    expect(matchesFilter({ ...ALL_DECISIONS, gateId: 'G01' }, refused)).toBe(false)
    expect(matchesFilter({ ...ALL_DECISIONS, verdict: 'ORDERED' }, refused)).toBe(false)
    expect(toQuery({ ...ALL_DECISIONS, gateId: 'G29' })).toEqual({ gateId: 'G29' })
    const linked = readDecisionFilter(new URLSearchParams('gate=G29&strategy=S01'))
    expect(toQuery(linked)).toEqual({ gateId: 'G29', strategyId: 'S01' })
  })
})
