import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { makePrivate } from '../../adapters/store/private-directory.ts'
import { openResearchStore, type ResearchStore } from '../../adapters/store/research-store.ts'
import { loadDefinition } from '../../adapters/strategies/load-definition.ts'
import { usageFailure } from '../../cli/failure.ts'
import type { HistoryPlace } from '../../cli/history-parts.ts'
import type { BacktestProgress, BacktestRequest, FinishedRun, ListedRun, Research } from '../../cli/research-parts.ts'
import { loadConstitution } from '../../config/constitution-file.ts'
import { decimal } from '../../core/decimal.ts'
import { computeDigest } from '../../core/digest.ts'
import { errorMessage } from '../../core/errors.ts'
import { type Instant, MINUTE_MS, toRfc3339 } from '../../core/instant.ts'
import { canonicalJson } from '../../core/json.ts'
import { printMoney, toMoney } from '../../domain/account/money.ts'
import { publishedBrackets } from '../../domain/margin/brackets.ts'
import { definitionDigest } from '../../domain/signal/strategies/definition-digest.ts'
import { strategiesFor } from '../../domain/signal/strategies/index.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import { rowAt } from '../../research/columns.ts'
import { HistoryError } from '../../research/data/history-error.ts'
import type { InstrumentHistory, ReadHistory } from '../../research/history.ts'
import type { IntrabarPath } from '../../research/intrabar-path.ts'
import {
  createRecord,
  type PathBounds,
  printEquity,
  printTrades,
  type RunInputs,
  type RunRecord,
  type RunSpec,
} from '../../research/record.ts'
import { summarise } from '../../research/summarise.ts'
import { readCodeDigests } from './code-digests.ts'
import { type BacktestOrder, type BacktestOutcome, runBacktest, warmStartMs } from './run-backtest.ts'

export interface ResearchDependencies {
  readonly now: () => Instant
  /** Reads stored history of an exchange. */
  readonly readHistory: (place: HistoryPlace) => ReadHistory
}

/** Opens the verbs of research. */
export const openResearch = ({ now, readHistory }: ResearchDependencies): Research => ({
  async backtest(request, onProgress) {
    const run = await prepare(request, readHistory)
    const store = openStore(request.dataDir)
    const trial = {
      atMs: now(),
      strategyId: run.spec.strategy.id,
      definitionDigest: run.spec.strategy.definitionDigest,
      point: canonicalJson(run.spec),
    }
    try {
      const { record, trades, equity } = await execute(run, onProgress)
      const sharpe = record.result.statistics.sharpe?.value ?? null
      store.addTrial({ ...trial, runId: record.runId, outcome: 'FINISHED', sharpe })
      store.addRun(
        { runId: record.runId, atMs: trial.atMs, record: canonicalJson({ record, request }) },
        {
          'spec.json': `${canonicalJson({ spec: record.spec, inputs: record.inputs })}\n`,
          'result.json': `${canonicalJson(record.result)}\n`,
          'trades.csv': trades,
          'equity.csv': equity,
        },
      )
      return { record, trades }
    } catch (error) {
      store.addTrial({ ...trial, runId: 'run_none', outcome: 'FAILED', sharpe: null })
      throw error
    } finally {
      store.close()
    }
  },
  async repeat({ dataDir, runId }, onProgress) {
    const { record, request } = findStored(dataDir, runId)
    const run = await prepare({ ...request, dataDir }, readHistory)
    const again = await execute(run, onProgress)
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
  list: (dataDir) =>
    withStore(dataDir, (store) => store.listRuns().map(({ atMs, record }) => ({ atMs, ...parse(record) }))),
  find: (dataDir, runId) => findStored(dataDir, runId),
})

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
    if (!run) throw usageFailure(`There is no run ${runId}. List the runs: plimsoll runs.`)
    return { atMs: run.atMs, ...parse(run.record) }
  })

const changedInputs = (before: RunRecord, now: RunRecord): string[] =>
  (['data', 'engineDigest', 'node', 'v8'] as const).filter(
    (name) => canonicalJson(before.inputs[name]) !== canonicalJson(now.inputs[name]),
  )

/** A run before it begins: its history is read, its inputs are known. */
interface PreparedRun {
  readonly order: BacktestOrder
  readonly histories: readonly InstrumentHistory[]
  readonly spec: RunSpec
  readonly inputs: RunInputs
}

const prepare = async (
  request: BacktestRequest,
  readHistory: ResearchDependencies['readHistory'],
): Promise<PreparedRun> => {
  const { symbols, intervals, fromMs, toMs } = request
  const definition = await findStrategy(request)
  const { constitution, hash: constitutionHash } = loadConstitution(request.constitution)
  const read = readHistory(request)
  const startMs = warmStartMs(intervals, fromMs)
  const histories: InstrumentHistory[] = []
  for (const symbol of symbols.toSorted()) {
    const history = await read({ symbol, fromMs: startMs, toMs })
    requireWarmUp(history, { startMs, fromMs })
    histories.push(history)
  }
  const order: BacktestOrder = {
    strategies: [definition],
    intervals,
    fromMs,
    toMs,
    balance: toMoney(decimal(request.balance)),
    constitution,
    brackets: publishedBrackets,
    fees: request.fees,
    market: request,
    path: request.path,
    latencyMs: request.latencyMs,
    asLive: request.asLive,
    rearmsDaily: request.host === 'rearms-next-day',
  }
  return {
    order,
    histories,
    spec: toSpec(request, { definition, constitutionHash }),
    inputs: await toInputs(histories),
  }
}

