import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import type { Candle } from '../../domain/market/candle.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import type { DayWindow } from '../../domain/market/instrument-market.ts'
import { findFirstTraded, mergeRows, toCandle } from '../columns.ts'
import type { CandleColumns } from '../history.ts'

/**
 * Day window of an instrument (its statistics of the last 24 hours) for the fast driver, computed from columns when
 * read.
 */
export interface ColumnDay extends DayWindow {
  /** Moves the window to the end of the minute before this row. */
  moveTo(row: number): void
}

/** Number of minutes in the window, excluding the forming minute. */
const MINUTES = DAY_MS / MINUTE_MS - 1
const HOURS_MIN = 6

/** Creates the day window over gapless columns; equivalent to a window to which every minute was added. */
export const createColumnDay = (columns: CandleColumns, symbol: string): ColumnDay => {
  const { fromMs } = columns
  let end = 0
  let known: { readonly end: number; readonly candle: Candle } | undefined
  const addRows = createSums(columns)
  const hours = new Map<number, HourPrices>()
  let ranges: { readonly first: number; readonly last: number; readonly mean: number } | undefined
  const firstRow = (): number => Math.max(0, end - MINUTES)
  const hourAt = (row: number): number => Math.floor((fromMs + row * MINUTE_MS) / HOUR_MS)
  const rowAtHour = (hour: number): number => Math.max(0, (hour * HOUR_MS - fromMs) / MINUTE_MS)
  const readHour = (hour: number): HourPrices => {
    const known = hours.get(hour)
    if (known) return known
    const prices = mergeRows(columns, rowAtHour(hour), rowAtHour(hour + 1))
    hours.set(hour, prices)
    return prices
  }
  return {
    get knownToMs() {
      return fromMs + end * MINUTE_MS
    },
    moveTo(row) {
      end = row
    },
    add: () => {},
    summary() {
      if (end === 0) return undefined
      if (known?.end !== end)
        known = { end, candle: summarise(toCandle(columns, symbol, end - 1), addRows(firstRow(), end)) }
      return known.candle
    },
    hourlyRange() {
      if (end === 0) return null
      const [first, last] = [hourAt(firstRow()), hourAt(end - 1)]
      const count = last - first - 1
      if (count < HOURS_MIN) return null
      if (ranges?.first === first && ranges.last === last) return ranges.mean
      let sum = 0
      for (let hour = first + 1; hour < last; hour++) {
        const { high, low } = readHour(hour)
        const before = columns.close[rowAtHour(hour) - 1] ?? 0
        sum += Math.max(high, before) - Math.min(low, before)
      }
      ranges = { first, last, mean: sum / count }
      return ranges.mean
    },
  }
}

interface HourPrices {
  readonly high: number
  readonly low: number
}

/** Extremes and sums of consecutive rows. */
interface RowTotals {
  readonly high: number
  readonly low: number
  readonly volume: number
  readonly turnover: number
}

/** Number of rows whose totals are stored, because many windows contain them. */
const BLOCK = 60

/** Creates the sum of rows by means of the totals of whole blocks; quiet minutes count only until the first trade. */
const createSums = (columns: CandleColumns): ((from: number, to: number) => RowTotals) => {
  const blocks: RowTotals[] = []
  let newest: { readonly from: number; readonly to: number; readonly totals: RowTotals } | undefined
  const readBlock = (index: number): RowTotals => {
    const block = blocks[index] ?? addEachRow(columns, index * BLOCK, (index + 1) * BLOCK)
    blocks[index] = block
    return block
  }
  const addBlocks = (from: number, to: number): RowTotals => {
    if (newest?.from === from && newest.to === to) return newest.totals
    let totals = readBlock(from)
    for (let index = from + 1; index < to; index++) totals = joinTotals(totals, readBlock(index))
    newest = { from, to, totals }
    return totals
  }
  return (from, to) => {
    const first = findFirstTraded(columns, from, to)
    const [begin, end] = [Math.ceil(first / BLOCK), Math.floor(to / BLOCK)]
    if (begin >= end) return addEachRow(columns, first, to)
    const [before, after] = [addEachRow(columns, first, begin * BLOCK), addEachRow(columns, end * BLOCK, to)]
    return joinTotals(joinTotals(before, addBlocks(begin, end)), after)
  }
}

const addEachRow = (columns: CandleColumns, from: number, to: number): RowTotals => {
  let [high, low, volume, turnover] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0]
  for (let row = from; row < to; row++) {
    high = Math.max(high, columns.high[row] ?? 0)
    low = Math.min(low, columns.low[row] ?? 0)
    volume += columns.volume[row] ?? 0
    turnover += turnoverAt(columns, row)
  }
  return { high, low, volume, turnover }
}

const joinTotals = (one: RowTotals, next: RowTotals): RowTotals => ({
  high: Math.max(one.high, next.high),
  low: Math.min(one.low, next.low),
  volume: one.volume + next.volume,
  turnover: one.turnover + next.turnover,
})

const summarise = (newest: Candle, { high, low, volume, turnover }: RowTotals): Candle => ({
  ...newest,
  high: ticks(high),
  low: ticks(low),
  volume: lots(volume),
  turnover: BigInt(Math.round(turnover)),
})

/** Returns the turnover of a row as computed by `toCandle`, but as a double: no decision depends on its last digits. */
const turnoverAt = ({ open, high, low, close, volume, turnover }: CandleColumns, row: number): number => {
  const recorded = turnover?.[row] ?? Number.NaN
  if (!Number.isNaN(recorded)) return recorded
  const mean = ((open[row] ?? 0) + (high[row] ?? 0) + (low[row] ?? 0) + (close[row] ?? 0)) / 4
  return Math.round(mean) * (volume[row] ?? 0)
}
