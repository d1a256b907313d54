import { describe, expect, it } from 'vitest'
import { createHistory, type Minute, walkMinutes } from '../../../test/support/generated-history.ts'
import { backtestSetup, FROM_MS, finish } from '../../../test/support/scripted-strategy.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import { createRandom } from '../../core/random.ts'
import { DEFAULT_CONSTITUTION } from '../../domain/risk/default-constitution.ts'
import { sma } from '../../domain/signal/indicators/sma.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { TradeResult } from '../../research/run-tally.ts'
import { warmStartMs } from './run-backtest.ts'

const [FAST, SLOW, MINUTES] = [8, 24, 1_080]
const WARM = (FROM_MS - warmStartMs(['1m'], FROM_MS)) / MINUTE_MS

/** A walk in which one minute of thirty opens away from the close before it. */
const walkWithGaps = (seed: number): Minute[] => {
  const random = createRandom(seed)
  let moved = 0
  return walkMinutes(seed, WARM + MINUTES).map(({ prices: [open, high, low, close], volume = 0 }) => {
    if (random() < 1 / 30) moved += Math.round((random() - 0.5) * 3_000)
    return { prices: [open + moved, high + moved, low + moved, close + moved], volume }
  })
}

/** 1 for long, -1 for short, 0 for neither. */
type Sign = -1 | 0 | 1

const crossing = (before: number, now: number): Sign => {
  if (before <= 0 && now > 0) return 1
  return before >= 0 && now < 0 ? -1 : 0
}

const toDirection = (sign: Sign): TradeResult['direction'] => (sign > 0 ? 'LONG' : 'SHORT')

/** A cross closes the position against it; the bar after it enters in its direction. */
const cross = (stopShare: number): StrategyDefinition => ({
  id: 'CROSS',
  name: 'CROSS',
  family: 'TREND',
  version: 1,
  params: {},
  warmupBars: SLOW + 1,
  horizonBars: 2_016,
  needs: [],
  begin: () => {
    const [fastAt, slowAt] = [sma(FAST), sma(SLOW)]
    let before = Number.NaN
    let due: Sign = 0
    return ({ close }) => {
      const lead = fastAt(close) - slowAt(close)
      const [crossed, entered] = [crossing(before, lead), due]
      before = lead
      due = crossed
      if (crossed !== 0) return { kind: 'EXIT', direction: toDirection(crossed > 0 ? -1 : 1), features: {} }
      if (entered === 0) return null
      const [stopLoss, takeProfit] = [close * (1 - entered * stopShare), close * 3 ** entered]
      return { kind: 'ENTER', direction: toDirection(entered), score: 1, stopLoss, takeProfit, features: {} }
    }
  },
})

interface Held {
  readonly sign: Sign
  readonly row: number
  readonly entry: number
  readonly stop: number
}

interface Trade extends Held {
  readonly exitRow: number
  readonly exit: number
  readonly reason: string
}

/** Returns the cross at the close of each minute of the run. */
const listCrosses = (minutes: readonly Minute[]): Sign[] => {
  const sumTo = (row: number, length: number): number =>
    minutes.slice(row - length + 1, row + 1).reduce((sum, { prices }) => sum + prices[3], 0)
  const leadAt = (row: number): number => sumTo(row, FAST) * SLOW - sumTo(row, SLOW) * FAST
  return minutes.map((_, row) => (row < WARM ? 0 : crossing(leadAt(row - 1), leadAt(row))))
}

/** Stops are rounded to the tick that is nearer to the price. */
const stopTicks = (close: number, sign: Sign, share: number): number => {
  const stop = close * (1 - sign * share)
  return sign > 0 ? Math.ceil(stop - 1e-6) : Math.floor(stop + 1e-6)
}

/** Returns the price at which a stop trades: its own, or the open of a minute that opens beyond it. */
const stopFill = ({ sign, stop }: Held, [open, high, low]: Minute['prices']): number | null => {
  if ((stop - open) * sign >= 0) return open
  return (stop - (sign > 0 ? low : high)) * sign >= 0 ? stop : null
}

