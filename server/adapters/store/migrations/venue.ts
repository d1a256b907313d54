import type { Migration } from '../sqlite/database.ts'
import { LOG_POSITION_TABLE } from '../sqlite/log-position.ts'

/** Schema of the database of a simulated exchange: its account, orders, fills and funding payments. */
export const VENUE_SCHEMA: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE account (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        body TEXT NOT NULL
      ) STRICT;

      CREATE TABLE orders (
        venue_client_id TEXT PRIMARY KEY,
        exchange_order_id TEXT NOT NULL,
        open INTEGER NOT NULL,
        body TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX open_orders ON orders (exchange_order_id) WHERE open = 1;

      CREATE TABLE fills (
        exec_id TEXT PRIMARY KEY,
        venue_client_id TEXT,
        executed_at_ms INTEGER NOT NULL,
        body TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX fills_by_order ON fills (venue_client_id);
      CREATE INDEX fills_by_time ON fills (executed_at_ms);

      CREATE TABLE funding (
        funding_id TEXT PRIMARY KEY,
        settled_at_ms INTEGER NOT NULL,
        body TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX funding_by_time ON funding (settled_at_ms);
    `,
  },
  { version: 2, sql: LOG_POSITION_TABLE },
]
