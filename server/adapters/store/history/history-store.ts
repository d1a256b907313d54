import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { mergeRanges } from '../../../core/time-ranges.ts'
import { HistoryError } from '../../../research/data/history-error.ts'
import { HISTORY_KINDS, type HistoryKind, isByMinute } from '../../../research/data/kinds.ts'
import { findFault, findGaps, mergeRows, type Rows } from '../../../research/data/rows.ts'
import { fitsStep, inferStep } from '../../../research/data/steps.ts'
import {
  digestRows,
  type HistoryOrigin,
  type MonthKey,
  type MonthRecord,
  type NewRows,
  type StoredInstrument,
  type StoredMonth,
} from '../../../research/data/stored-month.ts'
import { replaceFile } from '../disk.ts'
import { decodeMonth, encodeMonth, readRecord } from './parquet-month.ts'

/**
 * Opens the stored market history of an exchange: Parquet files by symbol, kind and month, read, merged and listed.
 * `directory` is the directory of the exchange, such as `data/market/binanceusdm`.
 */
export const openHistoryStore = (directory: string, exchange: string): HistoryStore => {
  const pathTo = ({ symbol, kind, month }: MonthKey): string => join(directory, symbol, kind, `${month}${SUFFIX}`)
  const read: HistoryStore['read'] = async (key) => {
    const path = pathTo(key)
    return existsSync(path) ? decodeMonth(path) : null
  }
  const files = (): readonly HistoryFile[] =>
    foldersIn(directory).flatMap((symbol) => HISTORY_KINDS.flatMap((kind) => filesOfKind(directory, symbol, kind)))
  return {
    exchange,
    read,
    describe(key) {
      const path = pathTo(key)
      return existsSync(path) ? readRecord(path) : null
    },
    files,
    list: (symbol) =>
      files()
        .filter((file) => symbol === undefined || file.symbol === symbol)
        .map((file) => ({ ...readRecord(file.path), ...file })),
    async add(added) {
      const month = joinMonth(exchange, await read(added), added)
      const path = pathTo(added)
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      replaceFile(path, encodeMonth(month), `${path}.${process.pid}.new`)
      return month.record
    },
    discard: (path) => renameSync(path, `${path}.damaged`),
  }
}

/** File of a stored month. */
export interface HistoryFile extends MonthKey {
  readonly path: string
  readonly bytes: number
}

/** Stored history of one exchange: a Parquet file for each symbol, kind and month. */
export interface HistoryStore {
  readonly exchange: string
  /** Returns the files of all months, damaged ones included, by symbol, kind and month. */
  files(): readonly HistoryFile[]
  /** Returns the descriptions of stored months in the same order; only of one symbol if given. */
  list(symbol?: string): readonly (MonthRecord & HistoryFile)[]
  /** Returns a stored month; null when there is none. Throws a `HistoryError` when it is damaged. */
  read(key: MonthKey): Promise<StoredMonth | null>
  /** Returns the description of a stored month without its rows; null when there is none. */
  describe(key: MonthKey): MonthRecord | null
  /**
   * Merges rows into their month, the new ones in place of stored ones of the same time. The file has either its old
   * content or the new one. Throws a `HistoryError` for invalid rows.
   */
  add(rows: NewRows): Promise<MonthRecord>
  /** Moves a file of the store aside under the name `….damaged`. */
  discard(path: string): void
}

const foldersIn = (directory: string): readonly string[] =>
  existsSync(directory)
    ? readdirSync(directory, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted()
    : []

const filesOfKind = (directory: string, symbol: string, kind: HistoryKind): readonly HistoryFile[] => {
  const folder = join(directory, symbol, kind)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .filter((name) => MONTH_FILE.test(name))
    .toSorted()
    .map((name) => {
      const path = join(folder, name)
      return { symbol, kind, month: basename(name, SUFFIX), path, bytes: statSync(path).size }
    })
}

const SUFFIX = '.parquet'
const MONTH_FILE = /^\d{4}-\d\d\.parquet$/

const joinMonth = (exchange: string, stored: StoredMonth | null, added: NewRows): StoredMonth => {
  const { symbol, kind, month } = added
  const fault = findFault(added.rows)
  if (fault !== null) throw new HistoryError('FILE_UNREADABLE', `${symbol} ${kind}: ${fault}`, 'Nothing was stored.')
  const rows = stored ? mergeRows(stored.rows, added.rows) : added.rows
  const covered = mergeRanges([...(stored?.record.covered ?? []), ...added.covered])
  return {
    rows,
    record: {
      exchange,
      symbol,
      kind,
      month,
      instrument:
        kind === 'candles' ? fitInstrument(symbol, rows, added.instrument ?? stored?.record.instrument) : null,
      covered,
      gaps: isByMinute(kind) ? findGaps(rows, covered) : [],
      rows: rows.time.length,
      origins: uniqueOrigins([...(stored?.record.origins ?? []), ...added.origins]),
      digest: digestRows(added, rows),
    },
  }
}

const uniqueOrigins = (origins: readonly HistoryOrigin[]): readonly HistoryOrigin[] => [
  ...new Map(origins.map((origin) => [origin.name, origin])).values(),
]

/** Returns the filters with a tick and lot size of which all prices and volumes are multiples. */
const fitInstrument = (
  symbol: string,
  { columns }: Rows,
  known: Partial<StoredInstrument> | null | undefined,
): StoredInstrument => {
  const named = (names: readonly string[]): Float64Array[] => names.flatMap((name) => columns[name] ?? [])
  const chooseStep = (data: readonly Float64Array[], step: string | undefined): string => {
    const fitting = step !== undefined && fitsStep(data, step) ? step : inferStep(data)
    if (fitting === null)
      throw new HistoryError(
        'FILE_UNREADABLE',
        `${symbol} has no volume, so its lot size is unknown.`,
        'Specify --lot.',
      )
    return fitting
  }
  return {
    tickSize: chooseStep(named(['open', 'high', 'low', 'close']), known?.tickSize),
    lotSize: chooseStep(named(['volume']), known?.lotSize),
    minNotional: known?.minNotional ?? null,
    maxLeverage: known?.maxLeverage ?? null,
  }
}
