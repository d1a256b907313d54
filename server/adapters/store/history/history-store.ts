import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TimeRange } from '../../../core/instant.ts'
import { mergeRanges } from '../../../core/time-ranges.ts'
import { HistoryError } from '../../../research/data/history-error.ts'
import { HISTORY_KINDS, type HistoryKind, isByMinute } from '../../../research/data/kinds.ts'
import { findFault, findGaps, mergeRows, type Rows } from '../../../research/data/rows.ts'
import { fitsStep, inferStep } from '../../../research/data/steps.ts'
import {
  digestRows,
  type HistoryOrigin,
  type NewRows,
  type PeriodKey,
  type PeriodRecord,
  type StoredInstrument,
  type StoredPeriod,
} from '../../../research/data/stored-period.ts'
import { replaceFile } from '../disk.ts'
import { decodePeriod, decodeRange, encodePeriod, readRecord } from './parquet-period.ts'

/**
 * Opens the stored market history of an exchange: Parquet files by symbol, kind and period, read, merged and listed.
 * `directory` is the directory of the exchange, such as `data/market/binanceusdm`.
 */
export const openHistoryStore = (directory: string, exchange: string): HistoryStore => {
  const pathTo = ({ symbol, kind, period }: PeriodKey): string => join(directory, symbol, kind, `${period}${SUFFIX}`)
  const read: HistoryStore['read'] = async (key) => {
    const path = pathTo(key)
    return existsSync(path) ? decodePeriod(path) : null
  }
  const files = (): readonly HistoryFile[] =>
    foldersIn(directory).flatMap((symbol) => HISTORY_KINDS.flatMap((kind) => filesOfKind(directory, symbol, kind)))
  return {
    exchange,
    read,
    async readWithin(key, range) {
      const path = pathTo(key)
      return existsSync(path) ? decodeRange(path, range) : null
    },
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
      const period = joinPeriod(exchange, await read(added), added)
      const path = pathTo(added)
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      replaceFile(path, encodePeriod(period), `${path}.${process.pid}.new`)
      return period.record
    },
    discard: (path) => renameSync(path, `${path}.damaged`),
  }
}

/** File of a stored period. */
export interface HistoryFile extends PeriodKey {
  readonly path: string
  readonly bytes: number
}

/** Stored history of one exchange: a Parquet file for each symbol, kind and period. */
export interface HistoryStore {
  readonly exchange: string
  /** Returns the files of all periods, damaged ones included, by symbol, kind and period. */
  files(): readonly HistoryFile[]
  /** Returns the descriptions of stored periods in the same order; only of one symbol if given. */
  list(symbol?: string): readonly (PeriodRecord & HistoryFile)[]
  /** Returns a stored period; null when there is none. Throws a `HistoryError` when it is damaged. */
  read(key: PeriodKey): Promise<StoredPeriod | null>
  /** Returns the rows of a stored period within a range; reads little more than them, without verifying the digest. */
  readWithin(key: PeriodKey, range: TimeRange): Promise<StoredPeriod | null>
  /** Returns the description of a stored period without its rows; null when there is none. */
  describe(key: PeriodKey): PeriodRecord | null
  /**
   * Merges rows into their period, the new ones in place of stored ones of the same time. The file has either its old
   * content or the new one. Throws a `HistoryError` for invalid rows.
   */
  add(rows: NewRows): Promise<PeriodRecord>
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
    .filter((name) => PERIOD_FILE.test(name))
    .toSorted()
    .map((name) => {
      const path = join(folder, name)
      return { symbol, kind, period: basename(name, SUFFIX), path, bytes: statSync(path).size }
    })
}

const SUFFIX = '.parquet'
const PERIOD_FILE = /^\d{4}-\d\d(-\d\d)?\.parquet$/

const joinPeriod = (exchange: string, stored: StoredPeriod | null, added: NewRows): StoredPeriod => {
  const { symbol, kind, period } = added
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
      period,
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
