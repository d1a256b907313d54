/** Rows of market history as columns: collects, merges and clips them, and finds faults and gaps. */

import { type Instant, MINUTE_MS, type TimeRange, toRfc3339 } from '../../core/instant.ts'
import { mergeRanges } from '../../core/time-ranges.ts'
import { columnNames, type HistoryKind, isByMinute, isOptional, keyColumn } from './kinds.ts'
import { type Period, periodAt } from './period.ts'

/** Rows of one kind, ascending by key, as columns of equal length; NaN for values a source does not provide. */
export interface Rows {
  readonly kind: HistoryKind
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: Float64Array
  readonly columns: Readonly<Record<string, Float64Array>>
}

/** Collects rows in any order; a later row replaces an earlier one with the same key. */
export interface RowBuilder {
  /** Adds a row; `values` are in the order of `columnNames`. */
  add(time: Instant, values: readonly number[]): void
  readonly count: number
  /** Returns the rows of each period, ascending. */
  periods(): ReadonlyMap<Period, Rows>
}

export const createRowBuilder = (kind: HistoryKind): RowBuilder => {
  const width = columnNames(kind).length
  const times: number[] = []
  const cells: number[] = []
  return {
    add(time, values) {
      times.push(time)
      for (let column = 0; column < width; column++) cells.push(values[column] ?? Number.NaN)
    },
    get count() {
      return times.length
    },
    periods() {
      const byPeriod = new Map<Period, number[]>()
      let [period, end, rows]: [Period, Instant, number[]] = ['', Number.NEGATIVE_INFINITY, []]
      for (const [row, time] of times.entries()) {
        if (time >= end || period !== periodAt(kind, time)) {
          period = periodAt(kind, time)
          end = time + MINUTE_MS
          rows = byPeriod.get(period) ?? []
          byPeriod.set(period, rows)
        }
        rows.push(row)
      }
      return new Map([...byPeriod].toSorted().map(([name, list]) => [name, gather(kind, times, cells, list)]))
    },
  }
}

/** Returns these rows of a table, ascending by key; among rows with the same key, the last one. */
const gather = (kind: HistoryKind, times: readonly number[], cells: readonly number[], rows: number[]): Rows => {
  const names = columnNames(kind)
  const keyAt = keyColumn(kind) === 'id' ? names.indexOf('id') : -1
  const key = (row: number): number => (keyAt < 0 ? times[row] : cells[row * names.length + keyAt]) ?? Number.NaN
  if (rows.some((row, index) => index > 0 && key(row) <= key(rows[index - 1] ?? 0)))
    rows.sort((a, b) => key(a) - key(b) || a - b)
  const unique = rows.filter((row, index) => key(row) !== key(rows[index + 1] ?? -1))
  return {
    kind,
    time: Float64Array.from(unique, (row) => times[row] ?? 0),
    columns: Object.fromEntries(
      names.map((name, column) => [name, Float64Array.from(unique, (row) => cells[row * names.length + column] ?? 0)]),
    ),
  }
}

/** Returns the union of two lists of rows; rows of `newer` take precedence. */
export const mergeRows = (older: Rows, newer: Rows): Rows => {
  const [times, cells]: [number[], number[]] = [[], []]
  const names = columnNames(older.kind)
  for (const { time, columns } of [older, newer]) {
    const data = names.map((name) => columns[name] ?? new Float64Array(time.length))
    for (let row = 0; row < time.length; row++) {
      times.push(time[row] ?? 0)
      for (const column of data) cells.push(column[row] ?? Number.NaN)
    }
  }
  return gather(
    older.kind,
    times,
    cells,
    times.map((_, row) => row),
  )
}

export const emptyRows = (kind: HistoryKind): Rows => ({
  kind,
  time: new Float64Array(),
  columns: Object.fromEntries(columnNames(kind).map((name) => [name, new Float64Array()])),
})

/** Returns the rows within a range. */
export const withinRange = (rows: Rows, { fromMs, toMs }: TimeRange): Rows => {
  const first = rows.time.findIndex((at) => at >= fromMs)
  const begin = first < 0 ? rows.time.length : first
  const after = rows.time.findIndex((at) => at >= toMs)
  const end = after < 0 ? rows.time.length : after
  return {
    kind: rows.kind,
    time: rows.time.slice(begin, end),
    columns: Object.fromEntries(Object.entries(rows.columns).map(([name, data]) => [name, data.slice(begin, end)])),
  }
}

/** Returns the first fault of the rows as a sentence; null if the rows are valid. */
export const findFault = (rows: Rows): string | null => {
  const { kind, time, columns } = rows
  for (const name of columnNames(kind)) {
    const at = columns[name]?.findIndex(
      (value) => !(Number.isFinite(value) || (isOptional(name) && Number.isNaN(value))),
    )
    if (at !== undefined && at >= 0) return `The ${name} at ${toRfc3339(time[at] ?? 0)} is not a number.`
  }
  if (!isByMinute(kind)) return null
  const at = time.findIndex((openMs) => openMs % MINUTE_MS !== 0)
  if (at >= 0) return `The candle at ${toRfc3339(time[at] ?? 0)} does not start on a full minute.`
  return findPriceFault(rows)
}

const findPriceFault = ({ time, columns }: Rows): string | null => {
  const { open, high, low, close, volume } = columns
  if (!(open && high && low && close)) return 'A price column is missing.'
  for (let row = 0; row < time.length; row++) {
    const [o = 0, h = 0, l = 0, c = 0] = [open[row], high[row], low[row], close[row]]
    const at = `The candle at ${toRfc3339(time[row] ?? 0)}`
    if (l <= 0) return `${at} has a price that is not positive.`
    if (h < Math.max(o, c) || l > Math.min(o, c)) return `${at} has prices outside its high and low.`
    if ((volume?.[row] ?? 0) < 0) return `${at} has a negative volume.`
  }
  return null
}

/** Returns the shortest time between two rows; null for fewer than two. */
export const shortestInterval = ({ time }: Rows): number | null => {
  let shortest = Number.POSITIVE_INFINITY
  for (let row = 1; row < time.length; row++) shortest = Math.min(shortest, (time[row] ?? 0) - (time[row - 1] ?? 0))
  return Number.isFinite(shortest) ? shortest : null
}

/** Returns the minutes of `covered` without a row. */
export const findGaps = ({ time }: Rows, covered: readonly TimeRange[]): readonly TimeRange[] =>
  mergeRanges(covered).flatMap(({ fromMs, toMs }) => {
    const first = time.findIndex((openMs) => openMs >= fromMs)
    const gaps: TimeRange[] = []
    let nextMs = fromMs
    for (let row = first < 0 ? time.length : first; (time[row] ?? toMs) < toMs; row++) {
      const openMs = time[row] ?? toMs
      if (openMs > nextMs) gaps.push({ fromMs: nextMs, toMs: openMs })
      nextMs = openMs + MINUTE_MS
    }
    return nextMs < toMs ? [...gaps, { fromMs: nextMs, toMs }] : gaps
  })
