import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type LoadedDefinition, loadDefinition } from '../../adapters/strategies/load-definition.ts'
import { usageFailure } from '../../cli/failure.ts'
import type { HistoryPlace } from '../../cli/history-parts.ts'
import type { BacktestRequest } from '../../cli/research-parts.ts'
import { loadConstitution } from '../../config/constitution-file.ts'
import { decimal } from '../../core/decimal.ts'
import { computeDigest } from '../../core/digest.ts'
import { errorMessage } from '../../core/errors.ts'
import { type Instant, MINUTE_MS, toRfc3339 } from '../../core/instant.ts'
import { printMoney, toMoney } from '../../domain/account/money.ts'
import { publishedBrackets } from '../../domain/margin/brackets.ts'
import { definitionDigest } from '../../domain/signal/strategies/definition-digest.ts'
import { strategiesFor } from '../../domain/signal/strategies/index.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import { rowAt } from '../../research/columns.ts'
import { HistoryError } from '../../research/data/history-error.ts'
import type { InstrumentHistory, ReadHistory } from '../../research/history.ts'
import type { RunInputs, RunSpec } from '../../research/record.ts'
import { readCodeDigests } from './code-digests.ts'
import { type BacktestSetup, warmStartMs } from './run-backtest.ts'

/**
 * Prepares a backtest: finds its strategy, reads its history, and specifies it. Throws when the backtest cannot run.
 */
export const prepareRun = async (
  request: BacktestRequest,
  readHistory: (place: HistoryPlace) => ReadHistory,
): Promise<PreparedRun> => {
  const { symbols, intervals, fromMs, toMs } = request
  const { definition, nodeModules } = await findStrategy(request)
  const { constitution, hash: constitutionHash } = loadConstitution(request.constitution)
  const read = readHistory(request)
  const startMs = warmStartMs(intervals, fromMs)
  const histories: InstrumentHistory[] = []
  for (const symbol of symbols.toSorted()) {
    const history = await read({ symbol, fromMs: startMs, toMs })
    requireWarmUp(history, { startMs, fromMs })
    if (request.funding) requireFunding(history)
    histories.push(history)
  }
  const setup: BacktestSetup = {
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
    resolution: request.resolve,
    latencyMs: request.latencyMs,
    asLive: request.asLive,
    rearmsDaily: request.host === 'rearms-next-day',
  }
  return {
    setup,
    histories,
    spec: toSpec(request, { definition, constitutionHash }),
    nodeModules,
  }
}

/** A prepared run, with its history. */
export interface PreparedRun {
  readonly setup: BacktestSetup
  readonly histories: readonly InstrumentHistory[]
  readonly spec: RunSpec
  /** Node.js modules imported by the strategy file. */
  readonly nodeModules: readonly string[]
}

const toSpec = (
  request: BacktestRequest,
  { definition, constitutionHash }: { readonly definition: StrategyDefinition; readonly constitutionHash: string },
): RunSpec => {
  const { exchange, intervals, fromMs, toMs, fees, spreadBps, participation, impact, funding } = request
  const { id, version, params, sourceDigest = null } = definition
  const symbols = request.symbols.toSorted()
  return {
    engine: request.engine,
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
    resolve: request.resolve,
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

/** Returns the digests of what the result of a run depends on besides its specification: history, code and runtime. */
export const readInputs = async ({ histories }: Pick<PreparedRun, 'histories'>): Promise<RunInputs> => ({
  data: Object.fromEntries(histories.map(({ instrument, digest }) => [instrument.symbol, digest])),
  ...(await readCodeDigests()),
  node: process.versions.node,
  v8: process.versions.v8,
})

interface ResolvedStrategy {
  readonly definition: StrategyDefinition
  readonly nodeModules: readonly string[]
}

const findStrategy = async ({ strategy, params, intervals }: BacktestRequest): Promise<ResolvedStrategy> => {
  const [interval = '1m'] = intervals
  const builtIn = strategiesFor(interval).find(({ id }) => id === strategy)
  const { nodeModules, ...definition } = builtIn ? { ...builtIn, nodeModules: [] } : await loadFile(strategy)
  const unknown = Object.keys(params).find((name) => !(name in definition.params))
  if (unknown !== undefined) {
    const known = Object.keys(definition.params).join(', ')
    throw usageFailure(`${definition.id} has no parameter ${unknown}. It has: ${known}.`)
  }
  return { definition: { ...definition, params: { ...definition.params, ...params } }, nodeModules }
}

const loadFile = async (path: string): Promise<LoadedDefinition> => {
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

/** Refuses a run that includes funding but has none stored: its result would be stated as if none had been due. */
const requireFunding = ({ funding, instrument }: InstrumentHistory): void => {
  if (funding !== null) return
  throw new HistoryError(
    'HISTORY_MISSING',
    `No funding of ${instrument.symbol} is stored.`,
    'Download or import it, or run without funding (--no-funding).',
  )
}
