/** Changes of database rows as plain data, created by one thread and written by another. */

import type { DatabaseSync } from 'node:sqlite'
import { assert } from '../../../core/assert.ts'

/**
 * A change of one row: the name of a statement, and its parameters. It has no SQL and can be sent to another thread;
 * each database has its own statement under that name.
 */
export type Row = readonly [statement: string, ...values: (string | number | null)[]]

/** SQL by the name of the statement. */
export type Writes = Readonly<Record<string, string>>

/** Prepares the statements and returns a function that executes changes; call it within a transaction. */
export const createWrite = (database: DatabaseSync, writes: Writes): ((rows: readonly Row[]) => void) => {
  const statements = new Map(Object.entries(writes).map(([name, sql]) => [name, database.prepare(sql)]))
  return (rows) => {
    for (const [name, ...values] of rows) {
      const statement = statements.get(name)
      assert(statement, `${name} must be a statement`)
      statement.run(...values)
    }
  }
}
