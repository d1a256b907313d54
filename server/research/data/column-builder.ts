import { type Instant, MINUTE_MS, type TimeRange } from '../../core/instant.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import type { CandleColumns } from '../history.ts'
import { HistoryError } from './history-error.ts'
import type { Rows } from './rows.ts'

/** Copies the minutes of stored periods into columns, which are complete with the last period. */
export interface ColumnBuilder {
  add(rows: Rows): void
  finish(): CandleColumns
}

/** Creates a builder of the columns of a range, in ticks and lots of the instrument. */
export const createColumnBuilder = (instrument: Instrument, range: TimeRange): ColumnBuilder => {
  const length = (range.toMs - range.fromMs) / MINUTE_MS
  const [tick, lot] = [stepSize(instrument.price), stepSize(instrument.quantity)]
  const present = new Uint8Array(length)
  const prices = {
    open: new Int32Array(length),
    high: new Int32Array(length),
    low: new Int32Array(length),
    close: new Int32Array(length),
  }
  const volume = new Float64Array(length)
  const reported: Reported = {
    turnover: { column: 'quote_volume', step: tick * lot, to: new Float64Array(length) },
    takerBuyVolume: { column: 'taker_buy_volume', step: lot, to: new Float64Array(length) },
    tradeCount: { column: 'trades', step: null, to: new Int32Array(length) },
  }
  return {
    add({ time, columns }) {
      const minutes = findMinutes(time, range, present)
      for (const [column, to] of Object.entries(prices)) {
        const from = columns[column]
        if (from && from.reduce(max, 0) / tick > TICKS_MAX)
          throw new HistoryError('HISTORY_DAMAGED', `A price of ${instrument.symbol} has more than ${TICKS_MAX} ticks.`)
        copyCells(from, minutes, to, tick)
      }
      copyCells(columns.volume, minutes, volume, lot)
      for (const one of Object.values(reported)) {
        const from = columns[one.column]
        if (from?.some((value) => !Number.isNaN(value))) copyCells(from, minutes, one.to, one.step)
        else one.to = null
      }
    },
    finish: () => ({
      fromMs: range.fromMs,
      length,
      ...prices,
      volume,
      turnover: reported.turnover.to,
      takerBuyVolume: reported.takerBuyVolume.to,
      tradeCount: reported.tradeCount.to,
      gaps: absentRanges(present, range.fromMs),
    }),
  }
}

/** Columns that not every source reports: null as soon as a period lacks one. */
interface Reported {
  readonly turnover: ReportedColumn<Float64Array>
  readonly takerBuyVolume: ReportedColumn<Float64Array>
  readonly tradeCount: ReportedColumn<Int32Array>
}

interface ReportedColumn<Cells> {
  readonly column: string
  readonly step: number | null
  to: Cells | null
}

/** Largest price in ticks that fits in a column. */
const TICKS_MAX = 2 ** 31 - 1

const stepSize = ({ step }: Instrument['price']): number => Number(step.units) / 10 ** step.scale

const max = (a: number, b: number): number => (b > a ? b : a)

/** Returns the minute of each row within the range (-1 outside it), and marks it as present. */
const findMinutes = (time: Float64Array, { fromMs }: TimeRange, present: Uint8Array): Int32Array => {
  const minutes = new Int32Array(time.length)
  for (let row = 0; row < time.length; row++) {
    const minute = ((time[row] ?? Number.NaN) - fromMs) / MINUTE_MS
    const isWithin = minute >= 0 && minute < present.length
    minutes[row] = isWithin ? minute : -1
    if (isWithin) present[minute] = 1
  }
  return minutes
}

/** Copies cells, if any, to their minutes, as whole numbers of `step` unless it is null. */
const copyCells = (
  from: Float64Array | undefined,
  minutes: Int32Array,
  to: Int32Array | Float64Array | null,
  step: number | null,
): void => {
  if (!from || !to) return
  for (let row = 0; row < from.length; row++) {
    const minute = minutes[row] ?? -1
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
