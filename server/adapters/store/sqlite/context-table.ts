/** SQLite table of strategy inputs other than candles, stored for replay: its statements, rows, purge and query. */

import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '../../../core/instant.ts'
import type { BarContext } from '../../../domain/signal/strategy.ts'
import type { Fact } from '../../../engine/model/facts.ts'
import type { SignalStore } from '../../../views/ports.ts'
import { createPurge, PURGED_AT_ONCE, type Purge } from './purge.ts'
import type { Row, Writes } from './rows.ts'

/** Query of the inputs of strategies other than candles. */
export interface ContextTable {
  readonly find: SignalStore['findContexts']
}

/** Retention; no candle series begins earlier. */
const RETAINED_MS = 60 * DAY_MS

export const CONTEXT_WRITES: Writes = {
  bar_contexts: 'INSERT OR REPLACE INTO bar_contexts (symbol, closed_ms, body) VALUES (?, ?, ?)',
  'bar_contexts.purge': `DELETE FROM bar_contexts WHERE (symbol, closed_ms) IN (
       SELECT symbol, closed_ms FROM bar_contexts WHERE closed_ms < ? LIMIT ${PURGED_AT_ONCE})`,
}

export const contextRow = ({ symbol, closedMs, context }: Extract<Fact, { kind: 'contextObserved' }>): Row => [
  'bar_contexts',
  symbol,
  closedMs,
  JSON.stringify(context),
]

export const contextPurge = (): Purge => createPurge((newestMs) => [['bar_contexts.purge', newestMs - RETAINED_MS]])

export const contextTable = (database: DatabaseSync): ContextTable => {
  const select = database.prepare(
    'SELECT closed_ms, body FROM bar_contexts WHERE symbol = ? AND closed_ms >= ? AND closed_ms < ?',
  )
  return {
    find: (symbol, { fromMs, toMs }) =>
      new Map(
        select
          .all(symbol, fromMs, toMs)
          .map(({ closed_ms, body }) => [Number(closed_ms), JSON.parse(String(body)) as BarContext]),
      ),
  }
}
