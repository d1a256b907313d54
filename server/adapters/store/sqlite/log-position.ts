/** Position of a database in the shared log that it copies: its table, statement, row and query. */

import type { DatabaseSync } from 'node:sqlite'
import type { Row, Writes } from './rows.ts'

/** Returns a function that reads the position; null in a database that is not a copy. */
export const openLogPosition = (database: DatabaseSync): (() => number | null) => {
  const select = database.prepare('SELECT number FROM log_position')
  return () => {
    const row = select.get()
    return row ? Number(row.number) : null
  }
}

/**
 * Number of the newest batch of a shared log that a database contains; databases that are not copies of a log have
 * none. It is written in the transaction of that batch.
 */
export const LOG_POSITION_TABLE = `
  CREATE TABLE log_position (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL
  ) STRICT;
`

export const LOG_POSITION_WRITES: Writes = {
  log_position: 'INSERT OR REPLACE INTO log_position (id, number) VALUES (1, ?)',
}

export const logPositionRow = (number: number): Row => ['log_position', number]
