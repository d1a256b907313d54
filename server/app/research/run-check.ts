/**
 * Checks a strategy for lookahead, recursion and dependence on the phase of its bars, using the bars of its backtest.
 */

import { setImmediate } from 'node:timers/promises'
import { usageFailure } from '../../cli/failure.ts'
import type { HistoryPlace } from '../../cli/history-parts.ts'
import type { CheckedSeries, CheckReport, CheckRequest } from '../../cli/research-parts.ts'
import { DAY_MS } from '../../core/instant.ts'
import { printMoney } from '../../domain/account/money.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import { PERIOD_BARS } from '../../domain/signal/series.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import { checkLookahead, outsideFinding } from '../../research/check/lookahead.ts'
import { choosePhases, type PhaseRun, shiftHistory } from '../../research/check/phase.ts'
import { checkRecursion } from '../../research/check/recursion.ts'
import { type RuleRecording, recordRules } from '../../research/check/rule-recording.ts'
import type { InstrumentHistory, ReadHistory } from '../../research/history.ts'
import { type PreparedRun, prepareRun } from './prepare-run.ts'
import { type BacktestOutcome, type BacktestSetup, runBacktest } from './run-backtest.ts'

/** Checks a strategy on the bars of its backtest. */
export const runCheck = async ({ check, phases }: CheckRequest, prepared: PreparedRun): Promise<CheckReport> => {
  const [definition] = prepared.setup.strategies
  if (!definition) throw usageFailure('Specify a strategy.')
  const strategy = definition.id
  if (check === 'phase') return { check, strategy, runs: await runPhases(prepared, phases) }
  const series = await recordSeries(prepared, definition)
  if (check === 'recursion') {
    const checked = series.map(({ symbol, interval, recordings }) => ({
      symbol,
      interval,
      result: checkRecursion(definition, recordings, intervalLength(interval)),
    }))
    return { check, strategy, series: checked }
  }
  const { nodeModules } = prepared
  return {
    check,
    strategy,
    imports: nodeModules.length === 0 ? null : outsideFinding(nodeModules),
    series: series.map(({ symbol, interval, recordings }) => ({
      symbol,
      interval,
      result: checkLookahead(definition, recordings),
    })),
  }
}

/** Prepares the run for a check; a check of phases reads one more period, because its rules start earlier. */
export const prepareCheck = async (
  { check, backtest }: CheckRequest,
  readHistory: (place: HistoryPlace) => ReadHistory,
): Promise<PreparedRun> => {
  if (check !== 'phase') return prepareRun(backtest, readHistory)
  const { fromMs, intervals } = backtest
  const periodMs = Math.max(...intervals.map((interval) => PERIOD_BARS * intervalLength(interval)))
  const prepared = await prepareRun({ ...backtest, fromMs: fromMs - periodMs }, readHistory)
  return { ...prepared, setup: { ...prepared.setup, fromMs } }
}

type RecordedSeries = CheckedSeries<unknown> & { readonly recordings: readonly RuleRecording[] }

/** Runs each symbol and interval separately, and returns all inputs of the rules. */
const recordSeries = async (
  { setup, histories }: PreparedRun,
  definition: StrategyDefinition,
): Promise<readonly Omit<RecordedSeries, 'result'>[]> => {
  const recorded: Omit<RecordedSeries, 'result'>[] = []
  for (const history of histories) {
    for (const interval of setup.intervals) {
      const recorder = recordRules(definition)
      await play({ ...setup, intervals: [interval], strategies: [recorder.definition] }, [history])
      recorded.push({ symbol: history.instrument.symbol, interval, recordings: recorder.recordings })
    }
  }
  return recorded
}

const runPhases = async ({ setup, histories }: PreparedRun, count: number): Promise<readonly PhaseRun[]> => {
  const [interval = '1m' as Interval] = setup.intervals
  const runs: PhaseRun[] = []
  for (const { days, bars } of choosePhases(interval, count)) {
    const byMs = days * DAY_MS
    const { tally, equity, account } = await play(
      { ...setup, fromMs: setup.fromMs + byMs, toMs: setup.toMs + byMs },
      histories.map((history) => shiftHistory(history, byMs)),
    )
    runs.push({ days, bars, trades: tally.trades.length, net: printMoney(equity - account.opening) })
  }
  return runs
}

/** Runs a backtest, and handles process signals between days. */
const play = async (setup: BacktestSetup, histories: readonly InstrumentHistory[]): Promise<BacktestOutcome> => {
  const running = runBacktest(setup, histories)
  let next = running.next()
  for (; !next.done; next = running.next()) await setImmediate()
  return next.value
}
