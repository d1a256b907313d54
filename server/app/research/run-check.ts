import { setImmediate } from 'node:timers/promises'
import { usageFailure } from '../../cli/failure.ts'
import type { HistoryPlace } from '../../cli/history-parts.ts'
import type { CheckedSeries, CheckReport, CheckRequest } from '../../cli/research-parts.ts'
import { DAY_MS } from '../../core/instant.ts'
import { printMoney } from '../../domain/account/money.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import { PERIOD_BARS } from '../../domain/signal/series.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import { type Lane, recordLanes } from '../../research/check/lanes.ts'
import { checkLookahead, outsideFinding } from '../../research/check/lookahead.ts'
import { choosePhases, type PhaseRun, shiftHistory } from '../../research/check/phase.ts'
import { checkRecursion } from '../../research/check/recursion.ts'
import type { InstrumentHistory, ReadHistory } from '../../research/history.ts'
import { type PreparedRun, prepareRun } from './prepare-run.ts'
import { type BacktestOrder, type BacktestOutcome, runBacktest } from './run-backtest.ts'

/** Prepares the run that a check needs; one of phases reads a period more, as its rules begin earlier. */
export const prepareCheck = async (
  { check, backtest }: CheckRequest,
  readHistory: (place: HistoryPlace) => ReadHistory,
): Promise<PreparedRun> => {
  if (check !== 'phase') return prepareRun(backtest, readHistory)
  const { fromMs, intervals } = backtest
  const periodMs = Math.max(...intervals.map((interval) => PERIOD_BARS * intervalLength(interval)))
  const prepared = await prepareRun({ ...backtest, fromMs: fromMs - periodMs }, readHistory)
  return { ...prepared, order: { ...prepared.order, fromMs } }
}

/** Checks a strategy on the bars that a backtest of it receives. */
export const runCheck = async ({ check, phases }: CheckRequest, prepared: PreparedRun): Promise<CheckReport> => {
  const [definition] = prepared.order.strategies
  if (!definition) throw usageFailure('Give a strategy.')
  const strategy = definition.id
  if (check === 'phase') return { check, strategy, runs: await runPhases(prepared, phases) }
  const series = await recordSeries(prepared, definition)
  if (check === 'recursion') {
    const checked = series.map(({ symbol, interval, lanes }) => ({
      symbol,
      interval,
      result: checkRecursion(definition, lanes, intervalLength(interval)),
    }))
    return { check, strategy, series: checked }
  }
  const { nodeModules } = prepared
  return {
    check,
    strategy,
    imports: nodeModules.length === 0 ? null : outsideFinding(nodeModules),
    series: series.map(({ symbol, interval, lanes }) => ({
      symbol,
      interval,
      result: checkLookahead(definition, lanes),
    })),
  }
}

type RecordedSeries = CheckedSeries<unknown> & { readonly lanes: readonly Lane[] }

/** Runs each symbol and interval by itself, and returns everything that the rules received. */
const recordSeries = async (
  { order, histories }: PreparedRun,
  definition: StrategyDefinition,
): Promise<readonly Omit<RecordedSeries, 'result'>[]> => {
  const recorded: Omit<RecordedSeries, 'result'>[] = []
  for (const history of histories) {
    for (const interval of order.intervals) {
      const recording = recordLanes(definition)
      await play({ ...order, intervals: [interval], strategies: [recording.definition] }, [history])
      recorded.push({ symbol: history.instrument.symbol, interval, lanes: recording.lanes })
    }
  }
  return recorded
}

const runPhases = async ({ order, histories }: PreparedRun, count: number): Promise<readonly PhaseRun[]> => {
  const [interval = '1m' as Interval] = order.intervals
  const runs: PhaseRun[] = []
  for (const { days, bars } of choosePhases(interval, count)) {
    const byMs = days * DAY_MS
    const { collected, equity, account } = await play(
      { ...order, fromMs: order.fromMs + byMs, toMs: order.toMs + byMs },
      histories.map((history) => shiftHistory(history, byMs)),
    )
    runs.push({ days, bars, trades: collected.trades.length, net: printMoney(equity - account.opening) })
  }
  return runs
}

/** Runs a backtest, and lets signals of the process in between its days. */
const play = async (order: BacktestOrder, histories: readonly InstrumentHistory[]): Promise<BacktestOutcome> => {
  const running = runBacktest(order, histories)
  let next = running.next()
  for (; !next.done; next = running.next()) await setImmediate()
  return next.value
}
