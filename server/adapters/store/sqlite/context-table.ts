import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '../../../core/instant.ts'
import type { BarContext } from '../../../domain/signal/strategy.ts'
import type { Fact } from '../../../engine/model/facts.ts'
import type { SignalStore } from '../../../views/ports.ts'
import { createPurge, PURGED_AT_ONCE } from './purge.ts'

/** Inputs of strategies other than candles, stored so that they can be replayed. */
export interface ContextTable {
  put(observed: Extract<Fact, { kind: 'contextObserved' }>): void
  readonly find: SignalStore['findContexts']
  /** Removes rows from before the beginning of every series. */
  purge(): void
}

const RETAINED_MS = 60 * DAY_MS

export const contextTable = (database: DatabaseSync): ContextTable => {
  const put = database.prepare('INSERT OR REPLACE INTO bar_contexts (symbol, closed_ms, body) VALUES (?, ?, ?)')
  const select = database.prepare(
    'SELECT closed_ms, body FROM bar_contexts WHERE symbol = ? AND closed_ms >= ? AND closed_ms < ?',
  )
  const forget = database.prepare(
    `DELETE FROM bar_contexts WHERE (symbol, closed_ms) IN (
       SELECT symbol, closed_ms FROM bar_contexts WHERE closed_ms < ? LIMIT ${PURGED_AT_ONCE})`,
  )
  const { note, purge } = createPurge((newestMs) => forget.run(newestMs - RETAINED_MS))
  return {
    put({ symbol, closedMs, context }) {
      put.run(symbol, closedMs, JSON.stringify(context))
      note(closedMs)
    },
    find: (symbol, { fromMs, toMs }) =>
      new Map(
        select
          .all(symbol, fromMs, toMs)
          .map(({ closed_ms, body }) => [Number(closed_ms), JSON.parse(String(body)) as BarContext]),
      ),
    purge,
  }
}
