/** Dependencies of the commands for stored history, with their requests and results. */

import type { Instant, TimeRange } from '../core/instant.ts'
import type { HistoryExchange } from '../domain/market/exchanges.ts'
import type { Downloaded, DownloadProgress } from '../research/data/download.ts'
import type { HistoryKind } from '../research/data/kinds.ts'
import type { PeriodKey, PeriodRecord } from '../research/data/stored-period.ts'
import type { TableFormat } from '../research/data/table.ts'

/** Dependencies of the history commands. */
export interface HistoryParts {
  openHistory(): Promise<History>
}

export interface HistoryDownload extends HistoryPlace, HistoryOrigins, TimeRange {
  readonly symbols: readonly string[]
  readonly kinds: readonly HistoryKind[]
}

export interface HistoryImport extends HistoryPlace {
  readonly paths: readonly string[]
  readonly format: TableFormat
  readonly symbol: string
  readonly kind: HistoryKind
  readonly tickSize: string | undefined
  readonly lotSize: string | undefined
  readonly volumeInQuote: boolean
}

export interface HistoryExport extends HistoryPlace {
  readonly symbols: readonly string[]
  readonly kinds: readonly HistoryKind[]
  readonly format: 'csv' | 'parquet'
  readonly out: string
}

interface HistoryCheck extends HistoryPlace, HistoryOrigins {
  /** True to compare with the current checksums of the archive. */
  readonly remote: boolean
  /** True to redownload faulty periods. */
  readonly repair: boolean
}

/** Location of stored history. */
export interface HistoryPlace {
  readonly dataDir: string
  readonly exchange: HistoryExchange
}

/** Sources of a download. */
export interface HistoryOrigins {
  /** The only source to use; undefined for all, the archive first. */
  readonly source: 'archive' | 'api' | undefined
  /** Base URL of an exchange with the same API, such as a local one. */
  readonly exchangeUrl: string | undefined
  /** Base URL of an archive that replaces the exchange's own. */
  readonly archiveUrl: string | undefined
  /** Seed of the simulated market. */
  readonly seed: number
}

/** A stored period and the size of its file. */
export interface StoredFile extends PeriodRecord {
  readonly path: string
  readonly bytes: number
}

/** Verification of one stored period. */
export interface CheckedPeriod extends PeriodKey {
  readonly path: string
  /** Fault of the period; null if it is valid. */
  readonly fault: string | null
  /** True when the period was downloaded again. */
  readonly repaired: boolean
}

/** Stored market history; every function throws a `HistoryError` when data cannot be read, written or fetched. */
export interface History {
  now(): Instant
  download(order: HistoryDownload, onProgress: (progress: DownloadProgress) => void): Promise<Downloaded>
  importFiles(order: HistoryImport): Promise<readonly PeriodRecord[]>
  list(place: HistoryPlace): Promise<readonly StoredFile[]>
  check(order: HistoryCheck): Promise<readonly CheckedPeriod[]>
  /** Exports history and returns the written files. */
  exportFiles(order: HistoryExport): Promise<readonly string[]>
}
