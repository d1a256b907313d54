import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mergeRanges } from '../../../core/time-ranges.ts'
import { HistoryError } from '../../../research/data/history-error.ts'
import { HISTORY_KINDS, isByMinute } from '../../../research/data/kinds.ts'
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

/** A stored month and its file. */
interface ListedMonth extends MonthRecord {
  readonly path: string
  readonly bytes: number
}

/** Stored history of one exchange: a Parquet file for each symbol, kind and month. */
export interface HistoryStore {
  /** Returns the stored months, by symbol, kind and month; of one symbol when it is named. */
  list(symbol?: string): readonly ListedMonth[]
  /** Returns a stored month; null when there is none. Throws a `HistoryError` where it is damaged. */
  read(key: MonthKey): Promise<StoredMonth | null>
  /** Returns the description of a stored month without its rows; null when there is none. */
  describe(key: MonthKey): MonthRecord | null
  /**
   * Merges rows into their month, the new ones in place of stored ones of the same time. The file has either its old
   * content or the new one. Throws a `HistoryError` for rows that are no history.
   */
  add(rows: NewRows): Promise<MonthRecord>
}

/** `directory` is that of the exchange, such as `data/market/binanceusdm`. */
export const openHistoryStore = (directory: string, exchange: string): HistoryStore => {
  const pathTo = ({ symbol, kind, month }: MonthKey): string => join(directory, symbol, kind, `${month}.parquet`)
  const read: HistoryStore['read'] = async (key) => {
    const path = pathTo(key)
    return existsSync(path) ? decodeMonth(path) : null
  }
  return {
    read,
    describe(key) {
      const path = pathTo(key)
      return existsSync(path) ? readRecord(path) : null
    },
    list: (symbol) =>
      (symbol === undefined ? foldersIn(directory) : [symbol]).flatMap((name) =>
        HISTORY_KINDS.flatMap((kind) => listKind(join(directory, name, kind))),
      ),
    async add(added) {
      const month = joinMonth(exchange, await read(added), added)
      const path = pathTo(added)
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      replaceFile(path, encodeMonth(month), `${path}.${process.pid}.new`)
      return month.record
    },
  }
}

const foldersIn = (directory: string): readonly string[] =>
  existsSync(directory)
    ? readdirSync(directory, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted()
    : []

const listKind = (folder: string): readonly ListedMonth[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.parquet'))
        .toSorted()
        .map((name) => {
          const path = join(folder, name)
          return { ...readRecord(path), path, bytes: statSync(path).size }
        })
    : []

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

/** Returns the filters with a tick and a lot that all prices and volumes are multiples of. */
const fitInstrument = (
  symbol: string,
  { columns }: Rows,
  known: Partial<StoredInstrument> | null | undefined,
): StoredInstrument => {
  const named = (names: readonly string[]): Float64Array[] => names.flatMap((name) => columns[name] ?? [])
  const chooseStep = (data: readonly Float64Array[], step: string | undefined): string => {
    const fitting = step !== undefined && fitsStep(data, step) ? step : inferStep(data)
    if (fitting === null)
      throw new HistoryError('FILE_UNREADABLE', `${symbol} has no volume, so its lot size is unknown.`, 'Give --lot.')
    return fitting
  }
  return {
    tickSize: chooseStep(named(['open', 'high', 'low', 'close']), known?.tickSize),
    lotSize: chooseStep(named(['volume']), known?.lotSize),
    minNotional: known?.minNotional ?? null,
    maxLeverage: known?.maxLeverage ?? null,
  }
}