/** Returns the position that is entered at the open of a minute, if any: on the bar after a cross. */
const enterAt = (minutes: readonly Minute[], row: number, sign: Sign, stopShare: number): Held | null => {
  const [before, minute] = [minutes[row - 1], minutes[row]]
  if (sign === 0 || !before || !minute) return null
  return { sign, row, entry: minute.prices[0], stop: stopTicks(before.prices[3], sign, stopShare) }
}

/**
 * Returns the trades that follow from the candles by the rules that backtesters of candles share: what the close of a bar
 * decides is traded at the open of the next one, and an exit precedes the stop.
 */
const listExpected = (minutes: readonly Minute[], stopShare: number): Trade[] => {
  const crosses = listCrosses(minutes)
  const trades: Trade[] = []
  let held: Held | null = null
  for (const [row, { prices }] of minutes.entries()) {
    const [crossed, earlier] = [crosses[row - 1] ?? 0, crosses[row - 2] ?? 0]
    if (held && crossed === -held.sign) {
      trades.push({ ...held, exitRow: row, exit: prices[0], reason: 'STRATEGY' })
      held = null
    }
    held ??= enterAt(minutes, row, crossed === 0 ? earlier : 0, stopShare)
    const exit = held && stopFill(held, prices)
    if (!held || exit === null) continue
    trades.push({ ...held, exitRow: row, exit, reason: 'STOP' })
    held = null
  }
  return trades
}

const rowAt = (atMs: number): number => WARM + Math.floor((atMs - FROM_MS) / MINUTE_MS)

const toTrade = (trade: TradeResult): Trade => ({
  sign: trade.direction === 'LONG' ? 1 : -1,
  row: rowAt(trade.openedMs),
  entry: trade.entryTicks,
  stop: Number(trade.stopTicks),
  exitRow: rowAt(trade.closedMs),
  exit: trade.exitTicks,
  reason: trade.reason,
})

/** Gross result of exact prices less 0.05% of both: a tick of a lot is 10,000 units of money. */
const computeExactNet = ({ direction, entryTicks, exitTicks, lots }: TradeResult): bigint => {
  const gained = direction === 'LONG' ? exitTicks - entryTicks : entryTicks - exitTicks
  return BigInt(lots) * (10_000n * BigInt(gained) - 5n * BigInt(entryTicks + exitTicks))
}

const { limits, autotrading } = DEFAULT_CONSTITUTION
const NO_LIMITS = { maxDayLossPct: 100, maxDrawdownPct: 100, maxLossStreak: 1_000, maxStopPct: 50, maxStopAtr: 1_000 }
const WIDE = {
  ...DEFAULT_CONSTITUTION,
  limits: { ...limits, ...NO_LIMITS, limitCollarBps: 1_000, entriesPerHour: 1_000 },
  autotrading: { ...autotrading, riskPerTradeBps: 100, entryCollarBps: 500, exitCollarBps: 5_000 },
}

describe('the trades of a moving-average cross', () => {
  it.each([
    ['with distant stops', 0.4, [false, false]],
    ['with near stops, some of which a minute opens beyond', 0.004, [true, true]],
  ])('are those that follow from the candles: %s', (_, stopShare, kinds) => {
    const minutes = walkWithGaps(7)
    const market = { spreadBps: 0, participation: 1, impact: 0, funding: false }
    const setup = backtestSetup({ minutes: MINUTES, strategies: [cross(stopShare)], constitution: WIDE, market })
    const { trades } = finish(setup, createHistory(FROM_MS - WARM * MINUTE_MS, minutes)).tally
    const expected = listExpected(minutes, stopShare)
    expect(trades.map(toTrade)).toEqual(expected)
    expect(trades.map(({ net }) => net)).toEqual(trades.map(computeExactNet))
    const stops = expected.filter(({ reason }) => reason === 'STOP')
    expect([stops.some(({ exit, stop }) => exit === stop), stops.some(({ exit, stop }) => exit !== stop)]).toEqual(
      kinds,
    )
    expect(expected.length).toBeGreaterThan(20)
  })
})
