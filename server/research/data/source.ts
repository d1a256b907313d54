import type { TimeRange } from '../../core/instant.ts'
import type { HistoryKind } from './kinds.ts'
import type { Rows } from './rows.ts'
import type { HistoryOrigin, PeriodKey, StoredInstrument } from './stored-period.ts'

/** Source to fetch market history from: an archive of files, an API, or the simulated market. */
export interface HistorySource {
  readonly kinds: readonly HistoryKind[]
  /** Returns the filters of an instrument; null when the source does not state them. */
  instrument(symbol: string): Promise<StoredInstrument | null>
  /** Fetches a range within a period. Throws a `HistoryError` after the last attempt; nothing is stored in that case. */
  fetch(key: PeriodKey, range: TimeRange, signal: AbortSignal): Promise<FetchedRows>
  close(): Promise<void>
}

/** Rows that a source returned for a part of a period. */
export interface FetchedRows {
  readonly rows: Rows
  /** Ranges for which the rows are complete; the rest may be available elsewhere. */
  readonly covered: readonly TimeRange[]
  readonly origins: readonly HistoryOrigin[]
}
