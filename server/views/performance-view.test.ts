import { describe, expect, it } from 'vitest'
import { aTrade, usdt } from '../../test/support/performance-samples.ts'
import { DAY_MS, HOUR_MS } from '../core/instant.ts'
import type { ClosedTrade } from '../domain/performance/closed-trade.ts'
import { openPerformance } from './performance-view.ts'

const NOON_MS = Date.parse('2026-03-02T12:00:00Z')
const ALL = { fromMs: undefined, toMs: undefined, symbols: null, strategyId: undefined }

const at = (openedAtMs: number, heldMs = HOUR_MS) => ({ openedAtMs, closedAtMs: openedAtMs + heldMs })

const read = (trades: readonly ClosedTrade[], filter: Partial<typeof ALL> | object = {}) => {
  const closed = new Map(trades.map((trade) => [trade.positionId as string, trade]))
  const book = { update: async () => {}, closed, revision: 1 }
  return openPerformance(book, () => NOON_MS + DAY_MS)({ ...ALL, ...filter })
}

describe('the performance of closed positions', () => {
  const trades = [
    aTrade(1, 2, { ...at(NOON_MS - DAY_MS), symbol: 'ETHUSDT' }),
    aTrade(2, -1, { ...at(NOON_MS - 13 * HOUR_MS), direction: 'SHORT', exploratory: true }),
    aTrade(3, -0.5, { ...at(NOON_MS, 3 * HOUR_MS), strategyId: null, origin: 'API', risk: null }),
  ]

  it('sums everything without a range', async () => {
    expect(await read(trades)).toMatchObject({
      from: null,
      to: '2026-03-03T12:00:00.000Z',
      trades: 3,
      wins: 1,
      net: '5.00000000',
      expectancy: '1.66666667',
      winRate: 1 / 3,
      profitFactor: 20 / 15,
      payoff: 20 / 7.5,
      meanR: 0.5,
      best: { symbol: 'ETHUSDT', net: '20.00000000', closedAt: '2026-03-01T13:00:00.000Z' },
      worst: { net: '-10.00000000' },
      longestLosingStreak: 2,
      meanHeldMs: (5 * HOUR_MS) / 3,
      exploratory: { trades: 1, net: '-10.00000000' },
    })
  })

  it('has the positions of one strategy only', async () => {
    expect(await read(trades, { strategyId: 'S01' })).toMatchObject({ trades: 2, net: '10.00000000' })
    expect(await read(trades, { strategyId: 'S02' })).toMatchObject({ trades: 0, winRate: null })
  })

  it('groups by UTC day of closing, in order, and by each of the other keys', async () => {
    const body = await read(trades)
    expect(body.days).toEqual([
      { day: '2026-03-01', trades: 1, net: '20.00000000' },
      { day: '2026-03-02', trades: 2, net: '-15.00000000' },
    ])
    const keys = (groups: typeof body.bySymbol) => groups.map(({ key, net }) => [key, net])
    expect(keys(body.byStrategy)).toEqual([
      ['S01', '10.00000000'],
      [null, '-5.00000000'],
    ])
    expect(keys(body.bySymbol)).toEqual([
      ['BTCUSDT', '-15.00000000'],
      ['ETHUSDT', '20.00000000'],
    ])
    expect(keys(body.byDirection).map(([key]) => key)).toEqual(['LONG', 'SHORT'])
    expect(keys(body.byOrigin).map(([key]) => key)).toEqual(['API', 'AUTOTRADING'])
    expect(keys(body.byHour)).toEqual([
      ['12', '15.00000000'],
      ['23', '-10.00000000'],
    ])
  })

  it.each([
    [{ fromMs: NOON_MS - DAY_MS + HOUR_MS }, 3],
    [{ fromMs: NOON_MS - DAY_MS + HOUR_MS + 1 }, 2],
    [{ toMs: NOON_MS + 3 * HOUR_MS }, 2],
    [{ toMs: NOON_MS + 3 * HOUR_MS + 1 }, 3],
    [{ symbols: ['ETHUSDT'] }, 1],
    [{ symbols: ['SOLUSDT'] }, 0],
  ])('includes of %j %i', async (filter, expected) => {
    expect((await read(trades, filter)).trades).toBe(expected)
  })

  it('has no figures without positions', async () => {
    expect(await read([])).toMatchObject({
      trades: 0,
      net: '0.00000000',
      winRate: null,
      winRateCi: null,
      expectancy: null,
      best: null,
      worst: null,
      meanHeldMs: null,
      days: [],
      byStrategy: [],
    })
  })

  it('retains every digit of an amount', async () => {
    const tiny = { ...aTrade(9, 0, at(NOON_MS)), net: usdt(90_071_992.5) + 1n }
    expect((await read([tiny, { ...tiny, positionId: 'pos_2' }])).net).toBe('180143985.00000002')
  })
})
