import type { ResearchOrder, StoredHistory } from '../../../contract/research.ts'
import { type BacktestRequest, RUN_DEFAULTS } from '../../cli/research-parts.ts'
import { DAY_MS, type Instant, MINUTE_MS, toRfc3339 } from '../../core/instant.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { HISTORY_EXCHANGES, type HistoryExchange } from '../../domain/market/exchanges.ts'
import { INTERVALS } from '../../domain/market/interval.ts'
import { strategiesFor } from '../../domain/signal/strategies/index.ts'
import { RUNGS } from '../../research/search/asha.ts'
import { parseSpace } from '../../research/search/space.ts'
import { splitWindows } from '../../research/search/walk-forward.ts'
import type { JobTask } from './job-child.ts'
import type { NewJob } from './job-queue.ts'
import { warmStartMs } from './run-backtest.ts'

/**
 * Validates an API request for a research job and prepares the job, or returns a sentence that explains what is missing
 * and how to obtain it.
 */
export const prepareJob = (order: ResearchOrder, by: string, place: OrderPlace): Result<NewJob, string> => {
  const exchange = HISTORY_EXCHANGES.find((name) => name === order.exchange)
  if (!exchange) return err(`There is no exchange ${order.exchange}. Choose one of ${HISTORY_EXCHANGES.join(', ')}.`)
  const backtest = toBacktest(order, exchange, place)
  const fault =
    findStrategyFault(order) ??
    findRangeFault(order) ??
    findHistoryFault(backtest, place.history) ??
    findFundingFault(backtest, place.history) ??
    findTradesFault(backtest, place.history)
  if (fault !== undefined) return err(fault)
  const task = toTask(order, backtest)
  if (!task.ok) return task
  const memory = estimateMemory(task.value)
  if (memory.memoryMaxBytes > place.memoryFreeBytes)
    return err(
      `The run would need about ${toMebibytes(memory.memoryMaxBytes)} of memory; ${toMebibytes(place.memoryFreeBytes)} is available ` +
        'for jobs. Choose a shorter range or fewer symbols, or run it on another machine with the host command.',
    )
  return ok({ task: task.value, title: describe(order), by, ...memory })
}

interface OrderPlace {
  readonly dataDir: string
  readonly constitution: string | undefined
  readonly history: readonly StoredHistory[]
  /** Memory currently available to research on this host. */
  readonly memoryFreeBytes: number
}

const toBacktest = (
  { strategyId, timeframes, symbols, makerFee, takerFee, search: _, walk: __, ...order }: ResearchOrder,
  exchange: HistoryExchange,
  { dataDir, constitution }: OrderPlace,
): BacktestRequest => ({
  ...RUN_DEFAULTS,
  params: {},
  ...order,
  fees: { maker: makerFee ?? RUN_DEFAULTS.fees.maker, taker: takerFee ?? RUN_DEFAULTS.fees.taker },
  dataDir,
  exchange,
  strategy: strategyId,
  symbols,
  intervals: INTERVALS.filter((interval) => (timeframes as readonly string[]).includes(interval)),
  constitution,
})

const findStrategyFault = ({ strategyId, params = {}, search }: ResearchOrder): string | undefined => {
  const strategies = strategiesFor('1m')
  const definition = strategies.find(({ id }) => id === strategyId)
  if (!definition)
    return `There is no strategy ${strategyId}. Choose one of ${strategies.map(({ id }) => id).join(', ')}; files are run with the host command.`
  const space = search && parseSpace(search.space)
  if (space && !space.ok) return space.error
  const names = [...Object.keys(params), ...(space ? space.value.map(({ name }) => name) : [])]
  const unknown = names.find((name) => !(name in definition.params))
  if (unknown === undefined) return undefined
  return `${strategyId} has no parameter ${unknown}. It has: ${Object.keys(definition.params).join(', ')}.`
}

const findRangeFault = ({ fromMs, toMs, walk, search }: ResearchOrder): string | undefined => {
  if (fromMs >= toMs) return 'The start must be earlier than the end.'
  if (fromMs % MINUTE_MS !== 0 || toMs % MINUTE_MS !== 0) return 'Start and end must be whole minutes.'
  if (walk && !search) return 'A walk-forward needs `search`.'
  if (walk && splitWindows({ ...toPlan(walk), fromMs, toMs }).length === 0)
    return 'The range is too short for training, embargo and test, plus the holdout if set. Choose a longer range or shorter windows.'
  return undefined
}

const findHistoryFault = (
  { exchange, symbols, intervals, fromMs, toMs }: BacktestRequest,
  history: readonly StoredHistory[],
): string | undefined => {
  const startMs = warmStartMs(intervals, fromMs)
  for (const symbol of symbols) {
    const [stored] = listStored(history, { exchange, symbol, kind: 'candles' })
    const command = downloadCommand({ exchange, symbol, fromMs: startMs, toMs })
    if (!stored) return `No candles of ${symbol} on ${exchange} are stored. On the host, run: ${command}`
    if (stored.fromMs > startMs) {
      const earliest = toDay(stored.fromMs + (fromMs - startMs) + DAY_MS - 1)
      return `Candles of ${symbol} begin on ${toDay(stored.fromMs)}, and the indicators of this run on ${toDay(startMs)}. Start on ${earliest} or later, or run on the host: ${command}`
    }
    if (stored.toMs < toMs)
      return `Candles of ${symbol} end on ${toDay(stored.toMs)}, before the end of the run. Choose an earlier end, or run on the host: ${command}`
  }
  return undefined
}

