import { describe, expect, it } from 'vitest'
import { BTC, createHistory, type Minute, walkFunding, walkMinutes } from '../../../test/support/generated-history.ts'
import { backtestSetup, drain, FROM_MS, finishWith, scripted } from '../../../test/support/scripted-strategy.ts'
import { assumedTrades, randomTrades, tradesAt } from '../../../test/support/traded-minutes.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import { DEFAULT_CONSTITUTION } from '../../domain/risk/default-constitution.ts'
import type { MinuteTrades, WantedTrades } from '../../research/history.ts'
import { printEquity, printTrades } from '../../research/run-files.ts'
import { type BacktestSetup, warmStartMs } from './run-backtest.ts'
import { runFast } from './run-fast.ts'

const WARM_MS = warmStartMs(['1m'], FROM_MS)
const CALM: Minute = { prices: [300_000, 300_300, 299_700, 300_000] }
const CALM_BEFORE = Array.from({ length: (FROM_MS - WARM_MS) / MINUTE_MS }, () => CALM)

/** Stop 1% below or above, target 1% on the other side, decided at the close of the first minute. */
const LONG = scripted({ 0: { direction: 'LONG', stopLoss: 29_700, takeProfit: 30_300 } })
const SHORT = scripted({ 0: { direction: 'SHORT', stopLoss: 30_300, takeProfit: 29_700 } })

/** A minute that reaches both prices. */
const BOTH: Minute = { prices: [300_000, 304_000, 296_000, 300_000] }
const BOTH_MS = FROM_MS + 2 * MINUTE_MS

/** Trades a position over a minute that reaches stop and target, with these trades. */
const play = (trades: MinuteTrades | null, changes: Partial<BacktestSetup> = {}, both = BOTH) => {
  const minutes = [CALM, CALM, both, CALM, CALM]
  const wanted: WantedTrades[] = []
  const setup = backtestSetup({ minutes: minutes.length, strategies: [LONG], resolution: 'trades', ...changes })
  const history = createHistory(WARM_MS, [...CALM_BEFORE, ...minutes])
  const readTrades = (one: WantedTrades): MinuteTrades | null => {
    wanted.push(one)
    return trades
  }
  return { ...finishWith(readTrades, setup, history), wanted }
}

const TARGET_FIRST = tradesAt([0, 300_000], [5_000, 304_000], [45_000, 296_000], [59_999, 300_000])
const STOP_FIRST = tradesAt([0, 300_000], [5_000, 296_000], [45_000, 304_000], [59_999, 300_000])

describe('a minute that reaches both stop and target', () => {
  it.each([
    ['LONG', 'stop-first', TARGET_FIRST, 'TARGET', 303_000],
    ['LONG', 'target-first', STOP_FIRST, 'STOP', 297_000],
    ['SHORT', 'stop-first', STOP_FIRST, 'TARGET', 297_001],
    ['SHORT', 'target-first', TARGET_FIRST, 'STOP', 303_001],
  ] as const)(
    'of a %s position is resolved by its trades although the path is %s',
    (...[side, path, trades, reason, exitTicks]) => {
      const { tally, counts, wanted } = play(trades, { path, strategies: [side === 'LONG' ? LONG : SHORT] })
      expect(tally.trades).toMatchObject([{ reason, exitTicks }])
      expect(counts.ambiguous).toEqual([{ symbol: 'BTCUSDT', minuteMs: BOTH_MS, isResolved: true }])
      expect(wanted).toEqual([{ symbol: 'BTCUSDT', minuteMs: BOTH_MS }])
    },
  )

  it('is left at the time at which its trades pass the price', () => {
    const { tally } = play(TARGET_FIRST)
    expect(tally.trades).toMatchObject([{ closedMs: BOTH_MS + 3_762 }])
  })

  it('is resolved by the order in which its trades reach the prices, not by the order of its extremes', () => {
    const trades = tradesAt([0, 300_000], [10_000, 303_500], [20_000, 296_000], [30_000, 304_000], [59_999, 300_000])
    expect(play(trades).tally.trades).toMatchObject([{ reason: 'TARGET' }])
    const back = tradesAt([0, 300_000], [10_000, 296_900], [20_000, 304_000], [30_000, 296_000], [59_999, 300_000])
    expect(play(back, { path: 'target-first' }).tally.trades).toMatchObject([{ reason: 'STOP' }])
  })

  it('has trades of the same millisecond in their order', () => {
    const trades = tradesAt([7, 300_000], [7, 304_000], [7, 296_000], [7, 300_000])
    expect(play(trades).tally.trades).toMatchObject([{ reason: 'TARGET' }])
  })

  it('moves the mark price with the trades, at the distance of the open', () => {
    const apart: Minute = { prices: [299_000, 303_500, 295_000, 299_000], mark: [300_000, 304_000, 296_500, 300_000] }
    const trades = tradesAt([0, 299_000], [20_000, 301_900], [30_000, 295_000], [40_000, 303_500], [59_999, 299_000])
    expect(play(trades, {}, apart).tally.trades).toMatchObject([{ reason: 'STOP', exitTicks: 296_000 }])
    const reaching = tradesAt([0, 299_000], [20_000, 302_000], [30_000, 295_000], [40_000, 303_500], [59_999, 299_000])
    expect(play(reaching, {}, apart).tally.trades).toMatchObject([{ reason: 'TARGET', exitTicks: 302_000 }])
  })

  it.each([
    ['has no trades stored', null],
    ['has no trades', tradesAt()],
    ['has trades that do not reach its high', tradesAt([0, 300_000], [5_000, 303_999], [45_000, 296_000])],
    ['has trades beyond its low', tradesAt([0, 300_000], [5_000, 304_000], [45_000, 295_999])],
  ])('stays ambiguous if it %s', (_, trades) => {
    const { tally, counts } = play(trades)
    expect(tally.trades).toMatchObject([{ reason: 'STOP' }])
    expect(counts.ambiguous).toEqual([{ symbol: 'BTCUSDT', minuteMs: BOTH_MS, isResolved: false }])
  })

  it('asks for no trades unless they are to resolve it', () => {
    const { counts, wanted } = play(TARGET_FIRST, { resolution: 'none' })
    expect(counts.ambiguous).toEqual([{ symbol: 'BTCUSDT', minuteMs: BOTH_MS, isResolved: false }])
    expect(wanted).toEqual([])
  })
})

