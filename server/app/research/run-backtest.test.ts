import { describe, expect, it } from 'vitest'
import { BTC, createHistory, type Minute, walkFunding, walkMinutes } from '../../../test/support/generated-history.ts'
import { backtestSetup, FROM_MS, finish, scripted } from '../../../test/support/scripted-strategy.ts'
import { decimal } from '../../core/decimal.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import { applyRate, valueAt } from '../../domain/account/money.ts'
import { ticks } from '../../domain/market/instrument.ts'
import { DEFAULT_CONSTITUTION } from '../../domain/risk/default-constitution.ts'
import { warmStartMs } from './run-backtest.ts'

/** A market that moves 30 USDT about 30,000 and goes nowhere. */
const CALM: Minute = { prices: [300_000, 300_300, 299_700, 300_000] }
const WARM_MS = warmStartMs(['1m'], FROM_MS)
const CALM_BEFORE = Array.from({ length: (FROM_MS - WARM_MS) / MINUTE_MS }, () => CALM)

/** Stop 1% below, target 1% above, decided at the close of the first minute. */
const LONG = scripted({ 0: { direction: 'LONG', stopLoss: 29_700, takeProfit: 30_300 } })
const SHORT = scripted({ 0: { direction: 'SHORT', stopLoss: 30_300, takeProfit: 29_700 } })

const play = (
  minutes: readonly (Minute | null)[],
  changes: Partial<Parameters<typeof backtestSetup>[0]> = {},
  funding?: Parameters<typeof createHistory>[2],
) =>
  finish(
    backtestSetup({ minutes: minutes.length, strategies: [LONG], ...changes }),
    createHistory(WARM_MS, [...CALM_BEFORE, ...minutes], funding),
  )

const quiet = (price: number): Minute => ({ prices: [price, price + 10, price - 10, price] })

