/**
 * Checks the stored market history: reads every stored period, compares its checksums with the archive on request, and
 * downloads faulty periods again.
 */

import { fetchChecksum } from '../adapters/exchanges/archive/fetch-file.ts'
import type { HistoryFile, HistoryStore } from '../adapters/store/history/history-store.ts'
import type { CheckedPeriod } from '../cli/history-parts.ts'
import { errorMessage } from '../core/errors.ts'
import { type Instant, MINUTE_MS } from '../core/instant.ts'
import { download } from '../research/data/download.ts'
import { periodRange } from '../research/data/period.ts'
import type { HistorySource } from '../research/data/source.ts'
import type { PeriodRecord } from '../research/data/stored-period.ts'

/** Reads every stored period; with `archiveUrl`, compares its files with the current checksums of the archive. */
export const checkHistory = async (
  store: HistoryStore,
  archiveUrl: string | null,
  signal: AbortSignal,
): Promise<readonly CheckedPeriod[]> => {
  const checked: CheckedPeriod[] = []
  for (const file of store.files()) {
    const fault = await findFault(store, file, archiveUrl, signal)
    checked.push({ ...file, fault, repaired: false })
  }
  return checked
}

const findFault = async (
  store: HistoryStore,
  file: HistoryFile,
  archiveUrl: string | null,
  signal: AbortSignal,
): Promise<string | null> => {
  try {
    const stored = await store.read(file)
    return stored && archiveUrl !== null ? await findReplaced(file, stored.record, archiveUrl, signal) : null
  } catch (error) {
    return errorMessage(error)
  }
}

const findReplaced = async (
  { path }: HistoryFile,
  { origins }: PeriodRecord,
  archiveUrl: string,
  signal: AbortSignal,
): Promise<string | null> => {
  for (const { name, sha256 } of origins) {
    const stated = sha256 === null ? null : await fetchChecksum(archiveUrl, name, signal)
    if (stated !== null && stated !== sha256) return `${path} is outdated: the archive has replaced ${name}.`
  }
  return null
}

interface RepairParts {
  readonly sources: readonly HistorySource[]
  readonly nowMs: Instant
  readonly signal: AbortSignal
}

/** Moves faulty periods aside and downloads them again, up to now. */
export const repairHistory = async (
  store: HistoryStore,
  checked: readonly CheckedPeriod[],
  parts: RepairParts,
): Promise<readonly CheckedPeriod[]> => {
  const repaired: CheckedPeriod[] = []
  for (const period of checked)
    repaired.push(period.fault === null ? period : { ...period, repaired: await repairPeriod(store, period, parts) })
  return repaired
}

const repairPeriod = async (
  store: HistoryStore,
  { path, symbol, kind, period }: CheckedPeriod,
  { sources, nowMs, signal }: RepairParts,
): Promise<boolean> => {
  store.discard(path)
  const { fromMs, toMs } = periodRange(period)
  const order = { symbols: [symbol], kinds: [kind], fromMs, toMs: Math.min(toMs, floorToMinute(nowMs)) }
  const { add, describe } = store
  const { rows } = await download(order, { sources, add, describe, signal, onProgress: () => {} })
  return rows > 0
}

const floorToMinute = (at: Instant): Instant => Math.floor(at / MINUTE_MS) * MINUTE_MS
