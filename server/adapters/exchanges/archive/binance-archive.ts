import { DAY_MS, type Instant, type TimeRange } from '../../../core/instant.ts'
import { clipRanges, mergeRanges, withoutRange } from '../../../core/time-ranges.ts'
import { HISTORY_KINDS, isByMinute } from '../../../research/data/kinds.ts'
import { createRowBuilder, emptyRows, findGaps, type RowBuilder, withinRange } from '../../../research/data/rows.ts'
import type { FetchedRows, HistorySource } from '../../../research/data/source.ts'
import type { HistoryOrigin, PeriodKey } from '../../../research/data/stored-period.ts'
import { addCsv } from '../../../research/data/table.ts'
import { type ArchiveFile, dailyFiles, monthlyFile } from './archive-files.ts'
import { type ArchiveAccess, fetchArchived } from './fetch-file.ts'

/**
 * Creates a history source on Binance's public archive of USDⓈ-M futures. It downloads monthly files, and daily files
 * for days that a month lacks or that have no month yet; a period with neither is reported as not covered. Source:
 * github.com/binance/binance-public-data.
 */
export const createBinanceArchive = (access: ArchiveAccess): HistorySource => ({
  kinds: HISTORY_KINDS,
  instrument: async () => null,
  fetch: (key, range, signal) => fetchPeriod({ access, key, range, signal }),
  close: async () => {},
})

/** Address of Binance's public archive. */
export const BINANCE_ARCHIVE_URL = 'https://data.binance.vision'

interface Fetching {
  readonly access: ArchiveAccess
  readonly key: PeriodKey
  readonly range: TimeRange
  readonly signal: AbortSignal
}

/** Days above which the monthly file is smaller than the daily ones. */
const DAYS_MAX = 3

const fetchPeriod = async (fetching: Fetching): Promise<FetchedRows> => {
  const { key, range } = fetching
  const builder = createRowBuilder(key.kind)
  const origins: HistoryOrigin[] = []
  const covered: TimeRange[] = []
  const take = async (file: ArchiveFile): Promise<void> => {
    const origin = await addFile(fetching, file, builder)
    if (!origin) return
    origins.push(origin)
    covered.push(file)
  }
  const monthly = monthlyFile(key)
  const isLong = range.toMs - range.fromMs > DAYS_MAX * DAY_MS
  if (monthly && (isLong || key.kind === 'funding')) await take(monthly)
  for (const file of lackingDays(key, range, builder, covered)) await take(file)
  const rows = withinRange(builder.periods().get(key.period) ?? emptyRows(key.kind), range)
  return { rows, covered: clipRanges(mergeRanges(covered), range.fromMs, range.toMs), origins }
}

/** Returns the daily files for what is not covered, and for days that a monthly file lacks entirely. */
const lackingDays = (
  key: PeriodKey,
  range: TimeRange,
  builder: RowBuilder,
  covered: readonly TimeRange[],
): readonly ArchiveFile[] => {
  const uncovered = covered.reduce<readonly TimeRange[]>((rest, part) => withoutRange(rest, part), [range])
  const rows = builder.periods().get(key.period) ?? emptyRows(key.kind)
  const gaps = isByMinute(key.kind) ? findGaps(rows, covered) : []
  const wholeDays = gaps.filter(({ fromMs, toMs }) => nextDay(fromMs) + DAY_MS <= toMs)
  const inside = clipRanges(wholeDays, range.fromMs, range.toMs)
  return [...uncovered, ...inside].flatMap((part) => dailyFiles(key, part))
}

const nextDay = (at: Instant): Instant => Math.ceil(at / DAY_MS) * DAY_MS

const addFile = async (
  { access, key, signal }: Fetching,
  { path }: ArchiveFile,
  builder: RowBuilder,
): Promise<HistoryOrigin | null> => {
  const archived = await fetchArchived(access, path, signal)
  if (!archived) return null
  addCsv(archived.bytes, builder, { kind: key.kind, format: 'binance', name: path, quoteLot: null })
  return { name: path, sha256: archived.sha256 }
}
