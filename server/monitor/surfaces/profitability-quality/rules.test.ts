import { describe, expect, it } from 'vitest'
import type { Report } from '../../../../contract/monitor/surface.ts'
import { aTrade, createEquityRecord, createTradeRecord } from '../../../../test/support/performance-samples.ts'
import {
  aSnapshot,
  type InputValues,
  report,
  type SnapshotParts,
  TAKEN_AT_MS,
} from '../../../../test/support/truth-samples.ts'
import { DAY_MS } from '../../../core/instant.ts'
import type { ClosedTrade } from '../../../domain/performance/closed-trade.ts'
import type { TrialRecord } from '../../../domain/performance/trial-record.ts'
import type { TradesTruth } from '../../inputs/performance.ts'
import { profitabilityQualityScorecard as surface } from './rules.ts'

const TODAY_MS = Math.floor(TAKEN_AT_MS / DAY_MS) * DAY_MS

/** A number of trades that win and lose alternately. */
const someTrades = (count: number, win: number, loss: number, trade: Partial<ClosedTrade> = {}): ClosedTrade[] =>
  Array.from({ length: count }, (_, index) => aTrade(index, index % 2 === 0 ? win : loss, trade))

const IDENTITY = {
  equityStart: '10000.00000000',
  equityNow: '10050.00000000',
  externalFlows: '0.00000000',
  made: '50.00000000',
  difference: '0.00000000',
}

const tradesTruth = (trades: readonly ClosedTrade[], difference = '0.00000000'): TradesTruth => ({
  record: createTradeRecord(trades),
  open: 1,
  openedAtMs: TAKEN_AT_MS - 40 * DAY_MS,
  identity: { ...IDENTITY, difference },
})

/** A number of daily returns up to yesterday, alternately good and bad. */
const someDays = (count: number, good: number, bad: number) => {
  const closes = [10_000]
  for (let day = 0; day < count; day++) closes.push((closes.at(-1) ?? 0) * (1 + (day % 2 === 0 ? good : bad)))
  return createEquityRecord(closes, TODAY_MS - closes.length * DAY_MS, TAKEN_AT_MS)
}

const someTrials = (trials: Partial<TrialRecord> = {}): TrialRecord => ({
  registered: 1,
  measured: 1,
  varianceOfSharpe: null,
  averageCorrelation: null,
  overfit: null,
  ...trials,
})

const GAINS = {
  trades: tradesTruth(someTrades(120, 1.2, -0.5)),
  equityDays: someDays(60, 0.012, -0.004),
  trials: someTrials(),
}

const judge = (values: InputValues, parts: SnapshotParts = {}): Report => report(surface, aSnapshot(values, parts))
const reasonCodes = ({ reasons }: Report) => reasons.map(({ code }) => code)

describe('trades without an expected edge', () => {
  it('are counted separately and named beside the verdict, and are included in every figure', () => {
    const [first, ...others] = someTrades(120, 1.2, -0.5)
    const trades = [{ ...(first ?? expect.fail('no trade')), exploratory: true as const }, ...others]
    const made = judge({ ...GAINS, trades: tradesTruth(trades) })
    expect(made.verdict).toBe(judge(GAINS).verdict)
    expect(made.data).toMatchObject({
      counts: { closedTrades: 120 },
      exploratory: { trades: 1, net: expect.any(String) },
    })
    expect(made.reasons.at(-1)).toMatchObject({ code: 'EXPLORATORY_TRADES', severity: 'INFO', value: 1 })
    expect(reasonCodes(judge(GAINS))).not.toContain('EXPLORATORY_TRADES')
    expect(judge(GAINS).data).toMatchObject({ exploratory: { trades: 0, net: '0.00000000' } })
  })
})
const missingCodes = ({ missingEvidence }: Report) => missingEvidence.map(({ code }) => code)