describe('a backtest of one entry', () => {
  it('decides at the close of a bar and trades at the open of the next minute', () => {
    const { tally, openPositions } = play([CALM, quiet(300_050), quiet(300_100)])
    expect(tally).toMatchObject({ signals: 1, considered: 1, ordered: 1, givenUp: 0, fills: 1 })
    const [position] = openPositions
    expect(position).toMatchObject({ direction: 'LONG', openedAtMs: FROM_MS + MINUTE_MS + 50 })
    expect(position?.entered.value).toBe(valueAt(BTC, ticks(300_051), position?.entered.quantity ?? (0 as never)))
  })

  it.each([
    [0, 300_000, 50],
    [50, 300_000, 50],
    [5_050, 300_502, 5_050],
    [30_000, 300_002, 30_000],
    [80_000, 300_010, 80_000],
  ])('trades an entry that takes %i ms at the price of its arrival', (latencyMs, price, arrivesAfterMs) => {
    const moving: Minute = { prices: [300_000, 302_003, 298_000, 300_000] }
    const { openPositions } = play([CALM, moving, quiet(300_000), quiet(300_000)], { strategies: [SHORT], latencyMs })
    const [position] = openPositions
    expect(position).toMatchObject({ openedAtMs: FROM_MS + MINUTE_MS + arrivesAfterMs })
    expect(position?.entered.value).toBe(valueAt(BTC, ticks(price), position?.entered.quantity ?? (0 as never)))
  })

  it('drops an entry whose price has moved away', () => {
    const { tally } = play([CALM, quiet(301_000), quiet(301_000)])
    expect(tally).toMatchObject({ ordered: 1, givenUp: 1, fills: 0 })
  })

  it('exits at the stop, at the bid below it', () => {
    const { tally } = play([CALM, quiet(300_000), { prices: [300_000, 300_100, 296_000, 296_500] }, quiet(296_500)])
    const [trade] = tally.trades
    expect(trade).toMatchObject({ reason: 'STOP', entryTicks: 300_001, exitTicks: 297_000, stopTicks: 297_000 })
    const { lots = 0 as never } = trade ?? {}
    const [bought, sold] = [valueAt(BTC, ticks(300_001), lots), valueAt(BTC, ticks(297_000), lots)]
    const fees = applyRate(bought, decimal('0.0005')) + applyRate(sold, decimal('0.0005'))
    expect(trade).toMatchObject({ gross: sold - bought, fees, net: sold - bought - fees })
  })

  it('exits at the target, never at a better price', () => {
    const { tally } = play([CALM, quiet(300_000), { prices: [300_000, 304_000, 299_900, 304_000] }, quiet(304_000)])
    expect(tally.trades).toMatchObject([{ reason: 'TARGET', exitTicks: 303_000 }])
  })

  it('exits a short position at its stop and its target', () => {
    const up = play([CALM, quiet(300_000), { prices: [300_000, 304_000, 300_000, 304_000] }], { strategies: [SHORT] })
    expect(up.tally.trades).toMatchObject([
      { reason: 'STOP', direction: 'SHORT', entryTicks: 300_000, exitTicks: 303_001 },
    ])
    const down = play([CALM, quiet(300_000), { prices: [300_000, 300_000, 296_000, 296_000] }], { strategies: [SHORT] })
    expect(down.tally.trades).toMatchObject([{ reason: 'TARGET', exitTicks: 297_001 }])
  })

  it('trades at the open when it opens beyond the stop', () => {
    const { tally } = play([CALM, quiet(300_000), quiet(295_000), quiet(295_000)])
    expect(tally.trades).toMatchObject([{ reason: 'STOP', exitTicks: 295_000 }])
  })

  it('takes the stop first or the target first when one bar has both, and counts the bar', () => {
    const both: Minute = { prices: [300_000, 304_000, 296_000, 300_000] }
    const first = play([CALM, quiet(300_000), both, quiet(300_000)])
    const second = play([CALM, quiet(300_000), both, quiet(300_000)], { path: 'target-first' })
    expect([first, second].map(({ tally, counts }) => [tally.trades[0]?.reason, counts.ambiguous.length])).toEqual([
      ['STOP', 1],
      ['TARGET', 1],
    ])
    const nearHigh: Minute = { prices: [302_000, 304_000, 296_000, 300_000] }
    const third = play([CALM, quiet(300_000), nearHigh, quiet(300_000)], { path: 'adaptive' })
    expect(third.tally.trades[0]?.reason).toBe('TARGET')
  })

  it('triggers stops by the mark price and trades at the last price', () => {
    const spike: Minute = { prices: [300_000, 300_100, 296_000, 300_000], mark: [300_000, 300_100, 299_000, 300_000] }
    expect(play([CALM, quiet(300_000), spike, quiet(300_000)]).openPositions).toHaveLength(1)
    const apart: Minute = { prices: [299_000, 299_100, 295_000, 295_500], mark: [300_000, 300_100, 296_000, 296_500] }
    const { tally } = play([CALM, quiet(300_000), apart, quiet(295_500)])
    expect(tally.trades).toMatchObject([{ reason: 'STOP', exitTicks: 296_000 }])
  })

  it('ends with the horizon and with the exit of its strategy', () => {
    const minutes = [CALM, ...Array.from({ length: 6 }, () => quiet(300_000))]
    const entry = { 0: { direction: 'LONG', stopLoss: 29_700, takeProfit: 30_300 } } as const
    const horizon = play(minutes, { strategies: [scripted(entry, { horizonBars: 3 })] })
    expect(horizon.tally.trades).toMatchObject([{ reason: 'HORIZON', closedMs: FROM_MS + 4 * MINUTE_MS + 50 }])
    const exit = play(minutes, { strategies: [scripted({ ...entry, 2: 'EXIT_LONG' })] })
    expect(exit.tally.trades).toMatchObject([{ reason: 'STRATEGY', closedMs: FROM_MS + 3 * MINUTE_MS + 50 }])
  })

  it('pauses at the price that completes a losing streak', () => {
    const minutes = [CALM, ...Array.from({ length: 6 }, () => quiet(300_000))]
    const limits = { ...DEFAULT_CONSTITUTION.limits, maxLossStreak: 1 }
    const { tally } = play(minutes, {
      strategies: [scripted({ 0: { direction: 'LONG', stopLoss: 29_700, takeProfit: 30_300 } }, { horizonBars: 3 })],
      constitution: { ...DEFAULT_CONSTITUTION, limits },
    })
    const [trade] = tally.trades
    expect(tally.pauses).toEqual([{ atMs: trade?.closedMs, code: 'LOSS_STREAK' }])
  })

  it('fills up to the volume of the minute', () => {
    const thin = { ...quiet(300_000), volume: 7 }
    const { openPositions, tally } = play([CALM, thin, quiet(300_000)])
    expect([openPositions[0]?.quantity, tally.fills]).toEqual([7, 1])
  })

  it('keeps a position over a gap, and its strategy restarts after it', () => {
    const { tally, counts, facts } = play([CALM, quiet(300_000), null, null, quiet(295_000), quiet(295_000)])
    expect(counts).toMatchObject({ symbolMinutes: 4, gapMinutes: 2 })
    expect(tally.trades).toMatchObject([{ reason: 'STOP', exitTicks: 295_000 }])
    expect(facts.filter(({ kind }) => kind === 'streamChanged')).toHaveLength(3)
  })
})

