import type { TimeRange } from '../../core/instant.ts'
import { clipRanges, withoutRange } from '../../core/time-ranges.ts'
import { HistoryError } from './history-error.ts'
import type { HistoryKind } from './kinds.ts'
import { periodRange, periodsIn } from './period.ts'
import type { FetchedRows, HistorySource } from './source.ts'
import type { NewRows, PeriodKey, PeriodRecord, StoredInstrument } from './stored-period.ts'

/**
 * Fetches the missing parts of an order and stores them period by period, so that an interrupted download continues
 * where it stopped. Rejects with the `HistoryError` of a source; stored periods remain.
 */
export const download = async (order: DownloadOrder, parts: DownloadParts): Promise<Downloaded> => {
  const keys = order.symbols.flatMap((symbol) =>
    order.kinds.flatMap((kind) => periodsIn(kind, order).map((period) => ({ symbol, kind, period }))),
  )
  const instruments = new Map<string, Promise<StoredInstrument | null>>()
  const getInstrument = (symbol: string): Promise<StoredInstrument | null> => {
    const known = instruments.get(symbol) ?? findInstrument(parts.sources, symbol)
    instruments.set(symbol, known)
    return known
  }
  const total = { rows: 0, skipped: 0, lacking: [] as (PeriodKey & TimeRange)[] }
  for (const [index, key] of keys.entries()) {
    const missing = findMissing(key, order, parts.describe(key))
    if (missing.length === 0) total.skipped++
    else {
      const { rows, lacking } = await fetchPeriod(key, missing, await getInstrument(key.symbol), parts)
      total.rows += rows
      total.lacking.push(...lacking.map((range) => ({ ...key, ...range })))
    }
    parts.onProgress({ done: index + 1, total: keys.length, rows: total.rows, at: key })
  }
  return total
}

export interface DownloadParts {
  /**
   * Sources in the order in which they are tried; each is requested for the ranges not covered by the previous ones.
   */
  readonly sources: readonly HistorySource[]
  /** Returns the description of a stored period; null if the period is not stored. */
  readonly describe: (key: PeriodKey) => PeriodRecord | null
  readonly add: (rows: NewRows) => Promise<PeriodRecord>
  readonly signal: AbortSignal
  readonly onProgress: (progress: DownloadProgress) => void
}

export interface Downloaded {
  readonly rows: number
  /** Number of periods that were already complete. */
  readonly skipped: number
  /** Ranges that no source has. */
  readonly lacking: readonly (PeriodKey & TimeRange)[]
}

/** Specification of a download. */
export interface DownloadOrder extends TimeRange {
  readonly symbols: readonly string[]
  readonly kinds: readonly HistoryKind[]
}

/** Progress of a download, after each period of one kind of one symbol. */
export interface DownloadProgress {
  readonly done: number
  readonly total: number
  /** Number of rows stored so far. */
  readonly rows: number
  readonly at: PeriodKey
}

const ignoreUnreachable = (error: unknown): null => {
  if (error instanceof HistoryError) return null
  throw error
}

/**
 * Finds the filters of an instrument; null when no source provides them. An archive may be reachable when the
 * exchange's API is not.
 */
const findInstrument = async (sources: readonly HistorySource[], symbol: string): Promise<StoredInstrument | null> => {
  for (const source of sources) {
    const instrument = await source.instrument(symbol).catch(ignoreUnreachable)
    if (instrument) return instrument
  }
  return null
}

const findMissing = (key: PeriodKey, order: TimeRange, record: PeriodRecord | null): readonly TimeRange[] =>
  (record?.covered ?? []).reduce<readonly TimeRange[]>(
    withoutRange,
    clipRanges([periodRange(key.period)], order.fromMs, order.toMs),
  )

/**
 * Returns whether a response is stored: an empty one is, so that it is not requested again, except for candles, which
 * need a row for their tick and lot size.
 */
const isWorthStoring = (kind: HistoryKind, { rows, covered }: FetchedRows): boolean =>
  rows.time.length > 0 || (covered.length > 0 && kind !== 'candles')

const fetchPeriod = async (
  key: PeriodKey,
  missing: readonly TimeRange[],
  instrument: StoredInstrument | null,
  { sources, add, signal }: DownloadParts,
): Promise<{ readonly rows: number; readonly lacking: readonly TimeRange[] }> => {
  let [rows, lacking] = [0, missing]
  for (const source of sources.filter(({ kinds }) => kinds.includes(key.kind))) {
    for (const range of lacking) {
      const fetched = await source.fetch(key, range, signal)
      if (isWorthStoring(key.kind, fetched)) await add({ ...key, ...fetched, instrument })
      rows += fetched.rows.time.length
      lacking = fetched.covered.reduce<readonly TimeRange[]>(withoutRange, lacking)
    }
  }
  return { rows, lacking }
}
