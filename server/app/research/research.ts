import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { makePrivate } from '../../adapters/store/private-directory.ts'
import { openResearchStore, type ResearchStore } from '../../adapters/store/research-store.ts'
import { usageFailure } from '../../cli/failure.ts'
import type { HistoryPlace } from '../../cli/history-parts.ts'
import type {
  BacktestProgress,
  BacktestRequest,
  FinishedRun,
  ListedRun,
  Research,
  RunReport,
  SearchRequest,
} from '../../cli/research-parts.ts'
import { readStoreUrl } from '../../config/shared-store.ts'
import type { Instant } from '../../core/instant.ts'
import { canonicalJson } from '../../core/json.ts'
import { printMoney } from '../../domain/account/money.ts'
import { printSignals } from '../../research/compare.ts'
import { HistoryError } from '../../research/data/history-error.ts'
import type { ReadHistory } from '../../research/history.ts'
import type { IntrabarPath } from '../../research/intrabar-path.ts'
import { createRecord, type PathBounds, printEquity, printTrades, type RunRecord } from '../../research/record.ts'
import { createRunChart } from '../../research/run-chart.ts'
import type { EquityPoint } from '../../research/run-tally.ts'
import { summarise, toFigures } from '../../research/summarise.ts'
import { type DrivenOutcome, driveBacktest } from './drive-backtest.ts'
import { makeReport } from './make-report.ts'
import { type PreparedRun, prepareRun, readInputs } from './prepare-run.ts'
import type { BacktestOutcome } from './run-backtest.ts'
import { prepareCheck, runCheck } from './run-check.ts'
import { runCompare } from './run-compare.ts'
import { runSearch } from './run-search.ts'
import { runWalkForward } from './run-walk-forward.ts'
import { storeSearch, storeWalk } from './search-record.ts'
import { openSharedPool } from './shared-pool.ts'
import { createTrialPool, type TrialPool } from './trial-pool.ts'

/** Opens the research commands: backtests, searches, walk-forwards, checks and comparisons. */
export const openResearch = (dependencies: ResearchDependencies): Research => {
  const { now, readHistory, abortOnSignal } = dependencies
  return {
    async backtest(request, onProgress) {
      const run = await prepareRun(request, readHistory)
      const store = openStore(request.dataDir)
      const trial = {
        atMs: now(),
        strategyId: run.spec.strategy.id,
        definitionDigest: run.spec.strategy.definitionDigest,
        point: canonicalJson(run.spec),
      }
      const signal = abortOnSignal()
      try {
        const { record, trades, equity, signals, chart, exactOnly } = await execute(run, onProgress, signal)
        const sharpe = record.result.statistics.sharpe?.value ?? null
        store.addTrial({ ...trial, runId: record.runId, outcome: 'FINISHED', sharpe })
        store.addRun(
          { runId: record.runId, atMs: trial.atMs, record: canonicalJson({ record, request }) },
          {
            'spec.json': `${canonicalJson({ spec: record.spec, inputs: record.inputs })}\n`,
            'result.json': `${canonicalJson(record.result)}\n`,
            'trades.csv': trades,
            'equity.csv': equity,
            'signals.csv': signals,
            'chart.json': chart,
          },
        )
        return { record, trades, exactOnly }
      } catch (error) {
        const outcome = signal.aborted ? 'CANCELED' : 'FAILED'
        store.addTrial({ ...trial, runId: 'run_none', outcome, sharpe: null })
        if (!signal.aborted) throw error
        throw new HistoryError('INTERRUPTED', 'The backtest was cancelled. It counts as a trial.')
      } finally {
        store.close()
      }
    },
    async repeat({ dataDir, runId }, onProgress) {
      const { record, request } = findStored(dataDir, runId)
      const run = await prepareRun({ ...request, dataDir }, readHistory)
      const again = await execute(run, onProgress, abortOnSignal())
      const store = openStore(dataDir)
      try {
        const files = [
          ['trades.csv', again.trades],
          ['equity.csv', again.equity],
          ['result.json', `${canonicalJson(again.record.result)}\n`],
        ] as const
        const differing = files.filter(([name, text]) => store.readFile(runId, name) !== text).map(([name]) => name)
        return {
          runId,
          same: differing.length === 0,
          before: record.resultDigest,
          now: again.record.resultDigest,
          changed: [...changedInputs(record, again.record), ...differing],
        }
      } finally {
        store.close()
      }
    },
    ...openSearches(dependencies),
    async check(request) {
      return runCheck(request, await prepareCheck(request, readHistory))
    },
    compare: compareStored,
    report: (run) => reportRun(run, readHistory),
    list: (dataDir) =>
      withStore(dataDir, (store) => store.listRuns().map(({ atMs, record }) => ({ atMs, ...parse(record) }))),
    find: (dataDir, runId) => findStored(dataDir, runId),
  }
}

