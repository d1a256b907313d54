/**
 * Reads the recorded signals, entries, positions, fills and orders of a strategy from the engine's database, even while
 * a server is writing to it.
 */

import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { readExact } from '../../../core/exact-json.ts'
import type { TimeRange } from '../../../core/instant.ts'
import type { Order } from '../../../domain/order/order.ts'
import type { Fill, Position } from '../../../domain/position/position.ts'
import type { Signal } from '../../../domain/signal/signal.ts'
import type { ConsideredEntry } from '../../../engine/model/facts.ts'
import { engineStorePath } from './store.ts'

/** Recorded signals, entries, positions and orders of a strategy in a period. */
export interface StoredTrading {
  readonly signals: readonly Signal[]
  readonly entries: readonly ConsideredEntry[]
  readonly positions: readonly Position[]
  /** Fills of these positions, oldest first. */
  readonly fills: readonly Fill[]
  readonly orders: readonly Order[]
}

/** Reads the records of a strategy in a period; undefined when there is no database in the directory. */
export const readStoredTrading = (
  directory: string,
  { strategyId, fromMs, toMs }: TimeRange & { readonly strategyId: string },
): StoredTrading | undefined => {
  const path = engineStorePath(directory)
  if (!existsSync(path)) return undefined
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  const read = <T>(sql: string, ...values: readonly (string | number)[]): readonly T[] =>
    database
      .prepare(sql)
      .all(...values)
      .map(({ body }) => readExact(String(body)) as T)
  try {
    const opened = `SELECT position_id FROM positions WHERE opened_ms >= ?1 AND opened_ms < ?2`
    const fills = `SELECT * FROM account_entries WHERE kind = 'fill' AND position_id IN (${opened})`
    return {
      signals: read<Signal>(
        'SELECT body FROM signals WHERE strategy_id = ? AND closed_ms > ? AND closed_ms <= ? ORDER BY closed_ms',
        strategyId,
        fromMs,
        toMs,
      ),
      entries: read<ConsideredEntry>(
        'SELECT body FROM entries WHERE strategy_id = ? AND at_ms >= ? AND at_ms < ? ORDER BY at_ms',
        strategyId,
        fromMs,
        toMs,
      ),
      positions: read<Position>(
        'SELECT body FROM positions WHERE opened_ms >= ? AND opened_ms < ? ORDER BY opened_ms',
        fromMs,
        toMs,
      ),
      fills: read<{ readonly fill: Fill }>(`SELECT body FROM (${fills}) ORDER BY at_ms, entry_id`, fromMs, toMs).map(
        ({ fill }) => fill,
      ),
      orders: read<Order>(
        `SELECT body FROM orders WHERE order_id IN (SELECT order_id FROM (${fills}))
         OR (created_ms >= ?1 AND created_ms < ?2 AND origin = 'AUTOTRADING')`,
        fromMs,
        toMs,
      ),
    }
  } finally {
    database.close()
  }
}

/** Maximum wait for a server's write lock. */
const BUSY_TIMEOUT_MS = 5_000
