import { type BacktestOutcome, type BacktestSetup, warmStartMs } from '../../server/app/research/run-backtest.ts'
import { runFast } from '../../server/app/research/run-fast.ts'
import { assert } from '../../server/core/assert.ts'
import { computeDigest } from '../../server/core/digest.ts'
import { writeExact } from '../../server/core/exact-json.ts'
import { MINUTE_MS } from '../../server/core/instant.ts'
import { createRandom, type Random } from '../../server/core/random.ts'
import type { Constitution } from '../../server/domain/risk/constitution.ts'
import { DEFAULT_CONSTITUTION } from '../../server/domain/risk/default-constitution.ts'
import { PERIOD_BARS } from '../../server/domain/signal/series.ts'
import { strategiesFor } from '../../server/domain/signal/strategies/index.ts'
import type { Idea, StrategyDefinition } from '../../server/domain/signal/strategy.ts'
import { ExactOnly } from '../../server/research/fast/exact-only.ts'
import type { InstrumentHistory } from '../../server/research/history.ts'
import { createHistory, type Minute, walkFunding, walkMinutes } from '../support/generated-history.ts'
import { backtestSetup, drain, finishWith } from '../support/scripted-strategy.ts'
import { randomTrades } from '../support/traded-minutes.ts'
import { describe, pick } from './research.ts'
import type { SeedResult } from './run-seed.ts'

/**
 * Runs a backtest on a random market with a random strategy and random limits by both drivers, and by the exact one
 * with every price. All must have the same signals, trades, refusals, pauses and equity, unless the fast driver leaves
 * the run to the exact one.
 */
export const compareDrivers = (seed: number): SeedResult => {
  const { setup, history } = drawBacktest(seed)
  const readTrades = randomTrades(seed, history)
  const span = ['virtual ms', setup.toMs - setup.fromMs] as const
  const fast = runUnlessExactOnly(setup, history, readTrades)
  if (fast instanceof ExactOnly) {
    const totals = new Map([span, [`backtests left to the exact driver: ${fast.code}`, 1]])
    return { digest: computeDigest(fast.code), violation: undefined, totals }
  }
  const { tally } = fast
  const parts = describe(fast)
  const differing = (others: Record<string, unknown>): string | undefined =>
    Object.keys(parts).find((name) => writeExact(parts[name]) !== writeExact(others[name]))
  const inExact = differing(describe(finishWith(readTrades, setup, history)))
  const difference =
    inExact ?? differing(describe(finishWith(readTrades, { ...setup, playsEverything: true }, history)))
  const observed = `${difference} of the fast driver is not that of the exact one${inExact ? '' : ' with every price'}`
  const violation = { seed, afterMs: 0, invariant: 'RESEARCH', observed, trace: [], flags: '--research ' }
  return {
    digest: computeDigest(writeExact(parts)),
    violation: difference === undefined ? undefined : violation,
    totals: new Map([
      span,
      ['backtests with both drivers', 1],
      ['trades with both drivers', tally.trades.length],
      ['refusals with both drivers', [...tally.refusals.values()].reduce((all, count) => all + count, 0)],
      ['pauses with both drivers', tally.pauses.length],
      ['minutes resolved by trades', fast.counts.ambiguous.filter(({ isResolved }) => isResolved).length],
    ]),
  }
}

/** First minute of an indicator period on all these bars, so that the preceding history is as short as possible. */
const START_MS = 940 * PERIOD_BARS * 15 * MINUTE_MS

const drawBacktest = (seed: number): { readonly setup: BacktestSetup; readonly history: InstrumentHistory } => {
  const random = createRandom(seed)
  const interval = pick(['1m', '1m', '1m', '1m', '1m', '1m', '5m', '15m'] as const, random)
  const bars = { '1m': 1, '5m': 5, '15m': 15 }[interval]
  const count = (interval === '1m' ? 200 : 1_500) + Math.floor(random() * 1_400)
  const warmFromMs = warmStartMs([interval], START_MS)
  const before = (START_MS - warmFromMs) / MINUTE_MS
  const wildness = random() < 0.5 ? 0 : 0.01
  const wideness = pick([wildness * 2, 0.3], random)
  const minutes = distort(walkMinutes(seed, before + count), { wildness, wideness }, random)
  const base = backtestSetup({ minutes: count })
  const setup: BacktestSetup = {
    ...base,
    fromMs: START_MS,
    toMs: START_MS + count * MINUTE_MS,
    strategies: [random() < 0.6 ? drawScripted(bars, random) : drawBuiltIn(interval, random)],
    intervals: [interval],
    path: pick(['stop-first', 'target-first', 'adaptive'], random),
    resolution: pick(['none', 'trades'], random),
    rearmsDaily: random() < 0.5,
    latencyMs: pick([50, 50, 50, 0, 800, 25_000], random),
    constitution: drawConstitution(random),
    market: {
      spreadBps: pick([0, 0.5, 5], random),
      participation: pick([1, 1, 0.1], random),
      impact: pick([0, 1], random),
      funding: random() < 0.8,
    },
  }
  const history = createHistory(warmFromMs, minutes, { funding: walkFunding(seed, warmFromMs, setup.toMs) })
  return { setup, history }
}