export interface ResearchDependencies {
  readonly now: () => Instant
  /** Reads stored history of an exchange. */
  readonly readHistory: (place: HistoryPlace) => ReadHistory
  /** Creates a signal that ends a run after its current day, or a search after its current round. */
  readonly abortOnSignal: () => AbortSignal
  /** Priority of the threads of a search: 19 is the lowest on the machine. */
  readonly niceness: number
}

const openSearches = (dependencies: ResearchDependencies): Pick<Research, 'optimise' | 'walkForward'> => {
  const { now, readHistory } = dependencies
  return {
    async optimise(request, onProgress) {
      const prepared = await prepareRun(request.backtest, readHistory)
      return withTrialPool(dependencies, request, async (parts) => {
        const finished = await runSearch(request, prepared, { ...parts, onProgress })
        storeSearch(parts.store, request, finished, now())
        return finished
      })
    },
    walkForward: (request, onProgress) =>
      withTrialPool(dependencies, request, async (parts) => {
        const finished = await runWalkForward(request, { ...parts, readHistory, onProgress })
        storeWalk(parts.store, request, finished, now())
        return finished
      }),
  }
}

const compareStored: Research['compare'] = (request) =>
  withStore(request.dataDir, ({ readFile }) =>
    runCompare(request, { find: (runId) => findStored(request.dataDir, runId).record, readFile }),
  )

const reportRun = async (
  { dataDir, runId }: { readonly dataDir: string; readonly runId: string },
  readHistory: ResearchDependencies['readHistory'],
): Promise<RunReport> => {
  const { record, request } = findStored(dataDir, runId)
  const store = openStore(dataDir)
  try {
    return await makeReport({ record, request: { ...request, dataDir }, readFile: store.readFile, readHistory })
  } finally {
    store.close()
  }
}

interface SearchParts {
  readonly store: ResearchStore
  readonly now: () => Instant
  readonly signal: AbortSignal
  readonly pool: TrialPool
}

const withTrialPool = async <T>(
  { now, abortOnSignal, niceness }: ResearchDependencies,
  { backtest, workers, store: address }: SearchRequest,
  work: (parts: SearchParts) => Promise<T>,
): Promise<T> => {
  const store = openStore(backtest.dataDir)
  const pool = address ? await openSharedPool(readStoreUrl(address)) : createTrialPool(workers, { niceness })
  try {
    return await work({ store, now, signal: abortOnSignal(), pool })
  } finally {
    await pool.close()
    store.close()
  }
}

type StoredRequest = ListedRun & { readonly request: BacktestRequest }

const parse = (text: string): { readonly record: RunRecord; readonly request: BacktestRequest } => JSON.parse(text)

const openStore = (dataDir: string): ResearchStore => {
  makePrivate(dataDir)
  return openResearchStore(join(dataDir, 'research'))
}

