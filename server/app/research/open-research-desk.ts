import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type {
  ResearchComparison,
  ResearchEquity,
  ResearchRun,
  ResearchRunDetail,
  ResearchTrade,
} from '../../../contract/research.ts'
import { openResearchStore, type ResearchStore, SEARCH_FILE } from '../../adapters/store/research-store.ts'
import type { MakeId } from '../../core/id.ts'
import { type Instant, toRfc3339 } from '../../core/instant.ts'
import { err, ok } from '../../core/result.ts'
import { strategiesFor } from '../../domain/signal/strategies/index.ts'
import type { ResearchDesk } from '../../http/routes/research.ts'
import type { ComparedTrade } from '../../research/compare.ts'
import type { RunRecord } from '../../research/record.ts'
import type { RunChart } from '../../research/run-chart.ts'
import { parseTrades, type StoredTrade } from '../../research/run-files.ts'
import { openHistoryIndex } from './history-index.ts'
import { prepareJob } from './job-order.ts'
import { createJobQueue } from './job-queue.ts'
import { runCompare } from './run-compare.ts'

/** Opens research for the API: stored runs, including runs of host commands, and the job queue of this server. */
export const openResearchDesk = (parts: DeskParts): ResearchDesk => {
  const { dataDir, now, resources } = parts
  const queue = createJobQueue(parts)
  resources.defer(queue.close)
  const readHistoryIndex = openHistoryIndex(dataDir)
  return {
    ...openReader(dataDir, now),
    async data() {
      const { exchange, symbols } = parts
      return {
        items: [...(await readHistoryIndex())],
        strategies: strategiesFor('1m').map(({ id, name, params }) => ({
          strategyId: id,
          name,
          params: { ...params },
        })),
        download: `plimsoll data download --exchange ${exchange} --symbols ${symbols.join(',')} --from 2024-01-01`,
        asOf: toRfc3339(now()),
      }
    },
    jobs: () => ({ items: [...queue.list()], asOf: toRfc3339(now()) }),
    jobsVersion: queue.version,
    async start(order, by) {
      const memoryFreeBytes = Math.min(MEMORY_MAX, process.availableMemory() * MEMORY_SHARE)
      const history = await readHistoryIndex()
      const job = prepareJob(order, by, { ...parts, history, memoryFreeBytes })
      if (!job.ok) return err({ kind: 'refused', detail: job.error })
      const added = queue.add(job.value)
      return added.ok ? ok(added.value) : err({ kind: 'full' })
    },
    cancel: queue.cancel,
  }
}

interface DeskParts {
  readonly dataDir: string
  /** File with the limits of this host; undefined for the defaults. */
  readonly constitution: string | undefined
  /** Exchange of the watched market, suggested for history downloads. */
  readonly exchange: string
  readonly symbols: readonly string[]
  readonly ids: MakeId
  readonly now: () => Instant
  readonly monotonic: () => number
  readonly jobNiceness: number
  readonly resources: AsyncDisposableStack
}

/** Maximum share of the free memory for research, and the maximum in bytes. */
const MEMORY_SHARE = 0.5
const MEMORY_MAX = 2 * 2 ** 30

/** Maximum number of signals in a comparison. */
const SIGNALS_MAX = 500

type Reader = Pick<ResearchDesk, 'runs' | 'run' | 'equity' | 'trades' | 'compare' | 'searches' | 'search'>

