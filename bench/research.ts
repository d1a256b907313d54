/**
 * Benchmark of backtests: signals of every strategy, whole runs by the fast and the exact driver, and a parameter grid,
 * in bars per CPU second.
 */

import { driveBacktest } from '../server/app/research/drive-backtest.ts'
import {
  type BacktestOutcome,
  type BacktestSetup,
  runBacktest,
  warmStartMs,
} from '../server/app/research/run-backtest.ts'
import { runFast } from '../server/app/research/run-fast.ts'
import { assert } from '../server/core/assert.ts'
import { decimal } from '../server/core/decimal.ts'
import { MINUTE_MS } from '../server/core/instant.ts'
import { toMoney } from '../server/domain/account/money.ts'
import type { Constitution } from '../server/domain/risk/constitution.ts'
import { DEFAULT_CONSTITUTION } from '../server/domain/risk/default-constitution.ts'
import { sma } from '../server/domain/signal/indicators/sma.ts'
import { strategiesFor } from '../server/domain/signal/strategies/index.ts'
import type { StrategyDefinition } from '../server/domain/signal/strategy.ts'
import type { DriverRun } from '../server/research/driver.ts'
import { findIdeas } from '../server/research/fast/idea-stage.ts'
import type { InstrumentHistory } from '../server/research/history.ts'
import { createHistory, walkFunding, walkMinutes } from '../test/support/generated-history.ts'
import { backtestSetup, drain, FROM_MS } from '../test/support/scripted-strategy.ts'
import { atLeast, atMost, type Row, times } from './measure.ts'

/**
 * One-minute bars of a month and a day. A run over a year is no slower per bar if the strategy is quarantined during it,
 * as most are; otherwise its calibrations grow to their maximum of outcomes.
 */
const MINUTES = 32 * 1_440
const YEAR_MINUTES = 365 * 1_440
const SEED = 7
const MARKET = { spreadBps: 0.5, participation: 0.1, impact: 1, funding: true } as const

/** Measures the signals of every strategy, and whole backtests by both drivers. */
export const researchRows = async (): Promise<Row[]> => {
  const history = generate('1m')
  return [
    ...strategiesFor('1m').map((definition) => ideasRow(history, definition)),
    driversRow('S05', '1m', history),
    driversRow('S05', '5m', generate('5m')),
    driversRow('S09', '5m', generate('5m')),
    crossRow(generate('1m', YEAR_MINUTES)),
    gridRow(generate('5m', YEAR_MINUTES)),
  ]
}

type BenchInterval = '1m' | '5m'

const generate = (interval: BenchInterval, count = MINUTES): InstrumentHistory => {
  const warmFromMs = warmStartMs([interval], FROM_MS)
  const minutes = walkMinutes(SEED, (FROM_MS - warmFromMs) / MINUTE_MS + count)
  return createHistory(warmFromMs, minutes, { funding: walkFunding(SEED, warmFromMs, FROM_MS + count * MINUTE_MS) })
}

