import type { Migration } from '../sqlite/database.ts'
import { LOG_COMPRESSION, PARTITIONED_LOG } from './postgres-log.ts'

/**
 * Schema of the PostgreSQL store that the engines and gateways of all hosts share. Forward only: a migration that has
 * been released is never edited.
 */
export const SHARED_SCHEMA: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE accounts (
        account text PRIMARY KEY,
        market text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        moved_at timestamptz
      );

      CREATE TABLE leases (
        account text PRIMARY KEY REFERENCES accounts,
        epoch bigint NOT NULL,
        holder text,
        host text NOT NULL,
        taken_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE beats (
        account text PRIMARY KEY REFERENCES accounts,
        epoch bigint NOT NULL,
        beat bigint NOT NULL
      );

      CREATE TABLE batches (
        account text NOT NULL REFERENCES accounts,
        stream text NOT NULL,
        number bigint NOT NULL,
        epoch bigint NOT NULL,
        host text NOT NULL,
        stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        digest bytea NOT NULL,
        body text NOT NULL,
        PRIMARY KEY (account, stream, number)
      );

      CREATE TABLE snapshots (
        account text NOT NULL REFERENCES accounts,
        stream text NOT NULL,
        parts int NOT NULL,
        digest bytea NOT NULL,
        PRIMARY KEY (account, stream)
      );

      CREATE TABLE snapshot_parts (
        account text NOT NULL,
        stream text NOT NULL,
        part int NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (account, stream, part),
        FOREIGN KEY (account, stream) REFERENCES snapshots ON DELETE CASCADE
      );

      CREATE TABLE stops (
        account text NOT NULL REFERENCES accounts,
        stop_id text NOT NULL,
        body text NOT NULL,
        requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        released_at timestamptz,
        released_epoch bigint,
        PRIMARY KEY (account, stop_id)
      );
      CREATE INDEX open_stops ON stops (account, requested_at) WHERE released_at IS NULL;
    `,
  },
  {
    version: 2,
    sql: `
      CREATE UNLOGGED TABLE commands (
        account text NOT NULL REFERENCES accounts,
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        gateway text NOT NULL,
        id text NOT NULL,
        session_id text,
        body text NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        taken_epoch bigint,
        answer text,
        UNIQUE (gateway, id)
      );
      CREATE INDEX waiting_commands ON commands (account, number) WHERE taken_epoch IS NULL;

      CREATE UNLOGGED TABLE pictures (
        account text NOT NULL REFERENCES accounts,
        kind text NOT NULL,
        epoch bigint NOT NULL,
        version bigint GENERATED ALWAYS AS IDENTITY,
        body text NOT NULL,
        published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (account, kind)
      );

      CREATE UNLOGGED TABLE gateways (
        account text NOT NULL REFERENCES accounts,
        gateway text NOT NULL,
        alive_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (account, gateway)
      );

      CREATE TABLE identity_version (version bigint NOT NULL);
      INSERT INTO identity_version VALUES (0);

      CREATE TABLE users (
        id text PRIMARY KEY,
        username text NOT NULL,
        roles text NOT NULL,
        tier text NOT NULL,
        password_hash text NOT NULL,
        password_origin text NOT NULL,
        password_weak int NOT NULL,
        authorisation bigint NOT NULL,
        created_at_ms bigint NOT NULL,
        disabled_at_ms bigint,
        password_set_at_ms bigint NOT NULL,
        second_factor text
      );
      CREATE UNIQUE INDEX user_names ON users (lower(username));

      CREATE TABLE sessions (
        id text PRIMARY KEY,
        user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
        kind text NOT NULL,
        created_at_ms bigint NOT NULL,
        last_used_at_ms bigint NOT NULL,
        ends_at_ms bigint NOT NULL,
        revoked_at_ms bigint,
        address text,
        second_factor int NOT NULL
      );
      CREATE INDEX sessions_by_user ON sessions (user_id);
      CREATE INDEX sessions_by_end ON sessions (ends_at_ms);

      CREATE TABLE refresh_tokens (
        hash text PRIMARY KEY,
        session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
        created_at_ms bigint NOT NULL,
        spent_at_ms bigint,
        successor text,
        spent_from text
      );
      CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

      CREATE TABLE signing_keys (
        kid text PRIMARY KEY,
        jwk text NOT NULL,
        created_at_ms bigint NOT NULL,
        used_until_ms bigint NOT NULL
      );

      CREATE TABLE login_failures (
        user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        count bigint NOT NULL,
        last_at_ms bigint NOT NULL
      );

      CREATE TABLE known_addresses (
        user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
        address text NOT NULL,
        last_at_ms bigint NOT NULL,
        PRIMARY KEY (user_id, address)
      );
    `,
  },
  {
    version: 3,
    sql: `
      CREATE UNLOGGED TABLE quota_windows (
        key text PRIMARY KEY,
        requests int NOT NULL,
        window_ms bigint NOT NULL,
        times float8[] NOT NULL,
        granted int NOT NULL
      );
    `,
  },
  {
    version: 4,
    // Numbers that a crash of the server does not set back, as it does those of an unlogged table.
    sql: `
      ALTER TABLE commands ALTER COLUMN number DROP IDENTITY;
      CREATE SEQUENCE command_numbers AS bigint;
      SELECT setval('command_numbers', (SELECT coalesce(max(number), 0) + 1 FROM commands));
      ALTER TABLE commands ALTER COLUMN number SET DEFAULT nextval('command_numbers');

      ALTER TABLE pictures ALTER COLUMN version DROP IDENTITY;
      CREATE SEQUENCE picture_versions AS bigint;
      SELECT setval('picture_versions', (SELECT coalesce(max(version), 0) + 1 FROM pictures));
      ALTER TABLE pictures ALTER COLUMN version SET DEFAULT nextval('picture_versions');

      CREATE TABLE audit_copies (
        account text NOT NULL REFERENCES accounts,
        number bigint GENERATED ALWAYS AS IDENTITY,
        host text NOT NULL,
        hash text NOT NULL,
        seq bigint NOT NULL,
        at_ms bigint NOT NULL,
        actor_type text NOT NULL,
        actor text,
        action text NOT NULL,
        outcome text NOT NULL,
        target text NOT NULL,
        request_id text,
        line text NOT NULL,
        PRIMARY KEY (account, host, hash)
      );
      CREATE UNIQUE INDEX audit_copies_in_order ON audit_copies (account, number);
      CREATE INDEX audit_copies_by_host ON audit_copies (account, host, number);
    `,
  },
  {
    version: 5,
    sql: `
      CREATE UNLOGGED TABLE summaries (
        account text PRIMARY KEY REFERENCES accounts,
        epoch bigint NOT NULL,
        body text NOT NULL,
        reported_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE UNLOGGED TABLE standbys (
        account text NOT NULL REFERENCES accounts,
        host text NOT NULL,
        batch bigint NOT NULL,
        followed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (account, host)
      );
    `,
  },
  {
    version: 6,
    sql: `
      ALTER TABLE users ADD COLUMN grants text NOT NULL DEFAULT '';
      ALTER TABLE sessions ADD COLUMN accounts text;
    `,
  },
  {
    version: 7,
    sql: `
      DROP TABLE quota_windows;
      CREATE UNLOGGED TABLE quota_windows (
        key text PRIMARY KEY,
        version uuid NOT NULL,
        body text NOT NULL,
        ends_at_ms float8 NOT NULL
      );
    `,
  },
  {
    version: 8,
    // Parts are compressed already.
    sql: `
      CREATE TABLE checkpoints (
        account text NOT NULL REFERENCES accounts,
        number bigint NOT NULL,
        exchange bigint NOT NULL,
        facts bigint NOT NULL,
        host text NOT NULL,
        build text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        digest bytea NOT NULL,
        body text NOT NULL,
        PRIMARY KEY (account, number)
      );

      CREATE TABLE checkpoint_parts (
        account text NOT NULL REFERENCES accounts,
        digest bytea NOT NULL,
        checkpoint bigint NOT NULL,
        body_digest bytea NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (account, digest)
      );
      ALTER TABLE checkpoint_parts ALTER COLUMN body SET STORAGE EXTERNAL;
    `,
  },
  PARTITIONED_LOG,
  {
    version: 10,
    // Digests of archived batches, with which files are compared before they are restored; and the bus of each gateway.
    sql: `
      ALTER TABLE gateways ADD COLUMN bus text;

      CREATE TABLE archived_segments (
        account text NOT NULL REFERENCES accounts,
        stream text NOT NULL,
        first bigint NOT NULL,
        last bigint NOT NULL,
        digest bytea NOT NULL,
        archived_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (account, stream, last)
      );
    `,
  },
  {
    version: 11,
    sql: `
      CREATE INDEX audit_copies_by_time ON audit_copies (account, at_ms, number);
      CREATE INDEX audit_copies_by_request ON audit_copies (account, request_id, at_ms, number);
      CREATE INDEX audit_copies_by_target ON audit_copies (account, target, at_ms, number);
      CREATE INDEX audit_copies_by_actor ON audit_copies (account, actor, at_ms, number);
      CREATE INDEX audit_copies_by_action ON audit_copies (account, action, at_ms, number);
      CREATE INDEX audit_copies_by_outcome ON audit_copies (account, outcome, at_ms, number);
      CREATE INDEX audit_copies_by_actor_type ON audit_copies (account, actor_type, at_ms, number);
      ${LOG_COMPRESSION}
    `,
  },
]