describe('funding in a backtest', () => {
  const rate = decimal('0.0003')
  const settledAtMs = FROM_MS + 8 * HOUR_MS
  const funding = [
    { symbol: 'BTCUSDT', rate: decimal('0.0001'), settledAtMs: FROM_MS, intervalMs: 8 * HOUR_MS },
    { symbol: 'BTCUSDT', rate, settledAtMs: settledAtMs + 7, intervalMs: 8 * HOUR_MS },
  ]
  const minutes = Array.from({ length: 8 * 60 + 3 }, (_, row) => (row === 0 ? CALM : quiet(300_000)))
  const enterAt = (bar: number) => ({
    strategies: [
      scripted({ [bar]: { direction: 'LONG', stopLoss: 29_700, takeProfit: 30_300 } }, { horizonBars: 900 }),
    ],
  })

  it('is paid on positions open at the settlement, at the mark of that instant', () => {
    const { account, openPositions } = play(minutes, enterAt(8 * 60 - 2), { funding })
    const [position] = openPositions
    expect(account.funding).toBe(-applyRate(valueAt(BTC, ticks(300_000), position?.quantity ?? (0 as never)), rate))
  })

  it('is not paid on positions opened at that instant, nor without funding', () => {
    const late = play(minutes, enterAt(8 * 60 - 1), { funding })
    expect([late.account.funding, late.openPositions.length]).toEqual([0n, 1])
    const without = { ...enterAt(8 * 60 - 2), market: { spreadBps: 0.01, participation: 1, impact: 0, funding: false } }
    expect(play(minutes, without, { funding }).account.funding).toBe(0n)
  })
})

const WALK = walkMinutes(7, CALM_BEFORE.length + 3 * 24 * 60)
const FUNDING = walkFunding(7, WARM_MS, FROM_MS + 4 * 24 * HOUR_MS)
/** An entry every 40 minutes, of either direction, with a stop and a target within reach. */
const busy = () => ({
  ...scripted({}, { horizonBars: 30 }),
  begin: () => (bar: { openMs: number; close: number }) => {
    const turn = Math.round(bar.openMs / MINUTE_MS) + 4
    if (turn % 40 !== 0) return null
    const direction = turn % 80 === 0 ? ('LONG' as const) : ('SHORT' as const)
    const sign = direction === 'LONG' ? 1 : -1
    const [stopLoss, takeProfit] = [bar.close * (1 - sign * 0.004), bar.close * (1 + sign * 0.003)]
    return { kind: 'ENTER' as const, direction, score: 1, stopLoss, takeProfit, features: {} }
  },
})

