import { createHash } from 'node:crypto'
import { decimal, parseDecimal } from '../../core/decimal.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, type TimeRange } from '../../core/instant.ts'
import { createInstrument, type Instrument } from '../../domain/market/instrument.ts'
import type { PastFunding } from '../../domain/market/market-event.ts'
import type { CandleColumns, InstrumentHistory, OpenInterestReading } from '../history.ts'
import { HistoryError } from './history-error.ts'
import type { HistoryKind } from './kinds.ts'
import { periodsIn } from './period.ts'
import { commonStep } from './steps.ts'
import type { PeriodKey, StoredPeriod } from './stored-period.ts'

/**
 * Reads the history of an instrument over a range from stored months into columns, with a digest; see `ReadHistory`.
 */
export const readHistory = async (
  { exchange, read }: StoredPeriods,
  { symbol, fromMs, toMs }: TimeRange & { readonly symbol: string },
): Promise<InstrumentHistory> => {
  const range = { fromMs, toMs }
  const readKind = async (kind: HistoryKind): Promise<readonly StoredPeriod[]> => {
    const periods = await Promise.all(periodsIn(kind, range).map((period) => read({ symbol, kind, period })))
    return periods.filter((period) => period !== null)
  }
  const candles = await readKind('candles')
  if (candles.length === 0) throw missing(exchange, symbol, range)
  const instrument = instrumentOfPeriods(symbol, candles)
  const last = toCandles(candles, instrument, range)
  if (last.gaps[0]?.fromMs === fromMs && last.gaps[0].toMs === toMs) throw missing(exchange, symbol, range)
  const [mark, index, funding, interest] = [
    await readKind('mark'),
    await readKind('index'),
    await readKind('funding'),
    await readKind('interest'),
  ]
  return {
    instrument,
    last,
    mark: mark.length === 0 ? null : toCandles(mark, instrument, range),
    index: index.length === 0 ? null : toCandles(index, instrument, range),
    funding: funding.length === 0 ? null : toFunding(funding, range),
    openInterest: interest.length === 0 ? null : toInterest(interest, range),
    digest: digestPeriods(range, [...candles, ...mark, ...index, ...funding, ...interest]),
  }
}

/** Stored periods of one exchange. */
export interface StoredPeriods {
  readonly exchange: string
  /** Reads one period; null when it is not stored. */
  read(key: PeriodKey): Promise<StoredPeriod | null>
}

/** Largest price in ticks that fits in a column. */
const TICKS_MAX = 2 ** 31 - 1

/** Builds the error for missing history; the range in its remedy is in whole days, including the last one. */
const missing = (exchange: string, symbol: string, { fromMs, toMs }: TimeRange): HistoryError => {
  const [from, to] = [fromMs, toMs + DAY_MS - 1].map((at) => new Date(at).toISOString().slice(0, 10))
  return new HistoryError(
    'HISTORY_MISSING',
    `No candles of ${symbol} are stored from ${from} to ${to}.`,
    `Run 'plimsoll data download --exchange ${exchange} --symbols ${symbol} --from ${from} --to ${to}'.`,
  )
}

