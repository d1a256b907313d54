import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { URGENCIES, type Urgency } from './attempt.ts'
import {
  createBudget,
  type Now,
  noteLimit,
  notePublished,
  noteRetryAfter,
  readMeters,
  resetPause,
  shutOut,
  spend,
} from './budget.ts'
import type { Count, CountingWindow } from './request-limits.ts'

const ROLLING: CountingWindow = { most: 100, perMs: 60_000, resets: 'rolling' }
const ALIGNED: CountingWindow = { ...ROLLING, resets: 'aligned' }

const all = (cost: number, window = ROLLING): Count[] => [{ name: 'all', window, cost, of: 'everything' }]
const kind = (cost: number, of: Count['of'] = 'ordering'): Count[] => [{ name: of, window: ROLLING, cost, of }]
const at = (ms: number): Now => ({ monotonicMs: ms, exchangeMs: ms })

describe('the allowance of an exchange', () => {
  it('reserves a share of the limit for each kind of request', () => {
    const budget = createBudget()
    expect(spend(budget, all(30), 'HISTORY', at(0))).toBe(0)
    expect(spend(budget, all(1), 'HISTORY', at(0))).toBe(60_000)
    expect(spend(budget, all(10), 'TRADE', at(10_000))).toBe(0)
    expect(spend(budget, all(1), 'TRADE', at(10_000))).toBe(50_000)
    expect(spend(budget, all(15), 'LOOKUP', at(15_000))).toBe(0)
    expect(spend(budget, all(1), 'LOOKUP', at(15_000))).toBe(45_000)
    expect(spend(budget, all(20), 'ACCOUNT', at(20_000))).toBe(0)
    expect(spend(budget, all(1), 'ACCOUNT', at(20_000))).toBe(40_000)
    expect(spend(budget, all(15), 'SAFETY', at(25_000))).toBe(0)
    expect(spend(budget, all(1), 'SAFETY', at(25_000))).toBe(35_000)
    expect(spend(budget, all(1), 'TRADE', at(60_000))).toBe(0)
  })

  it('grants the unreserved part to the first request', () => {
    const budget = createBudget()
    expect(spend(budget, all(50), 'ACCOUNT', at(0))).toBe(0)
    expect(spend(budget, all(1), 'HISTORY', at(0))).toBe(60_000)
    expect(spend(budget, all(10), 'TRADE', at(0))).toBe(0)
  })

  it('lets protection and stops go first, and counts them', () => {
    const budget = createBudget()
    for (const urgency of ['PROTECT', 'STOP'] as const) expect(spend(budget, all(80), urgency, at(0))).toBe(0)
    expect(spend(budget, all(1), 'ACCOUNT', at(1))).toBe(59_999)
  })

  it.each([
    ['reading', 'LOOKUP', 'ACCOUNT'],
    ['ordering', 'TRADE', 'PROTECT'],
  ] as const)('reserves for each kind of %s from %s what %s needs', (of, one, other) => {
    const budget = createBudget()
    expect(spend(budget, kind(80, of), one, at(0))).toBe(0)
    expect(spend(budget, kind(1, of), one, at(0))).toBe(60_000)
    expect(spend(budget, kind(20, of), other, at(0))).toBe(0)
  })

  it('admits a request that alone costs more than what is left beside the reserves', () => {
    expect(spend(createBudget(), kind(100), 'HISTORY', at(0))).toBe(0)
  })

  it('consumes every count that a request belongs to, or none', () => {
    const budget = createBudget()
    spend(budget, kind(80), 'ACCOUNT', at(0))
    expect(spend(budget, [...all(30), ...kind(1)], 'HISTORY', at(0))).toBe(60_000)
    expect(spend(budget, all(30), 'HISTORY', at(0))).toBe(0)
  })

  it('resets at the start of each exchange minute, by the clock of the exchange', () => {
    const budget = createBudget()
    const now = { monotonicMs: 5, exchangeMs: 179_000 }
    spend(budget, all(30, ALIGNED), 'HISTORY', now)
    expect(spend(budget, all(1, ALIGNED), 'HISTORY', now)).toBe(1_000)
    expect(spend(budget, all(30, ALIGNED), 'HISTORY', { monotonicMs: 1_005, exchangeMs: 180_000 })).toBe(0)
  })
})

describe('the weight counted by the exchange', () => {
  it('applies when it is higher', () => {
    const budget = createBudget()
    spend(budget, all(10), 'HISTORY', at(0))
    notePublished(budget, { name: 'all', used: 29, requestedAt: at(0), now: at(1_000) })
    notePublished(budget, { name: 'all', used: 20, requestedAt: at(1_000), now: at(2_000) })
    expect(spend(budget, all(2), 'HISTORY', at(2_000))).toBe(58_000)
  })

  it('expires with the minute it was counted in', () => {
    const budget = createBudget()
    spend(budget, all(1, ALIGNED), 'HISTORY', at(50_000))
    notePublished(budget, { name: 'all', used: 90, requestedAt: at(50_000), now: at(50_100) })
    expect(spend(budget, all(1, ALIGNED), 'ACCOUNT', at(51_000))).toBe(9_000)
    expect(spend(budget, all(30, ALIGNED), 'HISTORY', at(60_000))).toBe(0)
  })

  it('ignores a count of the last minute in the response to a request sent in that minute', () => {
    const budget = createBudget()
    spend(budget, all(1, ALIGNED), 'HISTORY', at(59_950))
    notePublished(budget, { name: 'all', used: 90, requestedAt: at(59_950), now: at(60_050) })
    expect(spend(budget, all(30, ALIGNED), 'HISTORY', at(60_050))).toBe(0)
  })
})