describe('profitability-quality-truth', () => {
  it('is proven when every requirement holds', () => {
    const made = judge(GAINS)
    expect(made).toMatchObject({ verdict: 'PROVEN_POSITIVE', severity: 'OK', executionMode: 'PAPER' })
    expect(made.summary).toMatch(/^Trading is profitable: mean R 0\.35 \(95% from .+ to .+\) over 120 closed trades/)
    expect(reasonCodes(made)).toEqual(['MEAN_R'])
    expect(missingCodes(made)).toEqual(['IMPLEMENTATION_SHORTFALL'])
  })

  it('is proven with several trials when the probability of overfitting is low, and reports it when unknown', () => {
    const trials = (value: number | null) =>
      someTrials({
        registered: 2,
        measured: 2,
        varianceOfSharpe: 1e-9,
        overfit: value === null ? null : { value, splits: 252 },
      })
    const low = judge({ ...GAINS, trials: trials(0.2) })
    expect([low.verdict, missingCodes(low)]).toEqual(['PROVEN_POSITIVE', ['IMPLEMENTATION_SHORTFALL']])
    expect(low.data).toMatchObject({ pbo: { value: 0.2, splits: 252 } })
    expect(missingCodes(judge({ ...GAINS, trials: trials(null) }))).toContain('OVERFIT_PROBABILITY')
  })

  it.each([
    [
      'two trials of which the best is probably the best by luck',
      {
        trials: someTrials({
          registered: 2,
          measured: 2,
          varianceOfSharpe: 1e-9,
          overfit: { value: 0.21, splits: 252 },
        }),
      },
      ['OVERFIT_PROBABILITY'],
    ],
    ['too few trades', { trades: tradesTruth(someTrades(99, 1.2, -0.5)) }, ['CLOSED_TRADES']],
    [
      'two trials without the probability of overfitting',
      { trials: someTrials({ registered: 2, measured: 2, varianceOfSharpe: 1e-9 }) },
      ['TRIALS'],
    ],
    [
      'many trials far apart',
      { trials: someTrials({ registered: 40, measured: 30, varianceOfSharpe: 0.5 }) },
      ['DEFLATED_SHARPE', 'TRIALS'],
    ],
    [
      'trials not known to be apart',
      { trials: someTrials({ registered: 9, measured: 1 }) },
      ['DEFLATED_SHARPE', 'TRIALS'],
    ],
    ['no registry', { trials: someTrials({ registered: 0, measured: 0 }) }, ['DEFLATED_SHARPE', 'TRIALS']],
    ['too short a record', { equityDays: someDays(32, 0.012, -0.0085) }, ['DEFLATED_SHARPE', 'TRACK_RECORD']],
    [
      'a mean R that may be zero',
      {
        trades: tradesTruth(
          someTrades(120, 1, -0.999)
            .toReversed()
            .map((trade, index) => ({ ...trade, risk: index < 20 ? 500_000_000n : trade.risk })),
        ),
      },
      ['MEAN_R'],
    ],
  ])('is likely, and reports why not more: %s', (_what, other, codes) => {
    const made = judge({ ...GAINS, ...other })
    expect([made.verdict, reasonCodes(made)]).toEqual(['LIKELY_POSITIVE', codes])
  })

  it('is undecided when mean and Sharpe ratio support neither', () => {
    const even = { ...GAINS, equityDays: someDays(60, 0.01, -0.0099) }
    expect(judge(even)).toMatchObject({ verdict: 'UNPROVEN', severity: 'INFO' })
    expect(reasonCodes(judge(even))).toEqual(['MEAN_R', 'SHARPE_PROBABILITY'])
    const odd = { ...GAINS, trades: tradesTruth(someTrades(60, 1, -1.01)), equityDays: GAINS.equityDays }
    expect(judge(odd).verdict).toBe('UNPROVEN')
  })

  it('has no Sharpe ratio for a flat account, and reports that', () => {
    const made = judge({ ...GAINS, equityDays: someDays(60, 0, 0) })
    expect(made.verdict).toBe('UNPROVEN')
    expect(missingCodes(made)).toContain('SHARPE_RATIO')
    expect(made.data).toMatchObject({ psr0: null, dsr: null, sharpe: { value: null } })
  })
})

