import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** The statement of a text, prepared when it is first asked for. */
export type Prepared = (sql: string) => StatementSync

/** For queries whose text depends on what is asked; there must be few such texts, as none is ever let go. */
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
