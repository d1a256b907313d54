/** Reads market history from CSV text and tables: recognises the columns, formats and times of common programs. */

import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import { HistoryError } from './history-error.ts'
import { columnNames, type HistoryKind, isOptional } from './kinds.ts'
import type { RowBuilder } from './rows.ts'

/** Like `addCsv`, for the cells of a table with a header. */
export const addTable = (
  header: readonly string[],
  rows: Iterable<readonly string[]>,
  builder: RowBuilder,
  options: TableOptions,
): void => {
  const addLine = createReader(header, builder, options)
  let line = 0
  for (const cells of rows) addLine(cells, ++line)
}

export type TableFormat = 'csv' | keyof typeof CSV_FORMATS

export interface TableOptions {
  readonly kind: HistoryKind
  readonly format: TableFormat
  /** Name of the file, for errors. */
  readonly name: string
  /** Lot size to which a volume in quote currency is converted; null if the volume is in base currency. */
  readonly quoteLot: string | null
}

/** Columns of a file without a header, by the program or archive that writes it. */
const CSV_FORMATS = {
  /** Files of data.binance.vision. */
  binance: {
    candles: 'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume',
    mark: 'open_time,open,high,low,close',
    index: 'open_time,open,high,low,close',
    funding: 'calc_time,funding_interval_hours,last_funding_rate',
    interest: 'create_time,symbol,sum_open_interest',
    trades: 'agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker',
  },
  /** The candle table of jesse. */
  jesse: { candles: 'timestamp,open,close,high,low,volume' },
} as const satisfies Readonly<Record<string, Partial<Record<HistoryKind, string>>>>

export const TABLE_FORMATS = ['csv', ...Object.keys(CSV_FORMATS)] as readonly TableFormat[]

/** Names of our columns in files, in lower case. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  time: [
    'time',
    'open_time',
    'open_time_ms',
    'timestamp',
    'date',
    'datetime',
    'calc_time',
    'create_time',
    'transact_time',
    'funding_time',
  ],
  volume: ['volume', 'vol', 'volume_base'],
  quote_volume: ['quote_volume', 'quote_asset_volume', 'turnover'],
  trades: ['trades', 'count', 'trade_count', 'number_of_trades'],
  taker_buy_volume: ['taker_buy_volume', 'taker_buy_base_asset_volume'],
  rate: ['rate', 'funding_rate', 'last_funding_rate', 'fundingrate'],
  interval_hours: ['interval_hours', 'funding_interval_hours'],
  open_interest: ['open_interest', 'sum_open_interest'],
  id: ['id', 'agg_trade_id', 'trade_id'],
  quantity: ['quantity', 'qty', 'amount', 'size'],
  buyer_maker: ['buyer_maker', 'is_buyer_maker'],
}

/** Default interval of a funding rate if the file does not state one. */
const FUNDING_HOURS = 8

/** Adds the rows of a CSV file to a builder; throws a `HistoryError` that names the line. */
export const addCsv = (bytes: Buffer, builder: RowBuilder, options: TableOptions): void => {
  const first = splitLine(readLines(bytes).next().value ?? '')
  const hasHeader = first.some(
    (cell) => /[a-z]/i.test(cell) && !/^(true|false)$/i.test(cell) && parseTime(cell) === undefined,
  )
  const header = hasHeader ? first : (usualHeader(options)?.split(',') ?? [])
  const addLine = createReader(header, builder, options)
  let line = 0
  for (const text of readLines(bytes))
    if ((++line > 1 || !hasHeader) && text.trim() !== '') addLine(splitLine(text), line)
}

/** Yields the lines of a text, which may be longer than the longest string. */
function* readLines(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start + BYTES_AT_ONCE)
    const end = newline < 0 ? bytes.length : newline
    yield* bytes.toString('utf8', start, end).split('\n')
    start = end + 1
  }
}

const NEWLINE = 10
const BYTES_AT_ONCE = 1 << 20

const usualHeader = ({ format, kind }: TableOptions): string | undefined => {
  const formats: Partial<Record<HistoryKind, string>> = format === 'csv' ? {} : CSV_FORMATS[format]
  return formats[kind]
}