describe('a losing scorecard', () => {
  const LOSES = { ...GAINS, trades: tradesTruth(someTrades(60, 0.5, -1.2)), equityDays: someDays(60, 0.004, -0.012) }

  it('is a proven loss when no mean R above zero is credible', () => {
    const made = judge(LOSES)
    expect(made).toMatchObject({ verdict: 'PROVEN_NEGATIVE', severity: 'BLOCK' })
    expect(reasonCodes(made)).toEqual(['MEAN_R'])
  })

  it('is likely losing by the Sharpe ratio alone', () => {
    const wide = [...someTrades(38, 3, -3), aTrade(98, 3), aTrade(99, -5)]
    expect(judge({ ...LOSES, trades: tradesTruth(wide) })).toMatchObject({
      verdict: 'LIKELY_NEGATIVE',
      severity: 'WARN',
    })
    expect(judge({ ...LOSES, trades: tradesTruth(wide), equityDays: someDays(60, 0.01, -0.0099) }).verdict).toBe(
      'UNPROVEN',
    )
  })

  it('reports it for old inputs too, and when the account does not balance', () => {
    expect(judge(LOSES, { agesMs: { trades: DAY_MS, equityDays: DAY_MS } }).verdict).toBe('PROVEN_NEGATIVE')
    const broken = judge({
      ...LOSES,
      trades: { ...LOSES.trades, identity: { ...IDENTITY, difference: '-11.00000000' } },
    })
    expect([broken.verdict, reasonCodes(broken)]).toEqual(['PROVEN_NEGATIVE', ['MEAN_R', 'EQUITY_IDENTITY_BROKEN']])
  })

  it('does not report it on too little evidence', () => {
    expect(judge({ ...LOSES, trades: tradesTruth(someTrades(29, 0.5, -1.2)) }).verdict).toBe('INSUFFICIENT_EVIDENCE')
    expect(judge({ ...LOSES, equityDays: someDays(29, 0.004, -0.012) }).verdict).toBe('INSUFFICIENT_EVIDENCE')
  })
})

describe('a scorecard with too little evidence', () => {
  it('of trades reports when there will be enough at this rate, and shows the current number', () => {
    const made = judge({ ...GAINS, trades: tradesTruth(someTrades(12, 1.2, -0.5)) })
    expect(made.verdict).toBe('INSUFFICIENT_EVIDENCE')
    expect(made.summary).toBe(
      'Not enough evidence to judge profitability: have 12 of 30 closed trades; produced by closed positions; at the current rate reached about 2026-03-03; 1 other item is needed and expected earlier.',
    )
    expect(made.data).toMatchObject({
      counts: { closedTrades: 12, tradesWithRisk: 12, days: 60, openPositions: 1 },
      expectancy: { r: expect.closeTo(0.35, 9) },
    })
  })

  it('of days names the day on which there are enough', () => {
    const made = judge({ ...GAINS, equityDays: someDays(9, 0.012, -0.004) })
    expect(made.missingEvidence[0]).toMatchObject({
      code: 'TRACK_RECORD_DAYS',
      have: 9,
      need: 30,
      unit: 'days',
      earliestAt: new Date(TODAY_MS + 21 * DAY_MS).toISOString(),
    })
  })

  it('is the same on the first day and without a trade', () => {
    const made = judge({
      trades: tradesTruth([]),
      equityDays: createEquityRecord([10_000], TODAY_MS, TAKEN_AT_MS),
      trials: someTrials({ registered: 0, measured: 0 }),
    })
    expect(made.verdict).toBe('INSUFFICIENT_EVIDENCE')
    expect(made.missingEvidence.slice(0, 3)).toMatchObject([
      { code: 'CLOSED_TRADES', have: 0, earliestAt: null },
      { code: 'TRACK_RECORD_DAYS', have: 0, earliestAt: new Date(TODAY_MS + 31 * DAY_MS).toISOString() },
      { code: 'TRADES_WITH_RISK', have: 0 },
    ])
    expect(made.data).toMatchObject({
      counts: { closedTrades: 0, days: 0 },
      pnl: { net: '0.00000000', implementationShortfall: null },
      winRate: { value: null, ci: [0, 1] },
      maxDrawdown: { pct: 0, from: null, underWaterDays: 0 },
      byStrategy: [],
    })
  })

  it('of first stops ignores trades without one', () => {
    const made = judge({ ...GAINS, trades: tradesTruth(someTrades(120, 1.2, -0.5, { risk: null })) })
    expect(made.missingEvidence[0]).toMatchObject({ code: 'TRADES_WITH_RISK', have: 0, need: 30 })
  })

  it.each([
    [30, 'PROVEN_POSITIVE', 30],
    [29, 'INSUFFICIENT_EVIDENCE', 29],
  ])('counts %i days: %s', (days, verdict) => {
    expect(judge({ ...GAINS, equityDays: someDays(days, 0.012, -0.001) }).verdict).toBe(verdict)
  })

  it.each(['trades', 'equityDays', 'trials'] as const)(
    'returns nothing good without its %s, or with old ones',
    (name) => {
      const { [name]: _left, ...others } = GAINS
      const made = judge(others)
      expect(made.verdict).toBe('INSUFFICIENT_EVIDENCE')
      expect(made.missingEvidence).toHaveLength(1)
      expect(judge(GAINS, { agesMs: { [name]: 300_000 } }).verdict).toBe('PROVEN_POSITIVE')
      expect(judge(GAINS, { agesMs: { [name]: 300_001 } }).verdict).toBe('INSUFFICIENT_EVIDENCE')
    },
  )

  it('returns no verdict without data', () => {
    const made = judge({})
    expect(made.verdict).toBe('INSUFFICIENT_EVIDENCE')
    expect(made.missingEvidence).toHaveLength(3)
    expect(made.data).toMatchObject({ counts: null, pnl: null, trials: null, equityIdentity: null, maxDrawdown: null })
  })
})

