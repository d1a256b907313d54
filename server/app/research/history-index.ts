import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { StoredHistory } from '../../../contract/research.ts'
import { type HistoryFile, openHistoryStore } from '../../adapters/store/history/history-store.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import { HISTORY_EXCHANGES, type HistoryExchange } from '../../domain/market/exchanges.ts'
import type { PeriodRecord } from '../../research/data/stored-period.ts'

/**
 * Opens the index of the market history stored in a data directory: range, size and gaps of each symbol and kind. A
 * period is reread only when its file has changed.
 */
export const openHistoryIndex = (dataDir: string): ReadHistoryIndex => {
  let known: ReadonlyMap<string, PeriodRecord> = new Map()
  return async () => {
    const read = new Map<string, PeriodRecord>()
    const listed: Listed[] = []
    for (const { exchange, store, file } of HISTORY_EXCHANGES.flatMap((name) => listFiles(dataDir, name))) {
      if (read.size % FILES_AT_ONCE === 0) await setImmediate()
      const key = `${file.path} ${file.bytes} ${statSync(file.path).mtimeMs}`
      const record = known.get(key) ?? describe(store, file)
      if (!record) continue
      read.set(key, record)
      listed.push({ exchange, record, bytes: file.bytes })
    }
    known = read
    const series = Map.groupBy(listed, ({ exchange, record }) => `${exchange} ${record.symbol} ${record.kind}`)
    return [...series.values()].flatMap(combine)
  }
}

/** Lists the stored history for display. */
export type ReadHistoryIndex = () => Promise<readonly StoredHistory[]>

/** Number of files described before other work of the event loop runs. */
const FILES_AT_ONCE = 8

/** Maximum number of gaps listed per symbol and kind. */
const GAPS_MAX = 50

const listFiles = (dataDir: string, exchange: HistoryExchange) => {
  const directory = join(dataDir, 'market', exchange)
  if (!existsSync(directory)) return []
  const store = openHistoryStore(directory, exchange)
  return store.files().map((file) => ({ exchange, store, file }))
}

/** Describes a period; undefined if it is damaged, which `plimsoll data check` reports. */
const describe = (store: ReturnType<typeof openHistoryStore>, file: HistoryFile): PeriodRecord | undefined => {
  try {
    return store.describe(file) ?? undefined
  } catch {
    return undefined
  }
}

type Listed = { readonly exchange: HistoryExchange; readonly record: PeriodRecord; readonly bytes: number }

const combine = (periods: readonly Listed[]): StoredHistory[] => {
  const [first] = periods
  if (!first) return []
  const { symbol, kind } = first.record
  const covered = periods.flatMap(({ record }) => record.covered)
  const gaps = periods.flatMap(({ record }) => record.gaps)
  const measureMs = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) => toMs - fromMs
  return [
    {
      exchange: first.exchange,
      symbol,
      kind,
      fromMs: Math.min(...covered.map(({ fromMs }) => fromMs)),
      toMs: Math.max(...covered.map(({ toMs }) => toMs)),
      rows: periods.reduce((sum, { record }) => sum + record.rows, 0),
      bytes: periods.reduce((sum, { bytes }) => sum + bytes, 0),
      gaps: gaps
        .toSorted((a, b) => measureMs(b) - measureMs(a))
        .slice(0, GAPS_MAX)
        .toSorted((a, b) => a.fromMs - b.fromMs)
        .map(({ fromMs, toMs }) => ({ fromMs, toMs })),
      gapMinutes: gaps.reduce((sum, gap) => sum + measureMs(gap), 0) / MINUTE_MS,
    },
  ]
}
