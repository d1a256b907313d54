import type { Migration } from '../sqlite/database.ts'

/** Schema of the evidence store: named strings, each with a digest that reveals damage. */
export const EVIDENCE_SCHEMA: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE evidence (
        name TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        saved_ms INTEGER NOT NULL,
        digest TEXT NOT NULL,
        body TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
]
