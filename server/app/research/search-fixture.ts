/** Test fixture: a small search on downloaded history of the simulated exchange. */

import type { SearchRequest } from '../../cli/research-parts.ts'
import { DAY_MS, type Instant } from '../../core/instant.ts'
import { openHistory } from '../history.ts'
import { aBacktest } from './backtest-fixture.ts'

/** Six hours, after the days in which the indicators become warm. */
export interface SearchedHours {
  readonly historyFromMs: Instant
  readonly fromMs: Instant
  readonly toMs: Instant
}

export const searchedHours = (historyFromMs: Instant): SearchedHours => {
  const fromMs = historyFromMs + 4 * DAY_MS
  return { historyFromMs, fromMs, toMs: fromMs + DAY_MS / 4 }
}

/** A search of three points of S01, one trial at a time. */
export const aSearch = (
  dataDir: string,
  { fromMs, toMs }: SearchedHours,
  changes: Partial<SearchRequest> = {},
): SearchRequest => ({
  backtest: aBacktest({
    dataDir,
    exchange: 'simulated',
    strategy: 'S01',
    symbols: ['BTCUSDT'],
    fromMs,
    toMs,
    engine: 'fast',
  }),
  space: [{ name: 'stopAtr', from: 1, step: 0.5, count: 3 }],
  sampler: 'grid',
  pruner: 'none',
  trials: 3,
  seed: 1,
  objective: 'net',
  workers: 1,
  ...changes,
})

/** Downloads the history of a search into a data directory. */
export const downloadHistory = async (
  dataDir: string,
  { historyFromMs: fromMs, toMs }: SearchedHours,
): Promise<void> => {
  const { signal } = new AbortController()
  const history = openHistory({ wall: () => toMs, monotonic: () => 0 }, () => signal)
  const origins = { source: undefined, archiveUrl: undefined, exchangeUrl: undefined, seed: 1 }
  const kinds = ['candles', 'mark', 'funding'] as const
  await history.download(
    { dataDir, exchange: 'simulated', symbols: ['BTCUSDT'], kinds, fromMs, toMs, ...origins },
    () => {},
  )
}
