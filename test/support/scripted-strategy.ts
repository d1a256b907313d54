import { type BacktestOutcome, type BacktestSetup, runBacktest } from '../../server/app/research/run-backtest.ts'
import { decimal } from '../../server/core/decimal.ts'
import { type Instant, MINUTE_MS } from '../../server/core/instant.ts'
import { toMoney } from '../../server/domain/account/money.ts'
import { publishedBrackets } from '../../server/domain/margin/brackets.ts'
import { DEFAULT_CONSTITUTION } from '../../server/domain/risk/default-constitution.ts'
import type { Idea, StrategyDefinition } from '../../server/domain/signal/strategy.ts'
import type { Fact } from '../../server/engine/model/facts.ts'
import type { DriverRun } from '../../server/research/driver.ts'
import type { InstrumentHistory, MinuteTrades, WantedTrades } from '../../server/research/history.ts'

/** Start of the runs: the start of a day, but not of an indicator period. */
export const FROM_MS = Date.UTC(2024, 0, 10)

type Entry = Pick<Extract<Idea, { kind: 'ENTER' }>, 'direction' | 'stopLoss' | 'takeProfit'>

/** Creates a strategy on one-minute bars with scripted ideas by bar index, counted from the start of the run. */
export const scripted = (
  ideas: Readonly<Record<number, Entry | 'EXIT_LONG' | 'EXIT_SHORT'>>,
  { horizonBars = 60 }: { horizonBars?: number } = {},
): StrategyDefinition => ({
  id: 'SCRIPTED',
  name: 'SCRIPTED',
  family: 'TREND',
  version: 1,
  params: {},
  warmupBars: 0,
  horizonBars,
  needs: [],
  begin: () => (bar) => {
    const idea = ideas[Math.round((bar.openMs - FROM_MS) / MINUTE_MS)]
    if (idea === undefined) return null
    if (typeof idea === 'string') {
      return { kind: 'EXIT', direction: idea === 'EXIT_LONG' ? 'LONG' : 'SHORT', features: {} }
    }
    return { kind: 'ENTER', score: 1, features: {}, ...idea }
  },
})

export const backtestSetup = (changes: Partial<BacktestSetup> & { minutes: number }): BacktestSetup => {
  const { minutes, ...rest } = changes
  return {
    strategies: [],
    intervals: ['1m'],
    fromMs: FROM_MS,
    toMs: FROM_MS + minutes * MINUTE_MS,
    balance: toMoney(decimal('10000')),
    constitution: DEFAULT_CONSTITUTION,
    brackets: publishedBrackets,
    fees: {},
    market: { spreadBps: 0.01, participation: 1, impact: 0, funding: true },
    path: 'stop-first',
    latencyMs: 50,
    asLive: false,
    rearmsDaily: false,
    ...rest,
  }
}

export interface Finished extends BacktestOutcome {
  readonly facts: readonly Fact[]
  readonly daysMs: readonly Instant[]
}

type ReadTrades = (wanted: WantedTrades) => MinuteTrades | null

const noTrades: ReadTrades = () => null

/** Runs a backtest to its end and keeps its facts. */
export const finish = (setup: BacktestSetup, ...histories: readonly InstrumentHistory[]): Finished =>
  finishWith(noTrades, setup, ...histories)

/** Like `finish`, with trades that resolve ambiguous minutes. */
export const finishWith = (
  readTrades: ReadTrades,
  setup: BacktestSetup,
  ...histories: readonly InstrumentHistory[]
): Finished => {
  const facts: Fact[] = []
  const daysMs: Instant[] = []
  const run = runBacktest(setup, histories, (more) => void facts.push(...more))
  return { ...drain(run, readTrades, (dayMs) => void daysMs.push(dayMs)), facts, daysMs }
}

/** Runs a backtest to its end. */
export const drain = (
  run: DriverRun<BacktestOutcome>,
  readTrades: ReadTrades = noTrades,
  onDay: (dayMs: Instant) => void = () => {},
): BacktestOutcome => {
  for (let next = run.next(); ; ) {
    if (next.done) return next.value
    if (typeof next.value === 'number') {
      onDay(next.value)
      next = run.next()
    } else next = run.next(readTrades(next.value))
  }
}
