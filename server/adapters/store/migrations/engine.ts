import type { Migration } from '../sqlite/database.ts'

/** The engine's database. Amounts are decimal text: SQLite would make floats of long NUMERIC values. */
export const ENGINE_SCHEMA: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE journal (
        seq INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        body TEXT NOT NULL
      ) STRICT;

      CREATE TABLE candles (
        symbol TEXT NOT NULL,
        interval TEXT NOT NULL,
        open_ms INTEGER NOT NULL,
        open TEXT NOT NULL,
        high TEXT NOT NULL,
        low TEXT NOT NULL,
        close TEXT NOT NULL,
        volume TEXT NOT NULL,
        turnover TEXT NOT NULL,
        trade_count INTEGER,
        taker_buy_volume TEXT,
        missing TEXT,
        PRIMARY KEY (symbol, interval, open_ms)
      ) STRICT, WITHOUT ROWID;
    `,
  },
]