const runUnlessExactOnly = (
  setup: BacktestSetup,
  history: InstrumentHistory,
  readTrades: ReturnType<typeof randomTrades>,
): BacktestOutcome | ExactOnly => {
  try {
    return drain(runFast(setup, [history]), readTrades)
  } catch (error) {
    if (error instanceof ExactOnly) return error
    throw error
  }
}

/** Adds jumps between minutes, flat, wide and thin minutes, and a separate mark price. */
const distort = (
  minutes: readonly Minute[],
  { wildness, wideness }: { readonly wildness: number; readonly wideness: number },
  random: Random,
): Minute[] => {
  let shift = 0
  let basis = 0
  return minutes.map(({ prices, volume = 0 }) => {
    if (random() < wildness) shift += Math.round((random() - 0.5) * 6_000)
    if (random() < 0.02) basis = Math.round((random() - 0.5) * 120)
    const moved = (price: number): number => Math.max(1_000, price + shift)
    const [open, high, low, close] = prices.map(moved) as [number, number, number, number]
    const kind = random()
    if (kind < wildness) return { prices: [close, close, close, close], volume: 0 }
    const wide = kind < wildness + wideness ? Math.round(random() * 2_000) : 0
    const last = [open, high + wide, Math.max(1, low - wide), close] as const
    const mark = last.map((price) => Math.max(1, price + basis)) as [number, number, number, number]
    return { prices: last, mark, volume: random() < 0.03 ? 1 + Math.floor(random() * 500) : volume }
  })
}

/** Returns a strategy on bars of this many minutes with random ideas, sometimes with a stop at the very close. */
const drawScripted = (bars: number, random: Random): StrategyDefinition => {
  const share = pick([0.01, 0.03, 0.1], random)
  const seed = Math.floor(random() * 2 ** 31)
  return {
    id: 'SCRIPTED',
    name: 'SCRIPTED',
    family: 'TREND',
    version: 1,
    params: {},
    warmupBars: 0,
    horizonBars: 1 + Math.floor(random() * 120),
    needs: [],
    begin: () => (bar) => {
      const drawn = createRandom(seed + Math.floor(bar.openMs / (bars * MINUTE_MS)))
      drawn()
      return drawn() < share ? drawIdea(bar.close, drawn) : null
    },
  }
}

const drawIdea = (close: number, random: Random): Idea => {
  const direction = random() < 0.5 ? 'LONG' : 'SHORT'
  if (random() < 0.15) return { kind: 'EXIT', direction, features: {} }
  const sign = direction === 'LONG' ? 1 : -1
  const far = random() < 0.05 ? 0.1 : 0.015
  const [risk, gain] = [random() * far + 0.0002, random() * far + 0.0002]
  const [stopLoss, takeProfit] = [close * (1 - sign * risk), close * (1 + sign * gain)]
  return { kind: 'ENTER', direction, score: random(), stopLoss, takeProfit, features: {} }
}

const drawBuiltIn = (interval: '1m' | '5m' | '15m', random: Random): StrategyDefinition => {
  const definitions = strategiesFor(interval)
  const definition = definitions[Math.floor(random() * definitions.length)]
  assert(definition, 'there must be strategies')
  return definition
}

const drawConstitution = (random: Random): Constitution => {
  const { limits, autotrading } = DEFAULT_CONSTITUTION
  return {
    ...DEFAULT_CONSTITUTION,
    limits: {
      ...limits,
      maxLossStreak: pick([limits.maxLossStreak, 2, 50], random),
      maxDayLossPct: pick([limits.maxDayLossPct, 0.2, 50], random),
      maxDrawdownPct: pick([limits.maxDrawdownPct, 0.3, 50], random),
      entriesPerHour: pick([limits.entriesPerHour, 1, 100], random),
      maxOrderNotional: pick([limits.maxOrderNotional, '500'], random),
    },
    autotrading: {
      ...autotrading,
      riskPerTradeBps: pick([autotrading.riskPerTradeBps, 50, 1], random),
      entryCollarBps: pick([autotrading.entryCollarBps, 2], random),
      exitCollarBps: pick([autotrading.exitCollarBps, 3], random),
      quarantineAlarm: pick([autotrading.quarantineAlarm, 2], random),
    },
  }
}
