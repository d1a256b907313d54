/** Access to candles stored as columns: the row of an instant, and a row as a candle. */

import { assert } from '../core/assert.ts'
import { type Instant, MINUTE_MS, type TimeRange } from '../core/instant.ts'
import type { Candle } from '../domain/market/candle.ts'
import { type Lots, lots, ticks } from '../domain/market/instrument.ts'
import type { CandleColumns } from './history.ts'
import type { MinutePrices } from './intrabar-path.ts'

/** Returns the index of the candle that opens at `openMs`; undefined outside the columns and within a gap. */
export const rowAt = (columns: CandleColumns, openMs: Instant): number | undefined => {
  const row = (openMs - columns.fromMs) / MINUTE_MS
  if (!Number.isInteger(row) || row < 0 || row >= columns.length) return undefined
  return isWithin(columns.gaps, openMs) ? undefined : row
}

/** Returns whether an instant is within one of the ranges, which are ascending and disjoint. */
const isWithin = (ranges: readonly TimeRange[], atMs: Instant): boolean => {
  let [from, to] = [0, ranges.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ranges[middle]?.toMs ?? 0) <= atMs) from = middle + 1
    else to = middle
  }
  const range = ranges[from]
  return range !== undefined && range.fromMs <= atMs
}

/** Prices of consecutive minutes. */
export type PriceColumns = Pick<CandleColumns, 'fromMs' | 'length' | 'open' | 'high' | 'low' | 'close'>

export const pricesIn = ({ open, high, low, close }: PriceColumns, row: number): MinutePrices => ({
  open: open[row] ?? 0,
  high: high[row] ?? 0,
  low: low[row] ?? 0,
  close: close[row] ?? 0,
})

/** Returns prices over the minutes of gapless other ones, which replace missing prices. */
export const completePrices = (prices: CandleColumns | null, others: PriceColumns): PriceColumns => {
  if (!prices) return others
  const { fromMs, length } = others
  const isComplete = prices.fromMs <= fromMs && prices.fromMs + prices.length * MINUTE_MS >= fromMs + length * MINUTE_MS
  if (isComplete && prices.gaps.length === 0) return prices
  const [open, high, low, close] = [others.open.slice(), others.high.slice(), others.low.slice(), others.close.slice()]
  for (let row = 0; row < length; row++) {
    const known = rowAt(prices, fromMs + row * MINUTE_MS)
    if (known === undefined) continue
    open[row] = prices.open[known] ?? 0
    high[row] = prices.high[known] ?? 0
    low[row] = prices.low[known] ?? 0
    close[row] = prices.close[known] ?? 0
  }
  return { fromMs, length, open, high, low, close }
}

/** Returns a row as a closed candle; if its turnover is not recorded, it is the volume at the mean of its prices. */
export const toCandle = (columns: CandleColumns, symbol: string, row: number): Candle => {
  const { fromMs, open, high, low, close, volume, tradeCount } = columns
  assert(row >= 0 && row < columns.length, 'a row must be within its columns')
  const prices = { open: open[row] ?? 0, high: high[row] ?? 0, low: low[row] ?? 0, close: close[row] ?? 0 }
  const traded = volume[row] ?? 0
  const turnover = recordedAt(columns.turnover, row)
  const takerBuyVolume = recordedAt(columns.takerBuyVolume, row)
  return {
    symbol,
    interval: '1m',
    openMs: fromMs + row * MINUTE_MS,
    open: ticks(prices.open),
    high: ticks(prices.high),
    low: ticks(prices.low),
    close: ticks(prices.close),
    volume: lots(traded),
    turnover: turnover === null ? BigInt(averagePrice(prices)) * BigInt(traded) : BigInt(turnover),
    tradeCount: tradeCount?.[row] ?? null,
    takerBuyVolume: takerBuyVolume === null ? null : lots(takerBuyVolume),
    missing: NONE,
  }
}

/** Rows merged into one bar, in ticks and lots. */
type MergedRows = Pick<Candle, 'openMs' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'takerBuyVolume'>

/** Merges the rows from `from` to before `to` like `mergeCandles`: a quiet start counts only until the first trade. */
export const mergeRows = (columns: CandleColumns, from: number, to: number): MergedRows => {
  assert(from >= 0 && to <= columns.length, 'rows must be within their columns')
  return to - from === 1 ? readRow(columns, from) : mergeSeveral(columns, from, to)
}

const readRow = (columns: CandleColumns, row: number): MergedRows => {
  const { fromMs, open, high, low, close, volume } = columns
  return {
    openMs: fromMs + row * MINUTE_MS,
    open: ticks(open[row] ?? 0),
    high: ticks(high[row] ?? 0),
    low: ticks(low[row] ?? 0),
    close: ticks(close[row] ?? 0),
    volume: lots(volume[row] ?? 0),
    takerBuyVolume: recordedAt(columns.takerBuyVolume, row) as Lots | null,
  }
}

const mergeSeveral = (columns: CandleColumns, from: number, to: number): MergedRows => {
  const first = findFirstTraded(columns, from, to)
  let [high, low] = [columns.high[first] ?? 0, columns.low[first] ?? 0]
  for (let row = first + 1; row < to; row++) {
    high = Math.max(high, columns.high[row] ?? 0)
    low = Math.min(low, columns.low[row] ?? 0)
  }
  let volume = 0
  for (let row = from; row < to; row++) volume += columns.volume[row] ?? 0
  return {
    openMs: columns.fromMs + from * MINUTE_MS,
    open: ticks(columns.open[first] ?? 0),
    high: ticks(high),
    low: ticks(low),
    close: ticks(columns.close[to - 1] ?? 0),
    volume: lots(volume),
    takerBuyVolume: sumRecorded(columns.takerBuyVolume, from, to) as Lots | null,
  }
}

/** Returns the first row with trades; the first row if there are none. */
export const findFirstTraded = ({ volume }: CandleColumns, from: number, to: number): number => {
  let row = from
  while (row < to && volume[row] === 0) row++
  return row < to ? row : from
}

/** Returns the sum of a column over rows; null if it is not recorded in one of them. */
const sumRecorded = (column: Float64Array | null, from: number, to: number): number | null => {
  let sum: number | null = 0
  for (let row = from; row < to && sum !== null; row++) {
    const value = recordedAt(column, row)
    sum = value === null ? null : sum + value
  }
  return sum
}

/** Returns the value of a column in a row; null if none is recorded. */
const recordedAt = (column: Float64Array | null, row: number): number | null => {
  const value = column?.[row]
  return value === undefined || Number.isNaN(value) ? null : value
}

const averagePrice = ({ open, high, low, close }: MinutePrices): number => Math.round((open + high + low + close) / 4)

const NONE: readonly TimeRange[] = []