const withStore = <T>(dataDir: string, use: (store: ResearchStore) => T): T => {
  const store = openStore(dataDir)
  try {
    return use(store)
  } finally {
    store.close()
  }
}

const findStored = (dataDir: string, runId: string): StoredRequest =>
  withStore(dataDir, (store) => {
    const run = store.findRun(runId)
    if (!run) throw usageFailure(`There is no run ${runId}. List the runs: plimsoll runs list.`)
    return { atMs: run.atMs, ...parse(run.record) }
  })

const changedInputs = (before: RunRecord, now: RunRecord): string[] => [
  ...(canonicalJson(before.spec) === canonicalJson(now.spec) ? [] : ['spec']),
  ...(['data', 'engineDigest', 'node', 'v8'] as const).filter(
    (name) => canonicalJson(before.inputs[name]) !== canonicalJson(now.inputs[name]),
  ),
]

const sortPoints = (points: readonly EquityPoint[]): readonly { readonly atMs: Instant; readonly equity: number }[] =>
  points.map(({ atMs, equity }) => ({ atMs, equity: Number(printMoney(equity)) })).toSorted((a, b) => a.atMs - b.atMs)

interface Executed extends FinishedRun {
  readonly equity: string
  readonly signals: string
  readonly chart: string
}

const execute = async (
  run: PreparedRun,
  onProgress: (progress: BacktestProgress) => void,
  signal: AbortSignal,
): Promise<Executed> => {
  const { setup, spec } = run
  const { fromMs, toMs } = setup
  const passes = { done: 0 }
  const play = async (path: IntrabarPath): Promise<DrivenOutcome> => {
    const running = driveBacktest({ ...setup, path }, run.histories, spec.engine)
    let next = running.next()
    for (; !next.done; next = running.next()) {
      onProgress({ doneMs: passes.done * (toMs - fromMs) + next.value - fromMs, totalMs: 2 * (toMs - fromMs) })
      await setImmediate()
      if (signal.aborted) throw new HistoryError('INTERRUPTED', 'The backtest was cancelled.')
    }
    passes.done++
    return next.value
  }
  const outcome = await play(setup.path)
  const bounds = await computeBounds(setup.path, outcome, play)
  const { tally } = outcome
  const trades = printTrades(tally.trades)
  const equity = printEquity([...tally.days, ...tally.minutes])
  const result = summarise(outcome, { fromMs, toMs, takerFee: spec.fees.taker }, { bounds, trades, equity })
  const signals = printSignals(tally.signalFates.values())
  const chart = JSON.stringify(
    createRunChart({
      opening: Number(result.opening),
      equity: sortPoints([...tally.days, ...tally.minutes]),
      histories: run.histories,
      r: tally.trades.map((trade) => toFigures(trade, spec.fees.taker).r),
      fromMs,
      toMs,
    }),
  )
  const { driver: engine, exactOnly } = outcome
  const inputs = await readInputs(run)
  return { record: createRecord({ ...spec, engine }, inputs, result), trades, equity, signals, chart, exactOnly }
}

/**
 * Returns the net results if the stop, or the target, comes first in every minute that reaches both. Without such a
 * minute, both are the same and nothing is rerun.
 */
const computeBounds = async (
  path: IntrabarPath,
  outcome: BacktestOutcome,
  play: (path: IntrabarPath) => Promise<BacktestOutcome>,
): Promise<PathBounds> => {
  const { ambiguousMinutes } = outcome.counts
  const computeNet = async (wanted: IntrabarPath): Promise<bigint> => {
    const { equity, account } = wanted === path || ambiguousMinutes === 0 ? outcome : await play(wanted)
    return equity - account.opening
  }
  const [stopFirst, targetFirst] = [await computeNet('stop-first'), await computeNet('target-first')]
  return {
    stopFirst: printMoney(stopFirst),
    targetFirst: printMoney(targetFirst),
    ambiguityCost: printMoney(targetFirst - stopFirst),
    ambiguousMinutes,
  }
}
