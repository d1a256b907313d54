/** Names of the files in Binance's data archive: path and period of the monthly and daily files of a symbol. */

import { DAY_MS, type Instant, type TimeRange } from '../../../core/instant.ts'
import type { HistoryKind } from '../../../research/data/kinds.ts'
import { periodRange } from '../../../research/data/period.ts'
import type { PeriodKey } from '../../../research/data/stored-period.ts'

/** A file of the exchange's data archive: its path below the base URL, and the period it covers. */
export interface ArchiveFile extends TimeRange {
  readonly path: string
}

/** Folder and file name suffix of each kind of history. */
const FOLDERS: Readonly<
  Record<HistoryKind, { readonly folder: string; readonly suffix: string; readonly by1m: boolean }>
> = {
  candles: { folder: 'klines', suffix: '1m', by1m: true },
  mark: { folder: 'markPriceKlines', suffix: '1m', by1m: true },
  index: { folder: 'indexPriceKlines', suffix: '1m', by1m: true },
  funding: { folder: 'fundingRate', suffix: 'fundingRate', by1m: false },
  interest: { folder: 'metrics', suffix: 'metrics', by1m: false },
  trades: { folder: 'aggTrades', suffix: 'aggTrades', by1m: false },
}

const pathTo = (interval: 'monthly' | 'daily', { symbol, kind }: PeriodKey, date: string): string => {
  const { folder, suffix, by1m } = FOLDERS[kind]
  return `data/futures/um/${interval}/${folder}/${symbol}/${by1m ? '1m/' : ''}${symbol}-${suffix}-${date}.zip`
}

/** Returns the file of a whole month; null for kinds that the archive only has by day. */
export const monthlyFile = (key: PeriodKey): ArchiveFile | null =>
  key.kind === 'interest' || key.kind === 'trades'
    ? null
    : { path: pathTo('monthly', key, key.period), ...periodRange(key.period) }

/** Returns the daily files that overlap a range; none for funding, which the archive only has by month. */
export const dailyFiles = (key: PeriodKey, { fromMs, toMs }: TimeRange): readonly ArchiveFile[] => {
  if (key.kind === 'funding') return []
  const files: ArchiveFile[] = []
  for (let dayMs: Instant = Math.floor(fromMs / DAY_MS) * DAY_MS; dayMs < toMs; dayMs += DAY_MS) {
    const date = new Date(dayMs).toISOString().slice(0, 10)
    files.push({ path: pathTo('daily', key, date), fromMs: dayMs, toMs: dayMs + DAY_MS })
  }
  return files
}
