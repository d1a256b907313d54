import { describe, expect, it } from 'vitest'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/instant.ts'
import type { QuotaTruth } from '../../inputs/http.ts'
import type { FlowTruth } from '../../inputs/order-flow.ts'
import { executionThrottleTruth } from './rules.ts'

const quota = (name: string, requests: number, use: Partial<QuotaTruth> = {}): QuotaTruth => ({
  name,
  requests,
  windowSec: 60,
  active: 0,
  limited: 0,
  rejected1h: 0,
  rejectedLately: 0,
  ...use,
})

const TRAFFIC = {
  quotas: [
    quota('standard', 100, { active: 3, limited: 1, rejected1h: 2 }),
    quota('pro', 500, { active: 1 }),
    quota('control', 10),
    quota('anon', 30, { active: 9, rejected1h: 5 }),
    quota('refresh', 60),
  ],
  controlRefused1h: 0,
  answers: { replays24h: 4, mismatches24h: 1, duplicates24h: 5, inFlight: 2 },
}

const count = (used: number) => ({
  name: 'weight',
  limit: 2_400,
  windowMs: MINUTE_MS,
  used,
  reservedForStops: 0.2,
  publishedAtMs: TAKEN_AT_MS - 500,
})

const BUDGET = {
  venue: 'Binance',
  counts: [count(1_000)],
  rejected1h: { http429: 0, http418: 0, venueCode: 0 },
  delayedLately: 0,
  silentUntilMs: null,
}

const flow = (ms: number, changes: Partial<FlowTruth> = {}): FlowTruth => ({
  fromMs: TAKEN_AT_MS - ms,
  toMs: TAKEN_AT_MS,
  orders: 20,
  canceled: 5,
  resting: 10,
  immediate: 10,
  trades: 10,
  peakPerSec: 2,
  ratios: { orderToTrade: { count: 1.5, volume: 2 }, unfilled: 0.5, fastCancel: 0.1, expire: 0.2, dust: 0 },
  provenAbsent: 0,
  meanProofMs: null,
  resolvedFound: 0,
  resent: { protect: 0, protectExhausted: 0, entry: 0 },
  ...changes,
})

const FLOW = {
  day: flow(DAY_MS, { provenAbsent: 1, meanProofMs: 7_000, resolvedFound: 2 }),
  hour: flow(HOUR_MS, { resent: { protect: 3, protectExhausted: 1, entry: 0 } }),
  cycle: flow(10 * MINUTE_MS),
  keysActive: 6,
  protectRetriesMax: 4,
}

const WELL = { traffic: TRAFFIC, venueBudget: BUDGET, orderFlow: FLOW } satisfies InputValues

const judged = (values: InputValues, parts: Parameters<typeof aSnapshot>[1] = {}) => {
  const { verdict, reasons } = report(executionThrottleTruth, aSnapshot(values, parts))
  return [verdict, ...reasons.map(({ code }) => code)]
}

