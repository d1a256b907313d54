import { describe, expect, it } from 'vitest'
import { computeStatistics, type StatisticsInput } from './statistics.ts'

/** Ten wins of 20 and 30 losses of 5, in turn; stops at a loss of 10. */
const TRADES = Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? { net: 20, r: 2 } : { net: -5, r: -0.5 }))

/** Equity that gains 1% and loses 0.5% in turn. */
const equityOver = (days: number): number[] => {
  const equity = [10_000]
  for (let day = 0; day < days; day++) equity.push((equity[day] ?? 0) * (day % 2 === 0 ? 1.01 : 0.995))
  return equity
}

const input = (changes: Partial<StatisticsInput> = {}): StatisticsInput => ({
  trades: TRADES,
  equity: equityOver(100),
  minutes: 144_000,
  minutesActive: 36_000,
  traded: 1_000_000,
  drawdown: { byMinute: 0.005, byPrice: 0.006 },
  ...changes,
})

const valueIn = (figures: ReturnType<typeof computeStatistics>, name: string): number =>
  figures[name]?.value ?? Number.NaN

describe('the statistics of a run', () => {
  const figures = computeStatistics(input())

  it('have the returns, ratios and drawdowns of their definitions', () => {
    const growth = (1.01 * 0.995) ** 50
    expect(valueIn(figures, 'netReturn')).toBeCloseTo(growth - 1, 10)
    expect(valueIn(figures, 'cagr')).toBeCloseTo(growth ** 3.65 - 1, 8)
    expect(valueIn(figures, 'volatility')).toBeCloseTo(0.0075 * Math.sqrt(100 / 99) * Math.sqrt(365), 8)
    expect(valueIn(figures, 'sharpe')).toBeCloseTo((0.0025 / (0.0075 * Math.sqrt(100 / 99))) * Math.sqrt(365), 6)
    expect(valueIn(figures, 'sortino')).toBeCloseTo((0.0025 / (0.005 / Math.SQRT2)) * Math.sqrt(365), 6)
    expect(valueIn(figures, 'calmar')).toBeCloseTo((growth ** 3.65 - 1) / 0.005, 4)
    expect(valueIn(figures, 'longestBelowDays')).toBe(1)
  })

  it('have the trade statistics', () => {
    expect(valueIn(figures, 'winRate')).toBe(0.25)
    expect(valueIn(figures, 'winRateLow')).toBeCloseTo(0.1419, 4)
    expect(valueIn(figures, 'winRateHigh')).toBeCloseTo(0.4019, 4)
    expect(valueIn(figures, 'profitFactor')).toBeCloseTo(200 / 150, 12)
    expect(valueIn(figures, 'payoff')).toBe(4)
    expect(valueIn(figures, 'kelly')).toBeCloseTo(0.25 - 0.75 / 4, 12)
    expect(valueIn(figures, 'expectancy')).toBeCloseTo(1.25, 12)
    expect(valueIn(figures, 'meanR')).toBeCloseTo(0.125, 12)
    expect(valueIn(figures, 'sqn')).toBeCloseTo((Math.sqrt(40) * 0.125) / Math.sqrt((40 * 1.171875) / 39), 8)
    expect(valueIn(figures, 'cvarR')).toBe(-0.5)
    expect(valueIn(figures, 'exposure')).toBe(0.25)
  })

  it('are null with the reason when the sample is too small, and never infinite', () => {
    const few = computeStatistics(input({ trades: TRADES.slice(0, 29), equity: equityOver(29) }))
    expect(few.sharpe).toEqual({ value: null, lack: 'fewer than 30 days' })
    expect(few.winRate).toEqual({ value: null, lack: 'fewer than 30 trades' })
    expect(few.cagr).toEqual({ value: null, lack: 'fewer than 90 days' })
    const wins = computeStatistics(input({ trades: TRADES.map(() => ({ net: 1, r: null })), equity: equityOver(0) }))
    expect(wins.profitFactor).toEqual({ value: null, lack: 'not defined for this sample' })
    for (const { value } of Object.values({ ...few, ...wins })) expect(Number.isFinite(value ?? 0)).toBe(true)
  })
})