const findFundingFault = (
  { funding, exchange, symbols, fromMs, toMs }: BacktestRequest,
  history: readonly StoredHistory[],
): string | undefined => {
  if (!funding) return undefined
  const symbol = symbols.find((one) => listStored(history, { exchange, symbol: one, kind: 'funding' }).length === 0)
  if (symbol === undefined) return undefined
  return `No funding of ${symbol} on ${exchange} is stored. Run without funding, or run on the host: ${downloadCommand({ exchange, symbol, fromMs, toMs })} --kinds funding`
}

const findTradesFault = (
  { resolve, exchange, symbols, fromMs, toMs }: BacktestRequest,
  history: readonly StoredHistory[],
): string | undefined => {
  if (resolve === 'none') return undefined
  const isStored = (symbol: string): boolean =>
    listStored(history, { exchange, symbol, kind: 'trades' }).some((one) => one.fromMs < toMs && one.toMs > fromMs)
  const symbol = symbols.find((one) => !isStored(one))
  if (symbol === undefined) return undefined
  return `No trades of ${symbol} on ${exchange} are stored in this range. On the host, run: ${downloadCommand({ exchange, symbol, fromMs, toMs })} --kinds trades`
}

const listStored = (
  history: readonly StoredHistory[],
  { exchange, symbol, kind }: Pick<StoredHistory, 'exchange' | 'symbol' | 'kind'>,
): readonly StoredHistory[] =>
  history.filter((one) => one.exchange === exchange && one.symbol === symbol && one.kind === kind)

const toDay = (at: Instant): string => toRfc3339(at).slice(0, 10)

/** Returns the host command that downloads the missing history. */
const downloadCommand = ({
  exchange,
  symbol,
  fromMs,
  toMs,
}: {
  readonly exchange: string
  readonly symbol: string
  readonly fromMs: Instant
  readonly toMs: Instant
}): string =>
  `plimsoll data download --exchange ${exchange} --symbols ${symbol} --from ${toDay(fromMs)} --to ${toDay(toMs + DAY_MS - 1)}`

const toPlan = ({ trainDays, testDays, embargoDays, holdoutDays, anchored }: NonNullable<ResearchOrder['walk']>) => ({
  trainMs: trainDays * DAY_MS,
  testMs: Math.max(1, testDays) * DAY_MS,
  embargoMs: embargoDays * DAY_MS,
  holdoutMs: holdoutDays * DAY_MS,
  anchored,
})

/** Trials of a search on the server run one after the other, because the other cores are for trading. */
const WORKERS = 1

const toTask = ({ search, walk }: ResearchOrder, backtest: BacktestRequest): Result<JobTask, string> => {
  if (!search) return ok({ kind: 'backtest', request: backtest })
  const space = parseSpace(search.space)
  if (!space.ok) return space
  const request = {
    ...search,
    pruner: search.pruner ?? 'none',
    backtest: { ...backtest, engine: 'fast' as const },
    space: space.value,
    workers: WORKERS,
  }
  if (!walk) return ok({ kind: 'optimise', request })
  return ok({ kind: 'walk-forward', request: { ...request, plan: toPlan(walk) } })
}

const describe = ({ strategyId, symbols, timeframes, fromMs, toMs }: ResearchOrder): string =>
  [strategyId, symbols.join(', '), timeframes.join(', '), `${toDay(fromMs)} … ${toDay(toMs)}`].join(' · ')

/**
 * Estimates the memory a job may take. A search has a second thread with its own heap and its own copy of the history.
 */
const estimateMemory = (task: JobTask): Pick<NewJob, 'heapMaxBytes' | 'memoryMaxBytes'> => {
  const { symbols, intervals, fromMs, toMs } = task.kind === 'backtest' ? task.request : task.request.backtest
  const minutes = ((toMs - warmStartMs(intervals, fromMs)) / MINUTE_MS) * symbols.length
  const threads = task.kind === 'backtest' ? 1 : 1 + WORKERS
  const ranges =
    task.kind !== 'backtest' && task.request.pruner === 'asha' ? RUNGS.reduce((sum, share) => sum + share, 0) : 1
  const heapMaxBytes = HEAP_BYTES + minutes * ranges * MINUTE_BYTES
  return { heapMaxBytes, memoryMaxBytes: PROCESS_BYTES + threads * (heapMaxBytes + THREAD_BYTES) }
}

/** Code and native memory of a process; likewise of each thread, without its heap. */
const PROCESS_BYTES = 128 * 2 ** 20
const THREAD_BYTES = 48 * 2 ** 20
/** Heap of a thread before it has read anything. */
const HEAP_BYTES = 112 * 2 ** 20
/** Memory for columns, equity and text per minute and symbol. */
const MINUTE_BYTES = 320

const toMebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MiB`