const splitLine = (line: string): readonly string[] =>
  line
    .trim()
    .split(/[,;\t]/)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))

type AddLine = (cells: readonly string[], line: number) => void

const createReader = (header: readonly string[], builder: RowBuilder, options: TableOptions): AddLine => {
  const { kind, name, quoteLot } = options
  const toBase = createConversion(quoteLot)
  const { timeAt, columns } = findColumns(header, options)
  const volumeAt = columns.findIndex(({ column }) => column === 'volume')
  const closeAt = columns.findIndex(({ column }) => column === 'close')
  const refuse = (line: number, cell: string | undefined, what: string): never => {
    throw new HistoryError(
      'FILE_UNREADABLE',
      `${name}, line ${line}: '${(cell ?? '').slice(0, CELL_MAX)}' is not a valid ${what}.`,
    )
  }
  return (cells, line) => {
    const time = parseTime(cells[timeAt] ?? '') ?? refuse(line, cells[timeAt], 'time')
    const values = columns.map(
      ({ column, at }) => readCell(column, at < 0 ? undefined : cells[at]) ?? refuse(line, cells[at], column),
    )
    if (toBase && volumeAt >= 0) values[volumeAt] = toBase((values[volumeAt] ?? 0) / (values[closeAt] ?? 1))
    builder.add(kind === 'funding' ? Math.round(time / MINUTE_MS) * MINUTE_MS : time, values)
  }
}

/** Returns a function that rounds a quantity to whole lots, as the double nearest to its decimal string. */
const createConversion = (lotSize: string | null): ((quantity: number) => number) | null => {
  if (lotSize === null) return null
  const digits = lotSize.split('.')[1]?.length ?? 0
  return (quantity) => Number((Math.round(quantity / Number(lotSize)) * Number(lotSize)).toFixed(digits))
}

/** Maximum length of a cell quoted in an error. */
const CELL_MAX = 40

const findColumns = (header: readonly string[], { kind, name }: TableOptions) => {
  const lower = header.map((cell) => cell.toLowerCase())
  const find = (column: string): number => lower.findIndex((cell) => (NAMES[column] ?? [column]).includes(cell))
  const timeAt = find('time')
  const columns = columnNames(kind).map((column) => ({ column, at: find(column) }))
  const missing = columns.filter(({ column, at }) => at < 0 && !isOptional(column) && column !== 'interval_hours')
  const lacking = [...(timeAt < 0 ? ['time'] : []), ...missing.map(({ column }) => column)]
  if (lacking.length === 0) return { timeAt, columns }
  throw new HistoryError(
    'FILE_UNREADABLE',
    `${name} has no column for ${lacking.join(', ')}.`,
    header.length === 0
      ? 'Add a header line, or specify the format with --format.'
      : 'Rename the columns in its header line.',
  )
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Parses a cell; undefined when it is not a value of the column. */
const readCell = (column: string, cell: string | undefined): number | undefined => {
  if (cell === undefined) return column === 'interval_hours' ? FUNDING_HOURS : Number.NaN
  if (NUMBER.test(cell)) return Number(cell)
  if (column === 'buyer_maker' && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === 'true' ? 1 : 0
  return cell === '' && isOptional(column) ? Number.NaN : undefined
}

/** Digits of a time in seconds, milliseconds, microseconds and nanoseconds, with the conversion to milliseconds. */
const UNITS: Readonly<Record<number, number>> = { 10: 1_000, 13: 1, 16: 1e-3, 19: 1e-6 }

/** Parses a number of seconds, milli-, micro- or nanoseconds, or a date and time in UTC unless a zone is given. */
const parseTime = (text: string): Instant | undefined => {
  if (/^\d+$/.test(text)) {
    const factor = UNITS[text.length]
    return factor === undefined ? undefined : Math.floor(Number(text) * factor)
  }
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`
  const time = Date.parse(zoned.replace(' ', 'T'))
  return Number.isNaN(time) ? undefined : time
}