/** Returns the instrument whose tick and lot size fit the prices and quantities of all these periods. */
const instrumentOfPeriods = (symbol: string, periods: readonly StoredPeriod[]): Instrument => {
  const stored = periods.map(({ record }) => record.instrument).filter((instrument) => instrument !== null)
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

const stepSize = ({ step }: Instrument['price']): number => Number(step.units) / 10 ** step.scale

const toCandles = (periods: readonly StoredPeriod[], instrument: Instrument, range: TimeRange): CandleColumns => {
  const length = (range.toMs - range.fromMs) / MINUTE_MS
  const [tick, lot] = [stepSize(instrument.price), stepSize(instrument.quantity)]
  const present = new Uint8Array(length)
  const positions = periods.map(({ rows }) => findPositions(rows.time, range, present))
  const fill = <T extends Int32Array | Float64Array>(to: T, column: string, step: number | null): T => {
    for (const [index, { rows }] of periods.entries()) {
      const from = rows.columns[column]
      if (from) copyCells(from, positions[index] ?? new Int32Array(), to, step)
    }
    return to
  }
  const fillPrices = (column: string): Int32Array => {
    const largest = Math.max(...periods.map(({ rows }) => (rows.columns[column] ?? new Float64Array()).reduce(max, 0)))
    if (largest / tick > TICKS_MAX)
      throw new HistoryError('HISTORY_DAMAGED', `A price of ${instrument.symbol} has more than ${TICKS_MAX} ticks.`)
    return fill(new Int32Array(length), column, tick)
  }
  const isReported = (column: string): boolean =>
    periods.every(({ rows }) => rows.columns[column]?.some((value) => !Number.isNaN(value)))
  return {
    fromMs: range.fromMs,
    length,
    open: fillPrices('open'),
    high: fillPrices('high'),
    low: fillPrices('low'),
    close: fillPrices('close'),
    volume: fill(new Float64Array(length), 'volume', lot),
    turnover: isReported('quote_volume') ? fill(new Float64Array(length), 'quote_volume', tick * lot) : null,
    takerBuyVolume: isReported('taker_buy_volume') ? fill(new Float64Array(length), 'taker_buy_volume', lot) : null,
    tradeCount: isReported('trades') ? fill(new Int32Array(length), 'trades', null) : null,
    gaps: absentRanges(present, range.fromMs),
  }
}

const max = (a: number, b: number): number => (b > a ? b : a)

/** Returns the minute of each row within the range (-1 outside it), and marks it as present. */
const findPositions = (time: Float64Array, { fromMs }: TimeRange, present: Uint8Array): Int32Array =>
  Int32Array.from(time, (at) => {
    const minute = (at - fromMs) / MINUTE_MS
    if (minute < 0 || minute >= present.length) return -1
    present[minute] = 1
    return minute
  })

/** Copies cells to their minutes, as whole numbers of `step` unless it is null. */
const copyCells = (
  from: Float64Array,
  positions: Int32Array,
  to: Int32Array | Float64Array,
  step: number | null,
): void => {
  for (let row = 0; row < from.length; row++) {
    const minute = positions[row] ?? -1
    if (minute < 0) continue
    const value = from[row] ?? 0
    to[minute] = step === null ? value : Math.round(value / step)
  }
}

const absentRanges = (present: Uint8Array, fromMs: Instant): readonly TimeRange[] => {
  const ranges: TimeRange[] = []
  let begin = present.indexOf(0)
  while (begin >= 0) {
    const next = present.indexOf(1, begin)
    const end = next < 0 ? present.length : next
    ranges.push({ fromMs: fromMs + begin * MINUTE_MS, toMs: fromMs + end * MINUTE_MS })
    begin = present.indexOf(0, end)
  }
  return ranges
}

/** Returns the rows of these periods within a range, with the cells of one column. */
const rowsWithin = (
  periods: readonly StoredPeriod[],
  range: TimeRange,
  column: string,
): readonly (readonly [Instant, number, number])[] =>
  periods.flatMap(({ rows }) =>
    [...rows.time].flatMap((at, row) =>
      at >= range.fromMs && at < range.toMs
        ? [[at, rows.columns[column]?.[row] ?? 0, rows.columns.interval_hours?.[row] ?? 0] as const]
        : [],
    ),
  )

/** Converts a double to a decimal; its shortest decimal form has the digits from which it was read. */
const toDecimal = (value: number) => {
  const parsed = parseDecimal(Math.abs(value) < 1e-6 ? value.toFixed(18).replace(/\.?0+$/, '') : String(value))
  if (!parsed.ok) throw new HistoryError('HISTORY_DAMAGED', `${value} is not a decimal.`)
  return parsed.value
}

const toFunding = (periods: readonly StoredPeriod[], range: TimeRange): readonly PastFunding[] =>
  rowsWithin(periods, range, 'rate').map(([settledAtMs, rate, hours]) => ({
    symbol: periods[0]?.record.symbol ?? '',
    rate: toDecimal(rate),
    settledAtMs,
    intervalMs: hours * HOUR_MS,
  }))

const toInterest = (periods: readonly StoredPeriod[], range: TimeRange): readonly OpenInterestReading[] =>
  rowsWithin(periods, range, 'open_interest').map(([atMs, openInterest]) => ({
    atMs,
    openInterest: toDecimal(openInterest),
  }))

const digestPeriods = ({ fromMs, toMs }: TimeRange, periods: readonly StoredPeriod[]): string => {
  const lines = periods.map(({ record }) => `${record.symbol} ${record.kind} ${record.period} ${record.digest}`)
  return createHash('sha256')
    .update([`${fromMs} ${toMs}`, ...lines].join('\n'))
    .digest('hex')
}
