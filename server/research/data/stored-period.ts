/** Types of market history stored by period (key, description, origins, instrument), and the digest of its rows. */

import { createHash } from 'node:crypto'
import type { TimeRange } from '../../core/instant.ts'
import { columnNames, type HistoryKind } from './kinds.ts'
import type { Period } from './period.ts'
import type { Rows } from './rows.ts'

/** A period of history with its rows. */
export interface StoredPeriod {
  readonly record: PeriodRecord
  readonly rows: Rows
}

/** Filters of an instrument in one month, as decimal strings. */
export interface StoredInstrument {
  readonly tickSize: string
  readonly lotSize: string
  /** Null when unknown. */
  readonly minNotional: string | null
  readonly maxLeverage: number | null
}

/** File or address from which rows were read. */
export interface HistoryOrigin {
  readonly name: string
  /** SHA-256 of the file; null for responses that are not files. */
  readonly sha256: string | null
}

/** Key of one period of one kind of history. */
export interface PeriodKey {
  readonly symbol: string
  readonly kind: HistoryKind
  readonly period: Period
}

/** Description of a stored period; its rows are in the same file. */
export interface PeriodRecord extends PeriodKey {
  readonly exchange: string
  /** Null for kinds other than candles. */
  readonly instrument: StoredInstrument | null
  /** Ranges requested from the sources; a minute in them without a row is a gap. */
  readonly covered: readonly TimeRange[]
  readonly gaps: readonly TimeRange[]
  readonly rows: number
  readonly origins: readonly HistoryOrigin[]
  readonly digest: string
}

/** Rows to add to a stored period, and their origin. */
export interface NewRows extends PeriodKey {
  readonly rows: Rows
  /** Ranges requested from the source. */
  readonly covered: readonly TimeRange[]
  readonly origins: readonly HistoryOrigin[]
  /** Known filters of the instrument, for candles; tick and lot size are inferred from the rows if unknown. */
  readonly instrument: Partial<StoredInstrument> | null
}

/** Returns the SHA-256, in hexadecimal, of the values of all columns; the compression of a file does not change it. */
export const digestRows = ({ symbol, kind, period }: PeriodKey, rows: Rows): string => {
  const sha = createHash('sha256').update(`${symbol} ${kind} ${period} ${rows.time.length}\n`)
  for (const column of [rows.time, ...columnNames(kind).map((name) => rows.columns[name] ?? new Float64Array())])
    sha.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  return sha.digest('hex')
}