/** Reads stored runs and searches; creates nothing if none were ever stored. */
const openReader = (dataDir: string, now: () => Instant): Reader => {
  const directory = join(dataDir, 'research')
  const read = <T>(use: (store: ResearchStore) => T): T | undefined => {
    if (!existsSync(directory)) return undefined
    const store = openResearchStore(directory)
    try {
      return use(store)
    } finally {
      store.close()
    }
  }
  const readJson = <T>(id: string, name: string): T | undefined => {
    const text = read((store) => store.readFile(id, name))
    return text === undefined ? undefined : JSON.parse(text)
  }
  const findRun = (runId: string): RunRecord | undefined => {
    const stored = read((store) => store.findRun(runId))
    return stored && parseRecord(stored.record)
  }
  return {
    runs({ limit, cursor: after }) {
      const stored = read((store) => store.listRuns({ limit: limit + 1, after })) ?? []
      const items = stored.slice(0, limit).map(({ atMs, record }) => toRun(parseRecord(record), atMs))
      const nextCursor = stored.length > limit ? (items.at(-1)?.runId ?? null) : null
      return { items, nextCursor, asOf: toRfc3339(now()) }
    },
    run(runId) {
      const stored = read((store) => store.findRun(runId))
      return stored && toDetail(parseRecord(stored.record), stored.atMs)
    },
    equity(runId) {
      const chart = readJson<RunChart>(runId, CHART_FILE)
      return chart && toEquity(runId, chart)
    },
    trades(runId, { limit, cursor = '0' }) {
      const chart = readJson<RunChart>(runId, CHART_FILE)
      const text = read((store) => store.readFile(runId, 'trades.csv'))
      const trades = text === undefined ? undefined : parseTrades(text)
      if (!chart || !trades) return undefined
      const first = Number(cursor)
      const items = trades
        .slice(first, first + limit)
        .map((trade, index) => toTrade(trade, chart.r[first + index] ?? null))
      return { items, nextCursor: first + limit < trades.length ? String(first + limit) : null }
    },
    compare(a, b) {
      const [first, second] = [findRun(a), findRun(b)]
      if (!first || !second) return undefined
      const find = (runId: string): RunRecord => (runId === a ? first : second)
      const compared = read(({ readFile }) => runCompare({ dataDir, a, b, paperDir: undefined }, { find, readFile }))
      return compared && toComparison(compared)
    },
    searches: () => ({
      items: (read((store) => store.listSearches()) ?? []).map(({ record }) => JSON.parse(record)),
      asOf: toRfc3339(now()),
    }),
    search: (searchId) => readJson(searchId, SEARCH_FILE),
  }
}

const CHART_FILE = 'chart.json'

const parseRecord = (text: string): RunRecord => JSON.parse(text).record

const toRun = ({ runId, spec, result }: RunRecord, atMs: Instant): ResearchRun => ({
  runId,
  at: toRfc3339(atMs),
  strategyId: spec.strategy.id,
  exchange: spec.exchange,
  symbols: [...spec.symbols],
  timeframes: [...spec.intervals],
  fromMs: spec.fromMs,
  toMs: spec.toMs,
  params: { ...spec.strategy.params },
  driver: spec.engine,
  trades: result.trades,
  net: result.net,
  statistics: { ...result.statistics },
})

const toDetail = (record: RunRecord, atMs: Instant): ResearchRunDetail => {
  const { runDigest, resultDigest, spec, inputs, result } = record
  const { statistics: _, tradesDigest: __, equityDigest: ___, ...figures } = result
  return {
    ...toRun(record, atMs),
    runDigest,
    resultDigest,
    spec: { ...spec },
    inputs: { ...inputs },
    result: {
      ...figures,
      exits: { ...result.exits },
      refusalsByGate: { ...result.refusalsByGate },
      pauses: [...result.pauses],
    },
  }
}

const toEquity = (runId: string, { opening, points, months }: RunChart): ResearchEquity => ({
  runId,
  opening,
  points: points.map(([atMs, equity, drawdown, held]) => ({ atMs, equity, drawdown, held })),
  months: months.map((year) => ({ ...year, months: [...year.months] })),
})

const toTrade = ({ openedMs, closedMs, stopPrice: _, ...trade }: StoredTrade, r: number | null): ResearchTrade => ({
  ...trade,
  openedAt: toRfc3339(openedMs),
  closedAt: toRfc3339(closedMs),
  r,
})

const toComparison = (comparison: ReturnType<typeof runCompare>): ResearchComparison => ({
  ...comparison,
  changed: [...comparison.changed],
  byClass: [...comparison.byClass],
  signals: comparison.signals
    .toSorted((x, y) => Math.abs(Number(y.difference)) - Math.abs(Number(x.difference)))
    .slice(0, SIGNALS_MAX)
    .map(({ symbol, strategyId, direction, barClosedMs, class: name, gates, a, b, difference }) => ({
      symbol,
      strategyId,
      direction,
      barClosedMs,
      class: name,
      gates: [...gates],
      netA: readNet(a),
      netB: readNet(b),
      difference,
    })),
})

const readNet = (trade: ComparedTrade | null): string | null => trade?.net ?? null
