/** Migrations of the log of accounts in the shared PostgreSQL store. */

import type { Migration } from '../sqlite/database.ts'

export const PARTITIONED_LOG: Migration = {
  version: 9,
  // Batches are stored in partitions from here on. The view under the old name has all of them, and versions that know
  // no partitions append to it. Nothing is copied and no table is scanned: the rows so far remain where they are.
  sql: `
    ALTER TABLE batches RENAME TO unpartitioned_batches;

    CREATE TABLE log_batches (
      account text NOT NULL,
      stream text NOT NULL,
      number bigint NOT NULL,
      epoch bigint NOT NULL,
      host text NOT NULL,
      stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      digest bytea NOT NULL,
      body text NOT NULL,
      PRIMARY KEY (account, stream, number)
    ) PARTITION BY RANGE (account, stream, number);

    CREATE FUNCTION log_partition_size() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 250000::bigint';

    CREATE FUNCTION log_partition_name(account text, stream text, number bigint) RETURNS text LANGUAGE sql IMMUTABLE
      AS $$ SELECT format('log_%s_%s_%s', account, stream, number / log_partition_size()) $$;

    CREATE FUNCTION add_log_partition(account text, stream text, number bigint) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      size constant bigint := log_partition_size();
      first constant bigint := number - number % size;
      name constant text := log_partition_name(account, stream, number);
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(name, 0));
      IF to_regclass(quote_ident(name)) IS NOT NULL THEN RETURN; END IF;
      EXECUTE format('CREATE TABLE %I (LIKE log_batches INCLUDING DEFAULTS)', name);
      EXECUTE format('ALTER TABLE log_batches ATTACH PARTITION %I FOR VALUES FROM (%L, %L, %s) TO (%L, %L, %s)',
        name, account, stream, first, account, stream, first + size);
    END $$;

    CREATE FUNCTION drop_log_partition(account text, stream text, number bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      EXECUTE format('DROP TABLE IF EXISTS %I', log_partition_name(account, stream, number));
    END $$;

    CREATE VIEW batches AS
      SELECT account, stream, number, epoch, host, stored_at, digest, body FROM unpartitioned_batches
      UNION ALL
      SELECT account, stream, number, epoch, host, stored_at, digest, body FROM log_batches;
    ALTER VIEW batches ALTER COLUMN stored_at SET DEFAULT clock_timestamp();

    CREATE FUNCTION append_to_log() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM unpartitioned_batches AS earlier
        WHERE earlier.account = NEW.account AND earlier.stream = NEW.stream AND earlier.number = NEW.number
      ) THEN
        RAISE unique_violation USING MESSAGE = format('batch %s exists', NEW.number);
      END IF;
      PERFORM add_log_partition(NEW.account, NEW.stream, NEW.number);
      INSERT INTO log_batches VALUES (NEW.*);
      RETURN NEW;
    END $$;
    CREATE TRIGGER append_to_log INSTEAD OF INSERT ON batches FOR EACH ROW EXECUTE FUNCTION append_to_log();

    SELECT add_log_partition(account, stream, newest.number + ahead * log_partition_size())
      FROM accounts CROSS JOIN (VALUES ('engine'), ('exchange')) AS streams (stream)
        CROSS JOIN generate_series(0, 1) AS ahead
        CROSS JOIN LATERAL (
          SELECT coalesce(max(number), 0) + 1 AS number FROM unpartitioned_batches AS earlier
          WHERE earlier.account = accounts.account AND earlier.stream = streams.stream
        ) AS newest;
  `,
}

/** Batches are compressed by lz4, which takes a third of the time of pglz, unless the server was built without it. */
export const LOG_COMPRESSION = `
  DO $$
  DECLARE
    partition regclass;
  BEGIN
    ALTER TABLE log_batches ALTER COLUMN body SET COMPRESSION lz4;
    FOR partition IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'log_batches'::regclass LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN body SET COMPRESSION lz4', partition);
    END LOOP;
  EXCEPTION WHEN feature_not_supported THEN
    NULL;
  END $$;

  CREATE OR REPLACE FUNCTION add_log_partition(account text, stream text, number bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    size constant bigint := log_partition_size();
    first constant bigint := number - number % size;
    name constant text := log_partition_name(account, stream, number);
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(name, 0));
    IF to_regclass(quote_ident(name)) IS NOT NULL THEN RETURN; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE log_batches INCLUDING DEFAULTS INCLUDING COMPRESSION)', name);
    EXECUTE format('ALTER TABLE log_batches ATTACH PARTITION %I FOR VALUES FROM (%L, %L, %s) TO (%L, %L, %s)',
      name, account, stream, first, account, stream, first + size);
  END $$;
`
