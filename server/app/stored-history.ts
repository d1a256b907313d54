/**
 * Access to the market history stored in a data directory, by exchange: the store itself, and a reader for backtests.
 */

import { join } from 'node:path'
import { type HistoryStore, openHistoryStore } from '../adapters/store/history/history-store.ts'
import type { HistoryPlace } from '../cli/history-parts.ts'
import { readHistory } from '../research/data/read-history.ts'
import { openTrades } from '../research/data/read-trades.ts'
import type { ReadHistory, StoredTrades } from '../research/history.ts'

/** Opens the store with the history of an exchange. */
export const openStoreAt = ({ dataDir, exchange }: HistoryPlace): HistoryStore =>
  openHistoryStore(join(dataDir, 'market', exchange), exchange)

/** Returns a reader of the stored trades of an exchange. */
export const tradesReader = (place: HistoryPlace): StoredTrades => openTrades(openStoreAt(place))

/** Returns a reader of the stored history of an exchange. */
export const historyReader = (place: HistoryPlace): ReadHistory => {
  const store = openStoreAt(place)
  return (query) => readHistory(store, query)
}
