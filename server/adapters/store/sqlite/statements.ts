import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Creates a cache of prepared statements for queries whose text depends on their filters; there must be few such
 * strings, because no statement is released.
 */
export const createStatements = (database: DatabaseSync): Prepared => {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}

/** Returns the statement for an SQL string, prepared on first use. */
export type Prepared = (sql: string) => StatementSync
