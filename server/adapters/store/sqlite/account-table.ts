/** SQLite table of fills and funding payments: its statement, rows and queries. */

import type { DatabaseSync } from 'node:sqlite'
import { readExact, writeExact } from '../../../core/exact-json.ts'
import type { Instant } from '../../../core/instant.ts'
import type { AccountEntry, TradingStore } from '../../../views/ports.ts'
import { readPage, where } from './page.ts'
import type { Row, Writes } from './rows.ts'
import { createStatements } from './statements.ts'

/** Queries of fills and funding payments, in order of execution or settlement. */
export interface AccountTable {
  readonly findPage: TradingStore['findAccountEntries']
  countFillsSince(sinceMs: Instant): number
}

export const ACCOUNT_WRITES: Writes = {
  account_entries: `INSERT OR REPLACE INTO account_entries (entry_id, at_ms, kind, symbol, order_id, position_id, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
}

export const accountRow = (entry: AccountEntry): Row => {
  const { id, atMs, symbol, orderId, positionId } = toPlace(entry)
  return ['account_entries', id, atMs, entry.kind, symbol, orderId, positionId, writeExact(entry)]
}

export const accountTable = (database: DatabaseSync): AccountTable => {
  const prepared = createStatements(database)
  const count = database.prepare(`SELECT COUNT(*) AS fills FROM account_entries WHERE at_ms >= ? AND kind = 'fill'`)
  const listed = { table: 'account_entries', at: 'at_ms', id: 'entry_id' }
  return {
    findPage: (query) =>
      readPage(prepared, listed, query, [
        ...where('symbol = ?', query.symbol),
        ...where('order_id = ?', query.orderId),
        ...where('position_id = ?', query.positionId),
      ]).map((body) => readExact(String(body)) as AccountEntry),
    countFillsSince: (sinceMs) => Number(count.get(sinceMs)?.fills),
  }
}

const toPlace = (entry: AccountEntry) => {
  if (entry.kind === 'fill') {
    const { fillId, executedAtMs, symbol, orderId, positionId } = entry.fill
    return { id: fillId, atMs: executedAtMs, symbol, orderId, positionId }
  }
  const { fundingId, settledAtMs, symbol } = entry.funding
  return { id: fundingId, atMs: settledAtMs, symbol, orderId: null, positionId: entry.positionId }
}
