import { createHash } from 'node:crypto'
import { decimal, parseDecimal } from '../../core/decimal.ts'
import { DAY_MS, HOUR_MS, type Instant, type TimeRange } from '../../core/instant.ts'
import { releaseBuffers } from '../../core/release-buffers.ts'
import { createInstrument, type Instrument } from '../../domain/market/instrument.ts'
import type { PastFunding } from '../../domain/market/market-event.ts'
import type { CandleColumns, InstrumentHistory, OpenInterestReading } from '../history.ts'
import { createColumnBuilder } from './column-builder.ts'
import { HistoryError } from './history-error.ts'
import type { HistoryKind } from './kinds.ts'
import { periodsIn } from './period.ts'
import type { Rows } from './rows.ts'
import { commonStep } from './steps.ts'
import type { PeriodKey, PeriodRecord, StoredPeriod } from './stored-period.ts'

/**
 * Reads the history of an instrument over a range from stored months into columns, with a digest; see `ReadHistory`.
 */
export const readHistory = async (
  stored: StoredPeriods,
  { symbol, fromMs, toMs }: TimeRange & { readonly symbol: string },
): Promise<InstrumentHistory> => {
  const { exchange } = stored
  const range = { fromMs, toMs }
  const instrument = readInstrument(stored, symbol, range)
  if (!instrument) throw missing(exchange, symbol, range)
  const records: PeriodRecord[] = []
  /** Reads one period after the other, because the rows of a period need more memory than their columns. */
  const readKind = async (kind: HistoryKind, add: (rows: Rows) => void): Promise<boolean> => {
    let isStored = false
    for (const period of periodsIn(kind, range)) {
      const read = await stored.read({ symbol, kind, period })
      if (!read) continue
      isStored = true
      records.push(read.record)
      add(read.rows)
      releaseBuffers([read.rows.time, ...Object.values(read.rows.columns)].map(({ buffer }) => buffer))
    }
    return isStored
  }
  const readCandles = async (kind: 'candles' | 'mark' | 'index'): Promise<CandleColumns | null> => {
    const builder = createColumnBuilder(instrument, range)
    return (await readKind(kind, builder.add)) ? builder.finish() : null
  }
  const last = await readCandles('candles')
  if (!last || (last.gaps[0]?.fromMs === fromMs && last.gaps[0].toMs === toMs)) throw missing(exchange, symbol, range)
  const [mark, index] = [await readCandles('mark'), await readCandles('index')]
  const funding: PastFunding[] = []
  const hasFunding = await readKind('funding', (rows) => funding.push(...toFunding(symbol, rows, range)))
  const interest: OpenInterestReading[] = []
  const hasInterest = await readKind('interest', (rows) => interest.push(...toInterest(rows, range)))
  return {
    instrument,
    last,
    mark,
    index,
    funding: hasFunding ? funding : null,
    openInterest: hasInterest ? interest : null,
    digest: digestPeriods(range, records),
  }
}

/** Stored periods of one exchange. */
export interface StoredPeriods {
  readonly exchange: string
  /** Reads one period into new arrays; null when it is not stored. */
  read(key: PeriodKey): Promise<StoredPeriod | null>
  /** Reads the description of a period; null when it is not stored. */
  describe(key: PeriodKey): PeriodRecord | null
}

/** Builds the error for missing history; the range in its remedy is in whole days, including the last one. */
const missing = (exchange: string, symbol: string, { fromMs, toMs }: TimeRange): HistoryError => {
  const [from, to] = [fromMs, toMs + DAY_MS - 1].map((at) => new Date(at).toISOString().slice(0, 10))
  return new HistoryError(
    'HISTORY_MISSING',
    `No candles of ${symbol} are stored from ${from} to ${to}.`,
    `Run 'plimsoll data download --exchange ${exchange} --symbols ${symbol} --from ${from} --to ${to}'.`,
  )
}

/** Returns the instrument whose tick and lot size fit the prices and quantities of the range; undefined without candles. */
const readInstrument = ({ describe }: StoredPeriods, symbol: string, range: TimeRange): Instrument | undefined => {
  const periods = periodsIn('candles', range).flatMap((period) => describe({ symbol, kind: 'candles', period }) ?? [])
  if (periods.length === 0) return undefined
  const stored = periods.map(({ instrument }) => instrument).filter((instrument) => instrument !== null)
  const newest = stored.at(-1)
  if (!newest) throw new HistoryError('HISTORY_DAMAGED', `The stored candles of ${symbol} have no tick size.`)
  return createInstrument({
    symbol,
    tickSize: commonStep(stored.map(({ tickSize }) => tickSize)),
    lotSize: commonStep(stored.map(({ lotSize }) => lotSize)),
    minNotional: newest.minNotional === null ? null : decimal(newest.minNotional),
    maxLeverage: newest.maxLeverage,
  })
}

/** Returns the rows within a range, with the cells of one column. */
const rowsWithin = (
  { time, columns }: Rows,
  range: TimeRange,
  column: string,
): readonly (readonly [Instant, number, number])[] =>
  [...time].flatMap((at, row) =>
    at >= range.fromMs && at < range.toMs
      ? [[at, columns[column]?.[row] ?? 0, columns.interval_hours?.[row] ?? 0] as const]
      : [],
  )

/** Converts a double to a decimal; its shortest decimal form has the digits from which it was read. */
const toDecimal = (value: number) => {
  const parsed = parseDecimal(Math.abs(value) < 1e-6 ? value.toFixed(18).replace(/\.?0+$/, '') : String(value))
  if (!parsed.ok) throw new HistoryError('HISTORY_DAMAGED', `${value} is not a decimal.`)
  return parsed.value
}

const toFunding = (symbol: string, rows: Rows, range: TimeRange): readonly PastFunding[] =>
  rowsWithin(rows, range, 'rate').map(([settledAtMs, rate, hours]) => ({
    symbol,
    rate: toDecimal(rate),
    settledAtMs,
    intervalMs: hours * HOUR_MS,
  }))

const toInterest = (rows: Rows, range: TimeRange): readonly OpenInterestReading[] =>
  rowsWithin(rows, range, 'open_interest').map(([atMs, openInterest]) => ({
    atMs,
    openInterest: toDecimal(openInterest),
  }))

const digestPeriods = ({ fromMs, toMs }: TimeRange, records: readonly PeriodRecord[]): string => {
  const lines = records.map(({ symbol, kind, period, digest }) => `${symbol} ${kind} ${period} ${digest}`)
  return createHash('sha256')
    .update([`${fromMs} ${toMs}`, ...lines].join('\n'))
    .digest('hex')
}