it('sends only stops and protection while the exchange demands a pause', () => {
  const budget = createBudget()
  noteRetryAfter(budget, 5_000)
  for (const urgency of ['HISTORY', 'LOOKUP', 'ACCOUNT', 'TRADE', 'SAFETY'] as const) {
    expect(spend(budget, all(1), urgency, at(1_000))).toBe(4_000)
  }
  for (const urgency of ['PROTECT', 'STOP'] as const) expect(spend(budget, all(1), urgency, at(1_000))).toBe(0)
  expect(spend(budget, all(1), 'HISTORY', at(5_000))).toBe(0)
})

describe.each([ROLLING, ALIGNED])('within windows that are $resets', (window) => {
  const createCalls = (...urgencies: Urgency[]) =>
    fc.array(
      fc.record({
        afterMs: fc.integer({ min: 0, max: 20_000 }),
        cost: fc.integer({ min: 1, max: 20 }),
        urgency: fc.constantFrom(...urgencies),
      }),
      { maxLength: 60 },
    )

  it('never consumes more than the exchange allows, except for stops and protection', () => {
    fc.assert(
      fc.property(createCalls('HISTORY', 'LOOKUP', 'ACCOUNT', 'TRADE'), (given) => {
        const budget = createBudget()
        const spent: { atMs: number; cost: number }[] = []
        let nowMs = 0
        for (const { afterMs, cost, urgency } of given) {
          nowMs += afterMs
          if (spend(budget, all(cost, window), urgency, at(nowMs)) > 0) continue
          spent.push({ atMs: nowMs, cost })
          const within = spent.filter(({ atMs }) => isCounted(window, atMs, nowMs))
          expect(within.reduce((sum, one) => sum + one.cost, 0)).toBeLessThanOrEqual(75)
        }
      }),
    )
  })

  it('serves the account reading immediately from its share, and again in the next window, whatever else waits', () => {
    fc.assert(
      fc.property(createCalls('HISTORY', 'LOOKUP', 'TRADE'), fc.integer({ min: 1, max: 20 }), (given, cost) => {
        const budget = createBudget()
        let nowMs = 0
        for (const one of given) {
          nowMs += one.afterMs
          spend(budget, all(one.cost, window), one.urgency, at(nowMs))
        }
        expect(spend(budget, all(cost, window), 'ACCOUNT', at(nowMs))).toBe(0)
        const waitMs = spend(budget, all(20, window), 'ACCOUNT', at(nowMs))
        expect(waitMs).toBeLessThanOrEqual(60_000)
        if (waitMs > 0) expect(spend(budget, all(20, window), 'ACCOUNT', at(nowMs + waitMs))).toBe(0)
      }),
    )
  })

  it('never delays protection or stops, whatever was consumed', () => {
    fc.assert(
      fc.property(createCalls(...URGENCIES), fc.constantFrom('PROTECT', 'STOP'), (given, urgency) => {
        const budget = createBudget()
        let nowMs = 0
        for (const one of given) {
          nowMs += one.afterMs
          const waitMs = spend(budget, all(one.cost, window), one.urgency, at(nowMs))
          expect(waitMs).toBeLessThanOrEqual(60_000)
        }
        expect(spend(budget, all(20, window), urgency, at(nowMs))).toBe(0)
      }),
    )
  })
})

const isCounted = ({ perMs, resets }: CountingWindow, atMs: number, nowMs: number): boolean =>
  resets === 'rolling' ? nowMs - atMs < perMs : Math.floor(atMs / perMs) === Math.floor(nowMs / perMs)

describe('a banned address', () => {
  it('doubles the wait each time, up to ten minutes, and resets it after the first accepted request', () => {
    const budget = createBudget()
    let nowMs = 0
    const silences = Array.from({ length: 8 }, () => {
      const ms = shutOut(budget, at(nowMs))
      nowMs += ms
      return ms / 1_000
    })
    expect(silences).toEqual([10, 20, 40, 80, 160, 320, 600, 600])
    resetPause(budget)
    expect(shutOut(budget, at(nowMs))).toBe(10_000)
  })

  it('does not extend the pause when several responses report the ban at the same time', () => {
    const budget = createBudget()
    expect([shutOut(budget, at(0)), shutOut(budget, at(1)), shutOut(budget, at(2))]).toEqual([10_000, 0, 0])
    expect(spend(budget, all(1), 'ACCOUNT', at(0))).toBe(10_000)
  })
})

describe('the state of the rate limits', () => {
  it('returns for every limit the spent amount, the reserve for stops and the last publication by the exchange', () => {
    const budget = createBudget()
    spend(budget, [...all(30, ALIGNED), ...kind(5)], 'TRADE', at(0))
    notePublished(budget, { name: 'all', used: 40, requestedAt: at(0), now: at(1_000) })
    expect(readMeters(budget, at(2_000))).toEqual([
      { name: 'all', most: 100, perMs: 60_000, used: 40, reservedForStops: 0.1, publishedAtMs: 1_000 },
      { name: 'ordering', most: 100, perMs: 60_000, used: 5, reservedForStops: 0.2, publishedAtMs: null },
    ])
    expect(readMeters(budget, at(60_000)).map(({ used }) => used)).toEqual([0, 0])
  })

  it('counts the rate-limit refusals of the last hour', () => {
    const budget = createBudget()
    noteLimit(budget, 'http429', at(0))
    noteLimit(budget, 'http429', at(30 * 60_000))
    expect(budget.noted.http429.since(3_600_000, 60 * 60_000 - 1)).toBe(2)
    expect(budget.noted.http429.since(3_600_000, 61 * 60_000)).toBe(1)
  })
})
