import { describe, expect, it } from 'vitest'
import { WEEK_START_MS } from '../../../test/support/market-samples.ts'
import { createEquityRecord, usdt } from '../../../test/support/performance-samples.ts'
import { DAY_MS, HOUR_MS } from '../../core/instant.ts'
import { dailyReturns, type EquityAt, type FlowAt, NO_CURVE, withDay } from './equity-curve.ts'

const at = (hours: number, equity: number): EquityAt => ({
  atMs: WEEK_START_MS + hours * HOUR_MS,
  equity: usdt(equity),
})
const flow = (hours: number, amount: number): FlowAt => ({
  atMs: WEEK_START_MS + hours * HOUR_MS,
  difference: usdt(amount),
})

describe('the equity of ten days', () => {
  it('has the published ratios and drawdown', () => {
    const record = createEquityRecord([100, 102, 101, 105, 103, 99, 104, 110, 108, 112])
    expect(record.days).toBe(9)
    expect(record.sharpe?.ratio).toBeCloseTo(0.3749307956, 10)
    expect(record.sortino).toBeCloseTo(15.8059230306, 8)
    expect(record.deepest?.share).toBeCloseTo(0.0571428571, 10)
    expect(record.deepest).toMatchObject({
      fromMs: WEEK_START_MS + 3 * DAY_MS + 1_000,
      toMs: WEEK_START_MS + 5 * DAY_MS + 1_000,
    })
    expect(record.longestBelowDays).toBe(3)
    expect(record.calmar).toBeNull()
  })

  it('excludes an unfinished day, and has none before the first close', () => {
    const now = WEEK_START_MS + 2 * DAY_MS - 1
    expect(createEquityRecord([100, 101], WEEK_START_MS, now)).toMatchObject({ days: 0, hasBase: true })
    expect(createEquityRecord([100], WEEK_START_MS, WEEK_START_MS + 1)).toMatchObject({
      days: 0,
      hasBase: false,
      sharpe: null,
    })
  })

  it('has a Calmar ratio from ninety days on', () => {
    const closes = Array.from({ length: 91 }, (_, day) => 100 * 1.001 ** day * (day === 50 ? 0.9 : 1))
    expect(createEquityRecord(closes).calmar).toBeCloseTo(
      (1.001 ** 365 - 1) / (1 - (1.001 ** 50 * 0.9) / 1.001 ** 49),
      6,
    )
    expect(createEquityRecord(closes.slice(0, 90)).calmar).toBeNull()
  })

  it('has no Calmar ratio without a drawdown', () => {
    expect(createEquityRecord(Array.from({ length: 100 }, (_, day) => 100 + day))).toMatchObject({
      calmar: null,
      deepest: null,
    })
  })
})

describe('the equity curve', () => {
  it('finds the drawdown within a day, not only between closes', () => {
    const curve = withDay(NO_CURVE, [at(1, 100), at(2, 80), at(3, 110), at(4, 100)], [])
    expect(curve.deepest).toEqual({ share: 0.2, fromMs: at(1, 0).atMs, toMs: at(2, 0).atMs })
    expect(curve.longestBelowMs).toBe(HOUR_MS)
  })

  it('counts deposits and withdrawals neither as gains nor as drawdown', () => {
    const flows = [flow(30, -50), flow(60, 25)]
    const first = withDay(NO_CURVE, [at(1, 100)], flows)
    const second = withDay(first, [at(29, 110), at(31, 60)], flows)
    const third = withDay(second, [at(61, 85)], flows)
    expect(third.deepest).toBeNull()
    expect(dailyReturns(third, WEEK_START_MS + 3 * DAY_MS)).toEqual([0.1, 0])
  })

  it('measures a day that follows unobserved ones from the last observed close', () => {
    const curve = withDay(withDay(NO_CURVE, [at(1, 100)], []), [at(73, 120)], [])
    expect(dailyReturns(curve, WEEK_START_MS + 4 * DAY_MS)).toEqual([0.2])
  })

  it('stays unchanged over a day without samples', () => {
    expect(withDay(NO_CURVE, [], [])).toBe(NO_CURVE)
  })
})