const toSpec = (
  request: BacktestRequest,
  { definition, constitutionHash }: { readonly definition: StrategyDefinition; readonly constitutionHash: string },
): RunSpec => {
  const { exchange, intervals, fromMs, toMs, fees, spreadBps, participation, impact, funding } = request
  const { id, version, params, sourceDigest = null } = definition
  const symbols = request.symbols.toSorted()
  return {
    engine: 'exact',
    strategy: {
      source: request.strategy,
      id,
      version,
      definitionDigest: definitionDigest(definition),
      sourceDigest,
      params,
    },
    exchange,
    symbols,
    intervals,
    fromMs,
    toMs,
    balance: printMoney(toMoney(decimal(request.balance))),
    fees,
    spreadBps,
    participation,
    impact,
    funding,
    latencyMs: request.latencyMs,
    path: request.path,
    host: request.host,
    asLive: request.asLive,
    constitutionHash,
    bracketsDigest: computeDigest(
      symbols.map((symbol) =>
        publishedBrackets(symbol).map((bracket) => ({
          floor: printMoney(bracket.floor),
          rate: `${bracket.rate.units}e-${bracket.rate.scale}`,
        })),
      ),
    ),
  }
}

const toInputs = async (histories: readonly InstrumentHistory[]): Promise<RunInputs> => ({
  data: Object.fromEntries(histories.map(({ instrument, digest }) => [instrument.symbol, digest])),
  ...(await readCodeDigests()),
  node: process.versions.node,
  v8: process.versions.v8,
})

const findStrategy = async ({ strategy, params, intervals }: BacktestRequest): Promise<StrategyDefinition> => {
  const [interval = '1m'] = intervals
  const builtIn = strategiesFor(interval).find(({ id }) => id === strategy)
  const definition = builtIn ?? (await loadFile(strategy))
  const unknown = Object.keys(params).find((name) => !(name in definition.params))
  if (unknown !== undefined) {
    const known = Object.keys(definition.params).join(', ')
    throw usageFailure(`${definition.id} has no parameter ${unknown}. It has: ${known}.`)
  }
  return { ...definition, params: { ...definition.params, ...params } }
}

const loadFile = async (path: string): Promise<StrategyDefinition> => {
  if (!existsSync(path)) {
    const known = strategiesFor('1m').map(({ id }) => id)
    throw usageFailure(`${path} is neither a file nor one of ${known.join(', ')}.`)
  }
  return loadDefinition(resolve(path)).catch((error: unknown) => {
    throw usageFailure(`${path} is not a strategy: ${errorMessage(error)}.`)
  })
}

/** Refuses a run whose indicators would not be warm at its start. */
const requireWarmUp = (
  { last, instrument }: InstrumentHistory,
  { startMs, fromMs }: { readonly startMs: Instant; readonly fromMs: Instant },
): void => {
  if (rowAt(last, startMs) !== undefined || fromMs === startMs) return
  let firstMs = startMs
  while (firstMs < fromMs && rowAt(last, firstMs) === undefined) firstMs += MINUTE_MS
  const earliest = toRfc3339(fromMs + (firstMs - startMs)).slice(0, 10)
  throw new HistoryError(
    'HISTORY_MISSING',
    `${instrument.symbol} has no candles from ${toRfc3339(startMs)}, where the indicators begin.`,
    `Download them, or start the run on ${earliest} or later.`,
  )
}

interface Executed extends FinishedRun {
  readonly equity: string
}

/** Days that run between two pauses for other work. */
const DAYS_AT_ONCE = 1

const execute = async (run: PreparedRun, onProgress: (progress: BacktestProgress) => void): Promise<Executed> => {
  const { order, spec, inputs } = run
  const { fromMs, toMs } = order
  const passes = { done: 0 }
  const play = async (path: IntrabarPath): Promise<BacktestOutcome> => {
    const running = runBacktest({ ...order, path }, run.histories)
    for (let days = 0; ; days++) {
      const next = running.next()
      if (next.done) {
        passes.done++
        return next.value
      }
      onProgress({ doneMs: passes.done * (toMs - fromMs) + next.value - fromMs, totalMs: 2 * (toMs - fromMs) })
      if (days % DAYS_AT_ONCE === 0) await setImmediate()
    }
  }
  const outcome = await play(order.path)
  const bounds = await computeBounds(order.path, outcome, play)
  const result = summarise(outcome, { fromMs, toMs, takerFee: order.fees.taker ?? '0', bounds })
  const { trades, days, minutes } = outcome.collected
  return {
    record: createRecord(spec, inputs, result),
    trades: printTrades(trades),
    equity: printEquity([...days, ...minutes]),
  }
}

/** Runs the other extreme as well; without a minute that has both stop and target, all orders give the same. */
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
