/** SQLite table of positions, open and closed: its statement, rows and queries. */

import type { DatabaseSync } from 'node:sqlite'
import { readExact, writeExact } from '../../../core/exact-json.ts'
import type { Position } from '../../../domain/position/position.ts'
import type { TradingStore } from '../../../views/ports.ts'
import { readPage, where } from './page.ts'
import type { Row, Writes } from './rows.ts'
import { createStatements } from './statements.ts'

/** Queries of positions. */
export interface PositionTable {
  readonly find: TradingStore['findPosition']
  readonly findPage: TradingStore['findPositions']
}

export const POSITION_WRITES: Writes = {
  positions: `INSERT INTO positions (position_id, opened_ms, symbol, status, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (position_id) DO UPDATE SET status = excluded.status, body = excluded.body`,
}

/** Returns the row of a position in its current state. */
export const positionRow = (position: Position): Row => {
  const { positionId, openedAtMs, symbol, status } = position
  return ['positions', positionId, openedAtMs, symbol, status, writeExact(position)]
}

export const positionTable = (database: DatabaseSync): PositionTable => {
  const prepared = createStatements(database)
  const select = database.prepare('SELECT body FROM positions WHERE position_id = ?')
  const listed = { table: 'positions', at: 'opened_ms', id: 'position_id' }
  return {
    find(positionId) {
      const row = select.get(positionId)
      return row && parsePosition(row.body)
    },
    findPage: (query) => readPage(prepared, listed, query, where('symbol = ?', query.symbol)).map(parsePosition),
  }
}

const parsePosition = (body: unknown): Position => readExact(String(body)) as Position
