import { mkdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { BINANCE_ARCHIVE_URL, createBinanceArchive } from '../adapters/exchanges/archive/binance-archive.ts'
import { unzipFile } from '../adapters/exchanges/archive/fetch-file.ts'
import { createSimulatedHistory, simulatedOrigin } from '../adapters/exchanges/simulated/history-source.ts'
import { replaceFile } from '../adapters/store/disk.ts'
import type { HistoryStore } from '../adapters/store/history/history-store.ts'
import { encodeRows } from '../adapters/store/history/parquet-period.ts'
import { readFeather } from '../adapters/store/history/read-feather.ts'
import { readParquet } from '../adapters/store/history/read-parquet.ts'
import type { TextTable } from '../adapters/store/history/text-table.ts'
import { makePrivate } from '../adapters/store/private-directory.ts'
import type {
  History,
  HistoryDownload,
  HistoryExport,
  HistoryImport,
  HistoryOrigins,
  HistoryPlace,
} from '../cli/history-parts.ts'
import { errorMessage } from '../core/errors.ts'
import { type Instant, MINUTE_MS, toRfc3339 } from '../core/instant.ts'
import { download } from '../research/data/download.ts'
import { HistoryError } from '../research/data/history-error.ts'
import { columnNames, type HistoryKind, isByMinute } from '../research/data/kinds.ts'
import { createRowBuilder, mergeRows, type RowBuilder, type Rows, shortestInterval } from '../research/data/rows.ts'
import type { HistorySource } from '../research/data/source.ts'
import type { HistoryOrigin } from '../research/data/stored-period.ts'
import { addCsv, addTable } from '../research/data/table.ts'
import { checkHistory, repairHistory } from './check-history.ts'
import { openStoreAt } from './stored-history.ts'

/**
 * Opens the commands on stored market history: download, import, list, check and export. `abortOnSignal` is called for
 * work that can be interrupted gracefully.
 */
export const openHistory = (clocks: Clocks, abortOnSignal: () => AbortSignal): History => ({
  now: clocks.wall,
  async download(order, onProgress) {
    makePrivate(order.dataDir)
    const store = openStoreAt(order)
    if (order.exchange === 'simulated') refuseOtherSeed(store, order)
    const { add, describe } = store
    const signal = abortOnSignal()
    return withSources(order, { clocks, signal }, (sources) =>
      download(order, { sources, add, describe, signal, onProgress }),
    )
  },
  async importFiles(order) {
    makePrivate(order.dataDir)
    const builder = createRowBuilder(order.kind)
    const origins: HistoryOrigin[] = []
    for (const path of order.paths) {
      await addFile(resolve(path), order, builder)
      origins.push({ name: basename(path), sha256: null })
    }
    return storeRows(openStoreAt(order), order, builder, origins)
  },
  list: async (place) => openStoreAt(place).list(),
  async check(order) {
    const store = openStoreAt(order)
    const signal = abortOnSignal()
    const archiveUrl = order.remote ? (order.archiveUrl ?? BINANCE_ARCHIVE_URL) : null
    const checked = await checkHistory(store, archiveUrl, signal)
    if (!order.repair) return checked
    return withSources(order, { clocks, signal }, (sources) =>
      repairHistory(store, checked, { sources, nowMs: clocks.wall(), signal }),
    )
  },
  exportFiles,
})

interface Clocks {
  readonly wall: () => Instant
  readonly monotonic: () => number
}

const refuseOtherSeed = (store: HistoryStore, { symbols, seed }: HistoryDownload): void => {
  const other = symbols.find((symbol) =>
    store.list(symbol).some(({ origins }) => origins.some(({ name }) => name !== simulatedOrigin(seed))),
  )
  if (other === undefined) return
  const message = `The stored history of ${other} was simulated with a different seed.`
  throw new HistoryError('HISTORY_EXISTS', message, 'Choose another --data-dir.')
}

const withSources = async <T>(
  order: HistoryPlace & HistoryOrigins,
  { clocks, signal }: { readonly clocks: Clocks; readonly signal: AbortSignal },
  work: (sources: readonly HistorySource[]) => Promise<T>,
): Promise<T> => {
  const sources = await createSources(order, clocks)
  try {
    return await work(sources)
  } catch (error) {
    if (!signal.aborted) throw error
    const message = 'The download was interrupted; complete files are stored.'
    throw new HistoryError('INTERRUPTED', message, 'Run the command again to continue.')
  } finally {
    for (const source of sources) await source.close()
  }
}

/**
 * Creates the sources to download from. The exchange library is loaded only for an API, because that takes most of a
 * second.
 */
const createSources = async (
  { exchange, source, archiveUrl, exchangeUrl: url, seed }: HistoryPlace & HistoryOrigins,
  { wall: clock, monotonic }: Clocks,
): Promise<readonly HistorySource[]> => {
  if (exchange === 'simulated') return [createSimulatedHistory(seed, () => setImmediate())]
  const delay = async (ms: number): Promise<void> => setTimeout(ms)
  const archive = createBinanceArchive({ url: archiveUrl ?? BINANCE_ARCHIVE_URL, delay })
  if (exchange === 'binanceusdm' && source === 'archive') return [archive]
  const { createApiHistory } = await import('../adapters/exchanges/ccxt/history/api-history.ts')
  const api = createApiHistory({ id: exchange, url, clock, monotonic, delay })
  return exchange !== 'binanceusdm' || source === 'api' ? [api] : [archive, api]
}

const addFile = async (path: string, order: HistoryImport, builder: RowBuilder): Promise<void> => {
  const { kind, format, volumeInQuote, lotSize = null } = order
  const options = { kind, format, name: basename(path), quoteLot: volumeInQuote ? lotSize : null }
  const table = await readColumns(path)
  if (table) addTable(table.header, table.rows, builder, options)
  else addCsv(readContent(path), builder, options)
}

/** Reads the columns of a file; undefined for a text file. */
const readColumns = async (path: string): Promise<TextTable | undefined> => {
  if (path.endsWith('.parquet')) return readParquet(path)
  return path.endsWith('.feather') ? readFeather(path) : undefined
}

const readContent = (path: string): Buffer => {
  try {
    const bytes = readFileSync(path)
    if (path.endsWith('.zip')) return unzipFile(bytes)
    return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
  } catch (error) {
    throw new HistoryError('FILE_UNREADABLE', `${path} cannot be read: ${errorMessage(error)}.`)
  }
}

const storeRows = async (
  store: HistoryStore,
  { symbol, kind, tickSize, lotSize }: HistoryImport,
  builder: RowBuilder,
  origins: readonly HistoryOrigin[],
) => {
  const periods = builder.periods()
  for (const rows of periods.values()) refuseLonger(rows)
  const records = []
  for (const [period, rows] of periods) {
    const [fromMs, lastMs] = [rows.time[0] ?? 0, rows.time.at(-1) ?? 0].map(floorToMinute) as [Instant, Instant]
    const covered = [{ fromMs, toMs: lastMs + MINUTE_MS }]
    const instrument = { ...(tickSize && { tickSize }), ...(lotSize && { lotSize }) }
    records.push(await store.add({ symbol, kind, period, rows, covered, origins, instrument }))
  }
  return records
}

const floorToMinute = (at: Instant): Instant => Math.floor(at / MINUTE_MS) * MINUTE_MS

/** Refuses candles of a longer interval, which would be taken for minutes with gaps. */
const refuseLonger = (rows: Rows): void => {
  const shortest = isByMinute(rows.kind) ? shortestInterval(rows) : null
  if (shortest === null || shortest <= MINUTE_MS) return
  const message = `The candles are ${shortest / MINUTE_MS} minutes long.`
  throw new HistoryError('FILE_UNREADABLE', message, 'Import candles of one minute.')
}

const exportFiles = async (order: HistoryExport): Promise<readonly string[]> => {
  const store = openStoreAt(order)
  const out = resolve(order.out)
  const paths: string[] = []
  for (const symbol of order.symbols)
    for (const kind of order.kinds)
      for await (const { name, rows } of readTables(store, symbol, kind)) {
        const path = join(out, `${name}.${order.format}`)
        mkdirSync(out, { recursive: true })
        replaceFile(path, order.format === 'csv' ? formatCsv(rows) : encodeRows(rows, {}))
        paths.push(path)
      }
  if (paths.length > 0) return paths
  const message = `No history of ${order.symbols.join(', ')} is stored.`
  throw new HistoryError('HISTORY_MISSING', message, 'Run plimsoll data list.')
}

/** Reads the rows of a kind as one table, or of trades as one table per day, because all of them may not fit in memory. */
async function* readTables(store: HistoryStore, symbol: string, kind: HistoryKind): AsyncGenerator<Table> {
  if (kind !== 'trades') {
    const rows = await readAll(store, symbol, kind)
    if (rows) yield { name: `${symbol}-${kind}`, rows }
    return
  }
  for (const { period } of store.files().filter((file) => file.symbol === symbol && file.kind === kind)) {
    const stored = await store.read({ symbol, kind, period })
    if (stored) yield { name: `${symbol}-${kind}-${period}`, rows: stored.rows }
  }
}

interface Table {
  /** Name of its file, without the extension. */
  readonly name: string
  readonly rows: Rows
}

const readAll = async (store: HistoryStore, symbol: string, kind: HistoryKind): Promise<Rows | undefined> => {
  let rows: Rows | undefined
  for (const period of store.list(symbol).filter((listed) => listed.kind === kind)) {
    const stored = await store.read(period)
    rows = stored && rows ? mergeRows(rows, stored.rows) : stored?.rows
  }
  return rows
}

const formatCsv = ({ kind, time, columns }: Rows): string => {
  const data = columnNames(kind).map((name) => columns[name] ?? time)
  const lines = Array.from(time, (at, row) =>
    [toRfc3339(at), ...data.map((column) => formatCell(column[row] ?? Number.NaN))].join(','),
  )
  return `${['time', ...columnNames(kind)].join(',')}\n${lines.join('\n')}\n`
}

const formatCell = (value: number): string => (Number.isNaN(value) ? '' : String(value))