const { limits, autotrading } = DEFAULT_CONSTITUTION
/** Lets a strategy that loses trade on. */
const LENIENT = {
  ...DEFAULT_CONSTITUTION,
  limits: { ...limits, maxLossStreak: 10_000, maxDayLossPct: 50, maxDrawdownPct: 50, entriesPerHour: 100 },
  autotrading: { ...autotrading, riskPerTradeBps: 1, quarantineAlarm: 1_000 },
}

describe('a backtest resolved by trades', () => {
  const toMs = FROM_MS + 12 * HOUR_MS

  /** Opens and closes positions all the time, with stops and targets that one minute can reach. */
  const restless = {
    ...LONG,
    horizonBars: 20,
    begin: () => (bar: { readonly close: number; readonly openMs: number }) => {
      const sign = (bar.openMs / MINUTE_MS) % 2 === 0 ? 1 : -1
      const [stopLoss, takeProfit] = [bar.close * (1 - sign * 0.0005), bar.close * (1 + sign * 0.0005)]
      const direction = sign > 0 ? 'LONG' : 'SHORT'
      return {
        kind: 'ENTER' as const,
        direction: direction as 'LONG' | 'SHORT',
        score: 1,
        stopLoss,
        takeProfit,
        features: {},
      }
    },
  }

  const past = (seed: number) => ({
    history: createHistory(WARM_MS, walkMinutes(seed, (toMs - WARM_MS) / MINUTE_MS), {
      funding: walkFunding(seed, WARM_MS, toMs),
    }),
    setup: backtestSetup({ minutes: 12 * 60, strategies: [restless], constitution: LENIENT, path: 'adaptive' }),
  })

  const print = ({ tally }: Pick<ReturnType<typeof finishWith>, 'tally'>) => [
    printTrades(tally.trades, [BTC]),
    printEquity(tally.days, tally.minutes),
    tally.drawdown.byPrice,
  ]

  it.each([1, 2])('has the same trades and equity if the trades follow the assumed path, seed %i', (seed) => {
    const { history, setup } = past(seed)
    const assumed = finishWith(() => null, setup, history)
    const traded = finishWith(assumedTrades(history), { ...setup, resolution: 'trades' }, history)
    expect(assumed.counts.ambiguous.length).toBeGreaterThan(0)
    expect(traded.counts.ambiguous).toEqual(assumed.counts.ambiguous.map((minute) => ({ ...minute, isResolved: true })))
    expect(print(traded)).toEqual(print(assumed))
  })

  it.each([1, 2])('has the same result by both drivers, seed %i', (seed) => {
    const { history, setup } = past(seed)
    const resolved = { ...setup, resolution: 'trades' as const }
    const exact = finishWith(randomTrades(seed, history), resolved, history)
    const fast = drain(runFast(resolved, [history]), randomTrades(seed, history))
    expect(new Set(exact.counts.ambiguous.map(({ isResolved }) => isResolved))).toEqual(new Set([true, false]))
    expect(fast.counts).toEqual(exact.counts)
    expect(print(fast)).toEqual(print(exact))
  })
})
