import { join } from 'node:path'
import { makePrivate } from '../../adapters/store/private-directory.ts'
import { openResearchStore, type ResearchStore } from '../../adapters/store/research-store.ts'
import { usageFailure } from '../../cli/failure.ts'
import type { HistoryPlace } from '../../cli/history-parts.ts'
import type {
  BacktestProgress,
  BacktestRequest,
  ListedRun,
  Repetition,
  Research,
  RunReport,
  SearchRequest,
} from '../../cli/research-parts.ts'
import { readStoreUrl } from '../../config/shared-store.ts'
import type { Instant } from '../../core/instant.ts'
import { canonicalJson } from '../../core/json.ts'
import { HistoryError } from '../../research/data/history-error.ts'
import type { ReadHistory, StoredTrades } from '../../research/history.ts'
import type { RunRecord } from '../../research/record.ts'
import { parseAmbiguous } from '../../research/run-files.ts'
import { executeRun } from './execute-run.ts'
import { makeReport } from './make-report.ts'
import { prepareRun } from './prepare-run.ts'
import { prepareCheck, runCheck } from './run-check.ts'
import { runCompare } from './run-compare.ts'
import { runCompareFills } from './run-compare-fills.ts'
import { runSearch } from './run-search.ts'
import { requireTrades } from './run-trades.ts'
import { runWalkForward } from './run-walk-forward.ts'
import { storeSearch, storeWalk } from './search-record.ts'
import { openSharedPool } from './shared-pool.ts'
import { createTrialPool, type TrialPool } from './trial-pool.ts'

/** Opens the research commands: backtests, searches, walk-forwards, checks and comparisons. */
export const openResearch = (dependencies: ResearchDependencies): Research => {
  const { now, readHistory, readTrades, abortOnSignal } = dependencies
  return {
    async backtest(request, onProgress) {
      const run = await prepareRun(request, readHistory)
      const storedTrades = readTrades(request)
      requireTrades(request, storedTrades)
      const store = openStore(request.dataDir)
      const trial = {
        atMs: now(),
        strategyId: run.spec.strategy.id,
        definitionDigest: run.spec.strategy.definitionDigest,
        point: canonicalJson(run.spec),
      }
      const signal = abortOnSignal()
      try {
        const executed = await executeRun(run, { storedTrades, onProgress, signal })
        const { record, trades, exactOnly } = executed
        const sharpe = record.result.statistics.sharpe?.value ?? null
        store.addTrial({ ...trial, runId: record.runId, outcome: 'FINISHED', sharpe })
        store.addRun(
          { runId: record.runId, atMs: trial.atMs, record: canonicalJson({ record, request }) },
          {
            'spec.json': `${canonicalJson({ spec: record.spec, inputs: record.inputs })}\n`,
            'result.json': `${canonicalJson(record.result)}\n`,
            'trades.csv': trades,
            'equity.csv': executed.equity,
            'signals.csv': executed.signals,
            [AMBIGUOUS_FILE]: executed.ambiguous,
            'chart.json': executed.chart,
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
    repeat: (place, onProgress) => repeatStored(place, onProgress, dependencies),
    ...openSearches(dependencies),
    async check(request) {
      return runCheck(request, await prepareCheck(request, readHistory))
    },
    compare: compareStored,
    compareFills: runCompareFills,
    report: (run) => reportRun(run, readHistory),
    listUnresolved: ({ dataDir, runId }) => {
      const { request } = findStored(dataDir, runId)
      const text = withStore(dataDir, ({ readFile }) => readFile(runId, AMBIGUOUS_FILE)) ?? ''
      return { exchange: request.exchange, unresolved: parseAmbiguous(text).filter(({ isResolved }) => !isResolved) }
    },
    list: (dataDir) =>
      withStore(dataDir, (store) => store.listRuns().map(({ atMs, record }) => ({ atMs, ...parse(record) }))),
    find: (dataDir, runId) => findStored(dataDir, runId),
  }
}

/** File of a run that lists its ambiguous minutes. */
const AMBIGUOUS_FILE = 'ambiguous.csv'

export interface ResearchDependencies {
  readonly now: () => Instant
  /** Reads stored history of an exchange. */
  readonly readHistory: (place: HistoryPlace) => ReadHistory
  readonly readTrades: (place: HistoryPlace) => StoredTrades
  /** Creates a signal that ends a run after its current day, or a search after its current round. */
  readonly abortOnSignal: () => AbortSignal
  /** Priority of the threads of a search: 19 is the lowest on the machine. */
  readonly niceness: number
}

const repeatStored = async (
  { dataDir, runId }: Parameters<Research['repeat']>[0],
  onProgress: (progress: BacktestProgress) => void,
  { readHistory, readTrades, abortOnSignal }: ResearchDependencies,
): Promise<Repetition> => {
  const { record, request } = findStored(dataDir, runId)
  const run = await prepareRun({ ...request, dataDir }, readHistory)
  const storedTrades = readTrades({ ...request, dataDir })
  const again = await executeRun(run, { storedTrades, onProgress, signal: abortOnSignal() })
  const files = {
    'trades.csv': again.trades,
    'equity.csv': again.equity,
    [AMBIGUOUS_FILE]: again.ambiguous,
    'result.json': `${canonicalJson(again.record.result)}\n`,
  }
  const differing = withStore(dataDir, ({ readFile }) =>
    Object.entries(files).flatMap(([name, text]) => (readFile(runId, name) === text ? [] : [name])),
  )
  return {
    runId,
    same: differing.length === 0,
    before: record.resultDigest,
    now: again.record.resultDigest,
    changed: [...changedInputs(record, again.record), ...differing],
  }
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
  readonly trades: StoredTrades
  readonly now: () => Instant
  readonly signal: AbortSignal
  readonly pool: TrialPool
}

const withTrialPool = async <T>(
  { now, readTrades, abortOnSignal, niceness }: ResearchDependencies,
  { backtest, workers, store: address }: SearchRequest,
  work: (parts: SearchParts) => Promise<T>,
): Promise<T> => {
  const trades = readTrades(backtest)
  requireTrades(backtest, trades)
  const store = openStore(backtest.dataDir)
  const pool = address ? await openSharedPool(readStoreUrl(address)) : createTrialPool(workers, { niceness })
  try {
    return await work({ store, now, trades, signal: abortOnSignal(), pool })
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
