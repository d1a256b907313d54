import { setImmediate } from 'node:timers/promises'
import type { BacktestProgress, FinishedRun } from '../../cli/research-parts.ts'
import type { Instant } from '../../core/instant.ts'
import { printMoney } from '../../domain/account/money.ts'
import { HistoryError } from '../../research/data/history-error.ts'
import { mergePoints } from '../../research/equity-points.ts'
import type { StoredTrades } from '../../research/history.ts'
import type { IntrabarPath } from '../../research/intrabar-path.ts'
import { createRecord, type PathBounds } from '../../research/record.ts'
import { createRunChart } from '../../research/run-chart.ts'
import { printAmbiguous, printEquity, printSignals, printTrades } from '../../research/run-files.ts'
import type { RunTally } from '../../research/run-tally.ts'
import { summarise, toFigures } from '../../research/summarise.ts'
import { type DrivenOutcome, driveBacktest } from './drive-backtest.ts'
import { type PreparedRun, readInputs } from './prepare-run.ts'
import { addTrades } from './run-trades.ts'

/** Runs a prepared backtest, once more for each bound if minutes remain ambiguous, and prints its files. */
export const executeRun = async (run: PreparedRun, parts: ExecutionParts): Promise<ExecutedRun> => {
  const { setup, spec } = run
  const play = createPlayer(run, parts)
  const { played, engine, result, ...files } = printRun(run, await play(setup.path))
  const bounds = await computeBounds(setup.path, played, play)
  const inputs = await readInputs(run)
  const data = spec.resolve === 'trades' ? await addTrades(inputs.data, parts.storedTrades) : inputs.data
  return { record: createRecord({ ...spec, engine }, { ...inputs, data }, { ...result, bounds }), ...files }
}

/**
 * Prints the files of a run, and returns what its bounds depend on. The outcome itself, which may be large, is released
 * before the bounds are played.
 */
const printRun = ({ setup: { fromMs, toMs }, spec, histories }: PreparedRun, outcome: DrivenOutcome) => {
  const { tally, counts, account, driver: engine, exactOnly } = outcome
  const takerFee = spec.fees.taker
  const trades = printTrades(
    tally.trades,
    histories.map(({ instrument }) => instrument),
  )
  const equity = printEquity(tally.days, tally.minutes)
  const result = summarise(outcome, { fromMs, toMs, takerFee }, { trades, equity })
  const chart = createRunChart({
    opening: Number(result.opening),
    equity: readEquity(tally),
    histories,
    r: tally.trades.map((trade) => toFigures(trade, takerFee).r),
    fromMs,
    toMs,
  })
  return {
    played: { ambiguous: counts.ambiguous, net: outcome.equity - account.opening },
    engine,
    result,
    trades,
    equity,
    signals: printSignals(tally.signalFates),
    ambiguous: printAmbiguous(counts.ambiguous),
    chart: JSON.stringify(chart),
    exactOnly,
  }
}

export interface ExecutionParts {
  readonly storedTrades: StoredTrades
  readonly onProgress: (progress: BacktestProgress) => void
  readonly signal: AbortSignal
}

/** A finished run with its other files. */
export interface ExecutedRun extends FinishedRun {
  readonly equity: string
  readonly signals: string
  readonly ambiguous: string
  readonly chart: string
}

type Play = (path: IntrabarPath) => Promise<DrivenOutcome>

const createPlayer = (
  { setup, histories, spec }: PreparedRun,
  { storedTrades, onProgress, signal }: ExecutionParts,
): Play => {
  const lengthMs = setup.toMs - setup.fromMs
  let passes = 0
  return async (path) => {
    const running = driveBacktest({ ...setup, path }, histories, spec.engine)
    let next = running.next()
    while (!next.done) {
      if (typeof next.value === 'number') {
        onProgress({ doneMs: passes * lengthMs + next.value - setup.fromMs, totalMs: 2 * lengthMs })
        await setImmediate()
        if (signal.aborted) throw new HistoryError('INTERRUPTED', 'The backtest was cancelled.')
        next = running.next()
      } else next = running.next(await storedTrades.read(next.value))
    }
    passes++
    return next.value
  }
}

/**
 * Returns the net results if the stop, or the target, comes first in every minute that reaches both and is not resolved
 * by trades. Without such a minute, both are the same and nothing is rerun.
 */
const computeBounds = async (
  path: IntrabarPath,
  { ambiguous, net }: ReturnType<typeof printRun>['played'],
  play: Play,
): Promise<PathBounds> => {
  const resolvedMinutes = ambiguous.filter(({ isResolved }) => isResolved).length
  const computeNet = async (wanted: IntrabarPath): Promise<bigint> => {
    if (wanted === path || ambiguous.length === resolvedMinutes) return net
    const { equity, account } = await play(wanted)
    return equity - account.opening
  }
  const [stopFirst, targetFirst] = [await computeNet('stop-first'), await computeNet('target-first')]
  return {
    stopFirst: printMoney(stopFirst),
    targetFirst: printMoney(targetFirst),
    ambiguityCost: printMoney(targetFirst - stopFirst),
    ambiguousMinutes: ambiguous.length,
    resolvedMinutes,
  }
}

const readEquity = ({ days, minutes }: RunTally): Iterable<{ readonly atMs: Instant; readonly equity: number }> => ({
  *[Symbol.iterator]() {
    for (const { atMs, equity } of mergePoints(days, minutes)) yield { atMs, equity: Number(printMoney(equity)) }
  },
})
