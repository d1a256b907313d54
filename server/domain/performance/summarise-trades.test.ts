import { describe, expect, it } from 'vitest'
import { aTrade, usdt } from '../../../test/support/performance-samples.ts'
import { countLosingStreak, summariseTrades } from './summarise-trades.ts'
import { computePayoff } from './trade-record.ts'

describe('the summary of trades', () => {
  it('sums exactly, and divides gains by losses', () => {
    const trades = [aTrade(1, 2), aTrade(2, -1), aTrade(3, -0.5, { funding: -usdt(0.25) }), aTrade(4, 0)]
    expect(summariseTrades(trades)).toEqual({
      trades: 4,
      wins: 1,
      net: usdt(5),
      gross: usdt(9),
      fees: usdt(4),
      funding: -usdt(0.25),
      profitFactor: 20 / 15,
      meanR: 0.125,
    })
    expect(computePayoff(trades.map(({ net }) => Number(net)))).toBe(20 / 7.5)
  })

  it('has no ratio without a loss, and no R without a stop', () => {
    const trades = [aTrade(1, 2, { risk: null })]
    expect(summariseTrades(trades)).toMatchObject({ wins: 1, profitFactor: null, meanR: null })
    expect(computePayoff(trades.map(({ net }) => Number(net)))).toBeNull()
    expect(summariseTrades([])).toMatchObject({ trades: 0, net: 0n, profitFactor: null, meanR: null })
  })

  it.each([
    [[], 0],
    [[1, 1], 0],
    [[-1, -1, 1, -1], 2],
    [[-1, 0, -1], 1],
    [[1, -1, -1, -1], 3],
  ])('counts the losing streak of %j as %i', (rs, expected) => {
    expect(countLosingStreak(rs.map((r, index) => aTrade(index, r)))).toBe(expected)
  })
})
