import type { Migration } from '../sqlite/database.ts'

/**
 * Schema of the identity database: users, their sessions, and the keys that sign their tokens. Secrets are stored as
 * hashes, except the signing keys.
 */
export const IDENTITY_SCHEMA: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE users (
        id TEXT PRIMARY KEY,
        username TEXT NOT NULL UNIQUE COLLATE NOCASE,
        roles TEXT NOT NULL,
        tier TEXT NOT NULL,
        password_hash TEXT NOT NULL,
        password_origin TEXT NOT NULL,
        password_weak INTEGER NOT NULL,
        authorisation INTEGER NOT NULL,
        created_at_ms INTEGER NOT NULL,
        disabled_at_ms INTEGER
      ) STRICT;

      CREATE TABLE login_failures (
        user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        count INTEGER NOT NULL,
        last_at_ms INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE sessions (
        id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL,
        last_used_at_ms INTEGER NOT NULL,
        ends_at_ms INTEGER NOT NULL,
        revoked_at_ms INTEGER,
        address TEXT
      ) STRICT;
      CREATE INDEX sessions_by_user ON sessions (user_id);
      CREATE INDEX sessions_by_end ON sessions (ends_at_ms);

      CREATE TABLE refresh_tokens (
        hash TEXT PRIMARY KEY,
        session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        created_at_ms INTEGER NOT NULL,
        spent_at_ms INTEGER,
        successor TEXT,
        final INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

      CREATE TABLE signing_keys (
        kid TEXT PRIMARY KEY,
        jwk TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL,
        used_until_ms INTEGER NOT NULL
      ) STRICT;
    `,
  },
  {
    version: 2,
    sql: `
      CREATE TABLE known_addresses (
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        address TEXT NOT NULL,
        last_at_ms INTEGER NOT NULL,
        PRIMARY KEY (user_id, address)
      ) STRICT;

      ALTER TABLE refresh_tokens DROP COLUMN final;
      ALTER TABLE refresh_tokens ADD COLUMN spent_from TEXT;
    `,
  },
  {
    version: 3,
    sql: `
      ALTER TABLE users ADD COLUMN password_set_at_ms INTEGER NOT NULL DEFAULT 0;
      UPDATE users SET password_set_at_ms = created_at_ms;
      ALTER TABLE users ADD COLUMN second_factor TEXT;
      ALTER TABLE sessions ADD COLUMN second_factor INTEGER NOT NULL DEFAULT 0;
    `,
  },
  {
    version: 4,
    sql: `
      ALTER TABLE users ADD COLUMN grants TEXT NOT NULL DEFAULT '';
      ALTER TABLE sessions ADD COLUMN accounts TEXT;
    `,
  },
]
