import type { Migration } from '../sqlite/database.ts'
import { LOG_POSITION_TABLE } from '../sqlite/log-position.ts'

/**
 * Schema of the engine's database. Amounts are decimal strings, because SQLite would convert long NUMERIC values to
 * floats.
 */
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
  {
    version: 2,
    sql: `
      CREATE TABLE orders (
        order_id TEXT PRIMARY KEY,
        created_ms INTEGER NOT NULL,
        symbol TEXT NOT NULL,
        status TEXT NOT NULL,
        open INTEGER NOT NULL,
        origin TEXT NOT NULL,
        client_order_id TEXT,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX orders_by_time ON orders (created_ms, order_id);
      CREATE INDEX orders_by_symbol ON orders (symbol, created_ms, order_id);
      CREATE INDEX orders_open ON orders (created_ms, order_id) WHERE open = 1;
      CREATE INDEX orders_by_client_id ON orders (client_order_id) WHERE client_order_id IS NOT NULL;

      CREATE TABLE positions (
        position_id TEXT PRIMARY KEY,
        opened_ms INTEGER NOT NULL,
        symbol TEXT NOT NULL,
        status TEXT NOT NULL,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX positions_by_time ON positions (opened_ms, position_id);
      CREATE INDEX positions_by_symbol ON positions (symbol, opened_ms, position_id);

      CREATE TABLE account_entries (
        entry_id TEXT PRIMARY KEY,
        at_ms INTEGER NOT NULL,
        kind TEXT NOT NULL,
        symbol TEXT NOT NULL,
        order_id TEXT,
        position_id TEXT,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX account_entries_by_time ON account_entries (at_ms, entry_id);
      CREATE INDEX account_entries_by_symbol ON account_entries (symbol, at_ms, entry_id);
      CREATE INDEX account_entries_by_order ON account_entries (order_id, at_ms, entry_id) WHERE order_id IS NOT NULL;
      CREATE INDEX account_entries_by_position ON account_entries (position_id, at_ms, entry_id)
        WHERE position_id IS NOT NULL;

      CREATE TABLE equity (
        at_ms INTEGER PRIMARY KEY,
        equity TEXT NOT NULL,
        wallet_balance TEXT NOT NULL,
        unrealized_pnl TEXT NOT NULL
      ) STRICT;

      CREATE TABLE decisions (
        decision_id TEXT PRIMARY KEY,
        order_id TEXT NOT NULL,
        body TEXT NOT NULL
      ) STRICT;

      CREATE TABLE idempotency (
        scope TEXT PRIMARY KEY,
        fingerprint TEXT NOT NULL,
        order_id TEXT,
        at_ms INTEGER NOT NULL,
        status INTEGER,
        body TEXT
      ) STRICT;
      CREATE INDEX idempotency_by_time ON idempotency (at_ms);
    `,
  },
  {
    version: 3,
    sql: `
      CREATE TABLE signals (
        signal_id TEXT PRIMARY KEY,
        closed_ms INTEGER NOT NULL,
        symbol TEXT NOT NULL,
        interval TEXT NOT NULL,
        strategy_id TEXT NOT NULL,
        confidence REAL NOT NULL,
        resolved_ms INTEGER,
        body TEXT NOT NULL,
        outcome TEXT
      ) STRICT;
      CREATE INDEX signals_by_time ON signals (closed_ms, signal_id, interval, confidence);
      CREATE INDEX signals_by_symbol ON signals (symbol, closed_ms, signal_id, interval, strategy_id, confidence);
      CREATE INDEX signals_by_strategy ON signals (strategy_id, closed_ms, signal_id, symbol, interval, confidence);
      CREATE INDEX signals_by_series ON signals (symbol, interval, strategy_id, closed_ms, signal_id);
      CREATE INDEX signals_open ON signals (closed_ms, signal_id) WHERE outcome IS NULL;
      CREATE INDEX signals_resolved ON signals (resolved_ms, signal_id) WHERE outcome IS NOT NULL;

      CREATE TABLE signal_series (
        symbol TEXT NOT NULL,
        interval TEXT NOT NULL,
        strategy_id TEXT NOT NULL,
        newest_id TEXT NOT NULL,
        newest_ms INTEGER NOT NULL,
        PRIMARY KEY (symbol, interval, strategy_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE bar_contexts (
        symbol TEXT NOT NULL,
        closed_ms INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (symbol, closed_ms)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE entries (
        candidate_id TEXT PRIMARY KEY,
        at_ms INTEGER NOT NULL,
        symbol TEXT NOT NULL,
        strategy_id TEXT NOT NULL,
        ordered INTEGER NOT NULL,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX entries_by_time ON entries (at_ms, candidate_id, ordered);
      CREATE INDEX entries_by_symbol ON entries (symbol, at_ms, candidate_id, ordered, strategy_id);
      CREATE INDEX entries_by_strategy ON entries (strategy_id, at_ms, candidate_id, ordered);

      CREATE TABLE entry_signals (
        signal_id TEXT NOT NULL,
        candidate_id TEXT NOT NULL,
        ordered INTEGER NOT NULL,
        PRIMARY KEY (signal_id, candidate_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE entry_refusals (
        gate_id TEXT NOT NULL,
        refused_ms INTEGER NOT NULL,
        refused_id TEXT NOT NULL,
        PRIMARY KEY (gate_id, refused_ms, refused_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX entry_refusals_by_time ON entry_refusals (refused_ms, refused_id, gate_id);
    `,
  },
  {
    version: 4,
    sql: `
      CREATE INDEX journal_states ON journal (seq) WHERE kind = 'controlChanged';
    `,
  },
  {
    version: 5,
    sql: `
      CREATE TABLE trial_days (
        strategy_id TEXT NOT NULL,
        definition_digest TEXT NOT NULL,
        interval TEXT NOT NULL,
        day_ms INTEGER NOT NULL,
        outcomes INTEGER NOT NULL,
        net_r REAL NOT NULL,
        PRIMARY KEY (strategy_id, definition_digest, interval, day_ms)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO trial_days
        SELECT strategy_id, json_extract(body, '$.definitionDigest') AS digest, interval,
          resolved_ms - resolved_ms % 86400000 AS day, COUNT(*), SUM(json_extract(outcome, '$.netR'))
        FROM signals
        WHERE outcome IS NOT NULL AND json_extract(outcome, '$.kind') = 'RESOLVED'
          AND json_extract(outcome, '$.netR') IS NOT NULL
        GROUP BY strategy_id, digest, interval, day;

      CREATE INDEX journal_adjustments ON journal (seq) WHERE kind = 'walletAdjusted';
    `,
  },
  {
    version: 6,
    sql: `
      CREATE TABLE audit_outbox (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        body TEXT NOT NULL
      ) STRICT;
    `,
  },
  { version: 7, sql: LOG_POSITION_TABLE },
  /** Decisions may be stored as differences from an earlier one, which no version before this one can read. */
  { version: 8, sql: '' },
  {
    version: 9,
    sql: 'CREATE INDEX IF NOT EXISTS orders_by_group ON orders (status, origin, symbol, created_ms, order_id);',
  },
  {
    version: 10,
    sql: `
      DROP INDEX IF EXISTS orders_by_symbol;
      DROP INDEX IF EXISTS orders_by_group;
      CREATE INDEX IF NOT EXISTS orders_ended ON orders (status, origin, symbol, created_ms, order_id) WHERE open = 0;
    `,
  },
]
