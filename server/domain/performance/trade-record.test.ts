import { describe, expect, it } from 'vitest'
import { aTrade, createTradeRecord, finish, usdt } from '../../../test/support/performance-samples.ts'
import { createRandom } from '../../core/random.ts'
import { buildTradeRecord, tradesDigest } from './trade-record.ts'

const RS = [1.2, -0.6, 1.1, -0.7, -0.65, 2, -0.6, 0.9, -0.55, 1.3]

describe('the record of closed trades', () => {
  it('matches ten known trades', () => {
    const record = createTradeRecord(RS.map((r, index) => aTrade(index, r)))
    expect(record).toMatchObject({ trades: 10, wins: 5, net: '34.00000000', gross: '44.00000000', fees: '10.00000000' })
    expect(record.r.mean).toBeCloseTo(0.34, 12)
    expect(record.usd.mean).toBeCloseTo(3.4, 12)
    expect(record.profitFactor).toBeCloseTo(2.0967741935, 9)
    expect(record.payoff).toBeCloseTo(2.0967741935, 9)
    expect(record.tailMeanR).toBeCloseTo(-0.7, 12)
    expect(record.winCi[0]).toBeGreaterThan(0.2)
    const [low = 1, high = 0] = record.r.ci ?? []
    expect(low).toBeLessThan(0.34)
    expect(high).toBeGreaterThan(0.34)
  })

  it('returns the same digest for the same trades, and another for others', () => {
    const trades = RS.map((r, index) => aTrade(index, r))
    expect(createTradeRecord(trades)).toEqual(createTradeRecord(trades))
    expect(finish(tradesDigest(trades))).not.toBe(finish(tradesDigest(trades.toSpliced(3, 1))))
    expect(finish(tradesDigest(trades))).not.toBe(
      finish(tradesDigest([...trades.slice(0, 9), aTrade(9, 1.3, { risk: null })])),
    )
  })

  it('without trades has no means, no shares and no times', () => {
    expect(createTradeRecord([])).toMatchObject({
      trades: 0,
      net: '0.00000000',
      fromMs: null,
      toMs: null,
      r: { n: 0, mean: null, ci: null },
      usd: { n: 0, mean: null, ci: null },
      winCi: [0, 1],
      profitFactor: null,
      payoff: null,
      tailMeanR: null,
      paidShare: null,
      byStrategy: [],
      byRegime: [],
      withoutRegime: 0,
    })
  })

  it('has no profit factor and no payoff without losses', () => {
    expect(createTradeRecord([aTrade(1, 1), aTrade(2, 0)])).toMatchObject({ profitFactor: null, payoff: null, wins: 1 })
  })

  it('excludes trades without a stop from R only', () => {
    const record = createTradeRecord([aTrade(1, 1), aTrade(2, -1, { risk: null }), aTrade(3, 2, { risk: 0n })])
    expect([record.trades, record.r.n, record.r.mean, record.usd.n]).toEqual([3, 1, 1, 3])
  })

  it('counts strategies and regimes separately; those without one come last or are listed separately', () => {
    const record = createTradeRecord([
      aTrade(1, 1, { strategyId: null, regime: null }),
      aTrade(2, 2, { strategyId: 'S02', regime: 'VOLATILE' }),
      aTrade(3, -1, { regime: 'QUIET' }),
      aTrade(4, -2, { regime: 'QUIET' }),
    ])
    expect(record.byStrategy.map(({ strategyId, trades, net }) => [strategyId, trades, net])).toEqual([
      ['S01', 2, '-30.00000000'],
      ['S02', 1, '20.00000000'],
      [null, 1, '10.00000000'],
    ])
    expect(record.byRegime.map(({ regime, r }) => [regime, r.mean])).toEqual([
      ['QUIET', -1.5],
      ['VOLATILE', 2],
    ])
    expect(record.withoutRegime).toBe(1)
  })

  it('compares fees and funding, paid or received, with the gains', () => {
    const record = createTradeRecord([
      aTrade(1, 1, { gross: usdt(8), fees: usdt(1), funding: usdt(-1) }),
      aTrade(2, -1),
    ])
    expect(record.paidShare).toBeCloseTo((1 + 1 + 1) / 8, 12)
    expect(record.funding).toBe('-1.00000000')
  })

  it('sums the known shortfalls of entries', () => {
    const record = createTradeRecord([aTrade(1, 1, { entryShortfall: usdt(0.25) }), aTrade(2, 1)])
    expect(record.entryShortfall).toEqual({ amount: '0.25000000', trades: 1 })
  })

  it('yields to other tasks repeatedly over ten thousand trades', () => {
    const random = createRandom(5)
    const trades = Array.from({ length: 10_000 }, (_, index) => aTrade(index, random() * 2 - 0.9))
    const steps = buildTradeRecord(trades, finish(tradesDigest(trades)))
    let pauses = 0
    for (let step = steps.next(); !step.done; step = steps.next()) pauses++
    expect(pauses).toBeGreaterThan(100)
    expect(finish(buildTradeRecord(trades.slice(0, 20), 'a'.repeat(64))).trades).toBe(20)
  })
})