describe('an account that its lifecycles do not explain', () => {
  it.each([
    ['10.00000000', 'PROVEN_POSITIVE'],
    ['-10.00000000', 'PROVEN_POSITIVE'],
    ['10.00000001', 'INSUFFICIENT_EVIDENCE'],
    ['-10.00000001', 'INSUFFICIENT_EVIDENCE'],
  ])('by %s USDT of ten thousand: %s', (difference, verdict) => {
    expect(judge({ ...GAINS, trades: { ...GAINS.trades, identity: { ...IDENTITY, difference } } }).verdict).toBe(
      verdict,
    )
  })

  it('may be off by one USDT, however small its opening balance', () => {
    const identity = { ...IDENTITY, equityStart: '50.00000000' }
    const off = (difference: string) =>
      judge({ ...GAINS, trades: { ...GAINS.trades, identity: { ...identity, difference } } })
    expect([off('1.00000000').verdict, off('1.00000001').verdict]).toEqual(['PROVEN_POSITIVE', 'INSUFFICIENT_EVIDENCE'])
  })

  it('reports and shows the amount outside any trade', () => {
    const made = judge({ ...GAINS, trades: { ...GAINS.trades, identity: { ...IDENTITY, difference: '12.50000000' } } })
    expect(reasonCodes(made)).toEqual(['EQUITY_IDENTITY_BROKEN'])
    expect(made.summary).toContain(
      '12.50000000 USDT of equity is not explained by any lifecycle or cash flow (tolerance 10 USDT)',
    )
    expect(made.data).toMatchObject({ equityIdentity: { ok: false, differenceUsd: '12.50000000', toleranceUsd: 10 } })
    const few = judge({
      ...GAINS,
      trades: { ...tradesTruth(someTrades(5, 1, -1)), identity: { ...IDENTITY, difference: '12.5' } },
    })
    expect(missingCodes(few).slice(0, 3)).toEqual(['CLOSED_TRADES', 'TRADES_WITH_RISK', 'EQUITY_IDENTITY'])
  })
})

describe('the figures of a scorecard', () => {
  it('are all present, each of its own kind', () => {
    const made = judge({
      ...GAINS,
      trials: someTrials({ registered: 9, measured: 9, varianceOfSharpe: 0.0025, averageCorrelation: 0.5 }),
    })
    expect(made.data).toMatchObject({
      scope: { executionMode: 'PAPER', strategies: ['S01'] },
      pnl: { gross: '540.00000000', fees: '120.00000000', funding: '0.00000000', net: '420.00000000' },
      profitFactor: expect.closeTo(2.4, 9),
      winRate: { value: 0.5 },
      payoff: expect.closeTo(2.4, 9),
      cvar95R: -0.5,
      costRatio: null,
      trials: { registered: 9, measured: 9, effective: 5, varianceOfSharpe: 0.0025 },
      pbo: null,
      equityIdentity: { ok: true, toleranceUsd: 10 },
      byStrategy: [{ strategyId: 'S01', trades: 120, winRate: 0.5 }],
      byRegime: [{ regime: 'RANGE', trades: 120 }],
    })
  })

  it('report when the regime of some trades is not stored', () => {
    const some = [...someTrades(118, 1.2, -0.5), aTrade(200, 1, { regime: null }), aTrade(201, 1, { regime: null })]
    const made = judge({ ...GAINS, trades: tradesTruth(some) })
    expect(made.missingEvidence).toContainEqual(
      expect.objectContaining({ code: 'REGIME_AT_ENTRY', have: 118, need: 120 }),
    )
  })
})
