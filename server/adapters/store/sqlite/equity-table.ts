/** SQLite table of equity samples: its statement, rows, and a query that thins out long periods. */

import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { Instant } from '../../../core/instant.ts'
import type { EquitySample, TradingStore } from '../../../views/ports.ts'
import type { Row, Writes } from './rows.ts'

/** Query of equity samples. */
export interface EquityTable {
  readonly find: TradingStore['findEquity']
}

export const EQUITY_WRITES: Writes = {
  equity: 'INSERT OR REPLACE INTO equity (at_ms, equity, wallet_balance, unrealized_pnl) VALUES (?, ?, ?, ?)',
}

export const equityRow = ({ atMs, equity, walletBalance, unrealizedPnl }: EquitySample): Row => [
  'equity',
  atMs,
  equity.toString(),
  walletBalance.toString(),
  unrealizedPnl.toString(),
]

export const equityTable = (database: DatabaseSync): EquityTable => {
  const first = database.prepare('SELECT * FROM equity WHERE at_ms >= ? AND at_ms < ? ORDER BY at_ms LIMIT ?')
  const newest = database.prepare('SELECT * FROM equity WHERE at_ms >= ? AND at_ms <= ? ORDER BY at_ms DESC LIMIT 1')
  return {
    find({ fromMs, toMs, limit }) {
      const samples = first.all(fromMs, toMs, limit + 1).map(toSample)
      const [oldest] = samples
      if (!oldest || samples.length <= limit) return samples
      return thinned(newest, { fromMs: oldest.atMs, toMs, limit })
    },
  }
}

interface Thinning {
  /** Time of the first sample. */
  readonly fromMs: Instant
  readonly toMs: Instant
  readonly limit: number
}

/**
 * Returns the newest sample at each of evenly spaced instants, first and last included, with one lookup per instant.
 */
const thinned = (newest: StatementSync, { fromMs, toMs, limit }: Thinning): EquitySample[] => {
  const endMs = Number(newest.get(fromMs, toMs - 1)?.at_ms)
  const stepMs = (endMs - fromMs) / Math.max(1, limit - 1)
  const samples: EquitySample[] = []
  for (let left = limit - 1; left >= 0; left--) {
    const row = newest.get(fromMs, Math.floor(endMs - left * stepMs))
    if (row && Number(row.at_ms) !== samples.at(-1)?.atMs) samples.push(toSample(row))
  }
  return samples
}

const toSample = (row: Record<string, SQLOutputValue>): EquitySample => ({
  atMs: Number(row.at_ms),
  equity: BigInt(String(row.equity)),
  walletBalance: BigInt(String(row.wallet_balance)),
  unrealizedPnl: BigInt(String(row.unrealized_pnl)),
})