describe('execution-throttle-truth', () => {
  it('is within limits, and names the nearest', () => {
    const made = report(executionThrottleTruth, aSnapshot(WELL))
    expect(made.verdict).toBe('WITHIN_LIMITS')
    expect(made.summary).toBe(
      'Within limits: the limit on weight is used most, at 41.7%; 20 orders in the last 10 min, nothing refused or delayed in the last 5 min.',
    )
    const remedy = 'No action required: this version does not measure it.'
    expect(made.missingEvidence).toMatchObject([
      { code: 'RETRIES_OF_READS', remedy },
      { code: 'BREAKER_TRIPS', remedy },
    ])
  })

  it('is within limits without any requests: a fresh start on a local exchange', () => {
    const ratios = {
      orderToTrade: { count: null, volume: null },
      unfilled: null,
      fastCancel: null,
      expire: null,
      dust: null,
    }
    const none = { orders: 0, canceled: 0, resting: 0, immediate: 0, trades: 0, peakPerSec: 0, ratios }
    const orderFlow = { ...FLOW, day: flow(DAY_MS, none), cycle: flow(10 * MINUTE_MS, none) }
    const made = report(
      executionThrottleTruth,
      aSnapshot({ ...WELL, orderFlow, venueBudget: { ...BUDGET, counts: [] } }),
    )
    expect(made.summary).toContain('Within limits: this exchange has no request budget; 0 orders in the last 10 min')
    expect(made.data).toMatchObject({ outbound: { budgets: [] }, orderFlow: { unfilledRatio: null, ordersPerMin: 0 } })
  })

  it('uses the singular for one order, and describes unused limits', () => {
    const summaryWith = (orders: number, used: number) =>
      report(
        executionThrottleTruth,
        aSnapshot({
          ...WELL,
          orderFlow: {
            ...FLOW,
            cycle: flow(10 * MINUTE_MS, {
              orders,
              ratios: {
                orderToTrade: { count: null, volume: null },
                unfilled: null,
                fastCancel: null,
                expire: null,
                dust: null,
              },
            }),
          },
          venueBudget: { ...BUDGET, counts: [count(used)] },
        }),
      ).summary
    expect(summaryWith(1, 24)).toContain('the limit on weight is used most, at 1%; 1 order in')
    expect(summaryWith(1, 0)).toContain('Within limits: no limit is in use; 1 order in')
  })

  it('shows every limit with its use', () => {
    const { data } = report(executionThrottleTruth, aSnapshot(WELL))
    expect(data).toMatchObject({
      inbound: {
        policies: [{ name: 'standard', q: 100, w: 60 }, {}, {}, {}, {}],
        principals: { active: 4, limited: 1 },
        rejected429_1h: 7,
        controlBucket: { q: 10, w: 60, rejected: 0 },
      },
      outbound: {
        venue: 'Binance',
        budgets: [{ used: 1_000, usedPct: 41.7, reservedForStopPct: 20, headerObservedAt: '2026-01-02T03:04:05.178Z' }],
      },
      orderFlow: { ordersPerMin: 2, cancelsPerMin: 0.5, orderToTradeRatio: { count: 1.5, volume: 2 } },
      retries: [{}, {}, { maxAttempts: 4, attempts1h: 3, exhausted1h: 1 }, { maxAttempts: 0, attempts1h: 0 }],
      idempotency: { keysActive: 6, replays24h: 4, mismatches24h: 1, inFlight: 2, duplicatesSuppressed24h: 5 },
      outcomes: { resolvedByProof24h: 1, resolvedFound24h: 2, meanResolutionMs: 7_000 },
    })
  })

  it.each([
    ['answered 429', { rejected1h: { http429: 1, http418: 0, venueCode: 0 } }, 'VENUE_429'],
    ['shut us out', { rejected1h: { http429: 0, http418: 2, venueCode: 0 } }, 'VENUE_SHUT_OUT'],
    ['returned its own error code', { rejected1h: { http429: 0, http418: 0, venueCode: 1 } }, 'VENUE_REFUSED'],
    ['requests silence', { silentUntilMs: TAKEN_AT_MS + 1 }, 'VENUE_BAN'],
  ])('is breached when the exchange %s, whatever else is missing', (_name, changes, code) => {
    const venueBudget = { ...BUDGET, ...changes }
    expect(judged({ ...WELL, venueBudget })).toEqual(['BREACHED', code])
    expect(judged({ venueBudget }, { agesMs: { venueBudget: 60_000 } })).toEqual(['BREACHED', code])
  })

  it('is breached when a user who may pause was refused', () => {
    expect(judged({ ...WELL, traffic: { ...TRAFFIC, controlRefused1h: 1 } })).toEqual(['BREACHED', 'CONTROL_REFUSED'])
  })

  it('is not breached by a silence that is over', () => {
    expect(judged({ ...WELL, venueBudget: { ...BUDGET, silentUntilMs: TAKEN_AT_MS } })).toEqual(['WITHIN_LIMITS'])
  })

  it.each([
    ['a wait for the exchange', { venueBudget: { ...BUDGET, delayedLately: 3 } }, 'OUTBOUND_DELAYED'],
    [
      'a request over its quota',
      { traffic: { ...TRAFFIC, quotas: [quota('standard', 100, { rejectedLately: 1 })] } },
      'INBOUND_LIMITED',
    ],
  ])('is throttled by %s', (_name, changes, code) => {
    expect(judged({ ...WELL, ...changes })).toEqual(['THROTTLED', code])
  })

  it.each([
    [1_679, 'WITHIN_LIMITS'],
    [1_680, 'NEAR_LIMIT'],
    [2_400, 'NEAR_LIMIT'],
  ])('with a weight of %i of 2,400: %s', (used, verdict) => {
    expect(judged({ ...WELL, venueBudget: { ...BUDGET, counts: [count(used)] } })[0]).toBe(verdict)
  })

  it.each([
    [6_999, 0.99, 'WITHIN_LIMITS'],
    [7_000, 0.99, 'NEAR_LIMIT'],
    [20_000, 0.69, 'WITHIN_LIMITS'],
    [20_000, 0.7, 'NEAR_LIMIT'],
  ])('with %i orders of which %d were not executed: %s', (orders, unfilled, verdict) => {
    const cycle = flow(10 * MINUTE_MS, { orders, ratios: { ...FLOW.cycle.ratios, unfilled } })
    expect(judged({ ...WELL, orderFlow: { ...FLOW, cycle } })[0]).toBe(verdict)
  })

  it.each(['traffic', 'venueBudget', 'orderFlow'] as const)('is insufficient without %s', (name) => {
    const rest = Object.fromEntries(Object.entries(WELL).filter(([key]) => key !== name))
    expect(judged(rest)[0]).toBe('INSUFFICIENT_EVIDENCE')
  })

  it.each([
    ['orderFlow', 300_000, 'WITHIN_LIMITS'],
    ['orderFlow', 300_001, 'INSUFFICIENT_EVIDENCE'],
    ['traffic', 5_001, 'INSUFFICIENT_EVIDENCE'],
  ])('relies on %s of %i ms ago: %s', (name, ageMs, verdict) => {
    expect(judged(WELL, { agesMs: { [name]: ageMs } })[0]).toBe(verdict)
  })
})