/** Returns the CPU seconds of a repeated call, after a warm-up call. */
const cpuSeconds = (work: () => void): number => {
  work()
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const bars = (count: number): string => `${Math.round(count).toLocaleString('en')} bars/s`

const ideasRow = (history: InstrumentHistory, definition: ReturnType<typeof strategiesFor>[number]): Row => {
  const warmFromMs = warmStartMs(['1m'], FROM_MS)
  const toMs = FROM_MS + MINUTES * MINUTE_MS
  const range = { warmFromMs, fromMs: FROM_MS, toMs }
  const stage = { history, market: MARKET, definition, interval: '1m', ...range, retainsSetups: false } as const
  const perSecond = (toMs - warmFromMs) / MINUTE_MS / cpuSeconds(() => void [...findIdeas(stage)])
  return {
    what: `ideas of ${definition.id}, 1m bars`,
    measured: bars(perSecond),
    against: '',
    ratio: '',
    goals: [atLeast(perSecond / 1e6, [1, 'M bars/s'])],
  }
}

type Run = (setup: BacktestSetup, histories: readonly InstrumentHistory[]) => DriverRun<BacktestOutcome>

const driversRow = (strategyId: string, interval: BenchInterval, history: InstrumentHistory): Row => {
  const strategies = strategiesFor(interval).filter(({ id }) => id === strategyId)
  const setup = backtestSetup({
    minutes: MINUTES,
    strategies,
    intervals: [interval],
    rearmsDaily: true,
    market: MARKET,
  })
  const measure = (run: Run): number => MINUTES / cpuSeconds(() => void drain(run(setup, [history])))
  const [fast, exact] = [measure(runFast), measure(runBacktest)]
  return {
    what: `backtest of ${strategyId}, ${interval} bars, gates and fills, by the fast driver`,
    measured: bars(fast),
    against: `exact driver: ${bars(exact)}`,
    ratio: times(fast / exact),
    goals: [atLeast(fast / 1e6, [1, 'M bars/s'])],
  }
}

/** Buys when the average of 50 bars crosses above that of 200, and sells when it crosses below. */
const CROSS: StrategyDefinition = {
  ...{
    id: 'CROSS',
    name: 'CROSS',
    family: 'TREND',
    version: 1,
    params: {},
    warmupBars: 200,
    horizonBars: 2_016,
    needs: [],
  },
  begin() {
    const [fastAt, slowAt] = [sma(50), sma(200)]
    let before = Number.NaN
    return ({ close }) => {
      const [last, lead] = [before, fastAt(close) - slowAt(close)]
      before = lead
      if (last <= 0 && lead > 0)
        return {
          kind: 'ENTER',
          direction: 'LONG',
          score: lead,
          stopLoss: close * 0.95,
          takeProfit: close * 2,
          features: {},
        }
      return last >= 0 && lead < 0 ? { kind: 'EXIT', direction: 'LONG', features: {} } : null
    }
  },
}

/** Limits that refuse none of its entries. */
const WIDE: Constitution = {
  ...DEFAULT_CONSTITUTION,
  limits: {
    ...DEFAULT_CONSTITUTION.limits,
    ...{ maxDayLossPct: 100, maxDrawdownPct: 100, maxLossStreak: 1_000, maxStopPct: 90, maxStopAtr: 1_000 },
    ...{ maxOrderNotional: '100000000', maxGrossExposure: '100000000', maxSymbolExposure: '100000000' },
    ...{ maxPositionLossPct: '90', maxTotalLossPct: '90' },
  },
  autotrading: { ...DEFAULT_CONSTITUTION.autotrading, quarantineAlarm: 100, entryCollarBps: 50 },
}

/** Measures a strategy that other backtesters are measured with: every signal trades, half of the minutes have a position. */
const crossRow = (history: InstrumentHistory): Row => {
  const setup = backtestSetup({
    minutes: YEAR_MINUTES,
    strategies: [CROSS],
    rearmsDaily: true,
    constitution: WIDE,
    balance: toMoney(decimal('1000000')),
    market: { spreadBps: 0, participation: 1, impact: 0, funding: false },
  })
  let trades = 0
  const measure = (run: Run): number =>
    YEAR_MINUTES / cpuSeconds(() => (trades = drain(run(setup, [history])).tally.trades.length))
  const [fast, exact] = [measure(runFast), measure(runBacktest)]
  return {
    what: `backtest of a cross of two averages over a year of 1m bars (${trades} trades), by the fast driver`,
    measured: bars(fast),
    against: `exact driver: ${bars(exact)}`,
    ratio: times(fast / exact),
    goals: [atLeast(fast / 1e6, [1, 'M bars/s'], 'fast'), atLeast(exact / 1e3, [50, 'k bars/s'], 'exact')],
  }
}

/** Distances of stop and target in average true ranges; every combination is a point of the grid. */
const DISTANCES = Array.from({ length: 20 }, (_, index) => 1 + index / 5)

/** Of the points of the grid, every so many are measured; they include every stop and every target. */
const MEASURED_EVERY = 21

/**
 * Measures some points of a grid over a year, from which the time of all points on two cores follows. The setups are
 * known from the warm-up, as they are to all points but the first.
 */
const gridRow = (history: InstrumentHistory): Row => {
  const points = DISTANCES.flatMap((stopAtr) => DISTANCES.map((targetAtr) => ({ stopAtr, targetAtr })))
  const measured = points.filter((_, index) => index % MEASURED_EVERY === 0)
  const [definition] = strategiesFor('5m').filter(({ id }) => id === 'S09')
  assert(definition, 'S09 must exist')
  const seconds = cpuSeconds(() => {
    for (const point of measured) {
      const strategies = [{ ...definition, params: { ...definition.params, ...point } }]
      const setup = backtestSetup({
        minutes: YEAR_MINUTES,
        strategies,
        intervals: ['5m'],
        rearmsDaily: true,
        market: MARKET,
        retainsSetups: true,
      })
      drain(driveBacktest(setup, [history], 'fast'))
    }
  })
  const onTwoCores = (seconds / measured.length) * (points.length / 2)
  return {
    what: `${points.length} points of S09 over a year of 5m bars, by the fast driver (${measured.length} points measured)`,
    measured: `${onTwoCores.toFixed(0)} s on two cores, ${bars((YEAR_MINUTES * measured.length) / seconds)}`,
    against: '',
    ratio: '',
    goals: [atMost(onTwoCores, [60, 's'])],
  }
}