const walk = (minutes: readonly (Minute | null)[] = WALK, changes: object = {}) =>
  finish(
    backtestSetup({
      minutes: 3 * 24 * 60,
      strategies: [busy()],
      market: { spreadBps: 1, participation: 0.1, impact: 1, funding: true },
      rearmsDaily: true,
      ...changes,
    }),
    createHistory(WARM_MS, minutes, { funding: FUNDING }),
  )

/** Facts as strings, one each: thousands of objects are compared in a hundredth of the time. */
const print = (facts: ReturnType<typeof walk>['facts']): string[] =>
  facts.map((fact) => JSON.stringify(fact, (_name, value) => (typeof value === 'bigint' ? `${value}n` : value)))

describe('a backtest of many trades', () => {
  const done = walk()

  it('trades, and changes its equity exactly by realised PnL, payments and holdings', () => {
    const { tally, account, equity, openPositions } = done
    expect(tally.trades.length).toBeGreaterThan(40)
    const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
    const open = openPositions.map(({ realizedPnl, feesPaid, funding }) => realizedPnl - feesPaid + funding)
    expect(account.walletBalance - account.opening).toBe(sum(tally.trades.map(({ net }) => net)) + sum(open))
    const mark = WALK.at(-1)?.prices[3] ?? 0
    const unrealised = openPositions.map(({ quantity, cost, direction }) => {
      const worth = valueAt(BTC, ticks(mark), quantity)
      return direction === 'LONG' ? worth - cost : cost - worth
    })
    expect(equity).toBe(account.walletBalance + sum(unrealised))
    expect(account.funding).not.toBe(0n)
  })

  it('never trades outside its minute and the spread', () => {
    const fills = done.facts.flatMap((fact) => (fact.kind === 'executed' ? fact.fills : []))
    for (const { price, executedAtMs } of fills) {
      const [, high = 0, low = 0] = WALK[Math.floor((executedAtMs - WARM_MS) / MINUTE_MS)]?.prices ?? []
      const spread = Math.ceil(price * 0.0001) + 1
      expect(price).toBeLessThanOrEqual(high + spread)
      expect(price).toBeGreaterThanOrEqual(low - spread)
    }
  })

  it('never trades a stop better than its trigger', () => {
    const stopped = done.tally.trades.filter(({ reason }) => reason === 'STOP')
    expect(stopped.length).toBeGreaterThan(10)
    for (const { direction, stopTicks, exitTicks } of stopped) {
      const better = exitTicks - (stopTicks ?? 0)
      expect(direction === 'LONG' ? better : -better).toBeLessThanOrEqual(0)
    }
  })

  it('is reproducible, and never better with the stop first than with the target first', () => {
    expect(print(walk().facts)).toEqual(print(done.facts))
    const other = walk(WALK, { path: 'target-first' })
    expect(other.equity).toBeGreaterThanOrEqual(done.equity)
  })

  it('depends on nothing that comes later', () => {
    const cut = CALM_BEFORE.length + 24 * 60
    const atMs = FROM_MS + 24 * HOUR_MS
    const noise = walkMinutes(99, WALK.length - cut, 310_000)
    const changed = walk([...WALK.slice(0, cut), ...noise])
    const shorter = walk(WALK.slice(0, cut), { toMs: atMs })
    const printBefore = ({ facts }: typeof done): string[] =>
      print(facts.filter((fact) => 'atMs' in fact && fact.atMs < atMs))
    const before = printBefore(done)
    expect(printBefore(changed)).toEqual(before)
    expect(printBefore(shorter)).toEqual(before)
    expect(before.length).toBeGreaterThan(200)
  })
})
