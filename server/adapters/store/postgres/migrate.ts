import { MINUTE_MS } from '../../../core/instant.ts'
import { SHARED_SCHEMA } from '../migrations/postgres.ts'
import { StoreError, UPDATE } from '../sqlite/store-error.ts'
import type { PostgresConnection } from './connection.ts'

/**
 * Migrates the PostgreSQL schema of the shared store in one transaction. Refuses a schema that is newer by more than
 * one version; one version newer is still readable.
 */
export const migrate = async (connection: PostgresConnection): Promise<void> => {
  const newest = SHARED_SCHEMA.at(-1)?.version ?? 0
  await connection.transact(async (run) => {
    const query: typeof run = (statement) => run({ ...statement, withinMs: MIGRATION_MS })
    await query({ text: `SET LOCAL statement_timeout = ${MIGRATION_MS}` })
    await query({ text: `SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})` })
    await query({ text: 'CREATE SCHEMA IF NOT EXISTS plimsoll' })
    await query({
      text: 'CREATE TABLE IF NOT EXISTS schema_versions (version int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    })
    const [row] = await query<{ version: number | null }>({
      text: 'SELECT max(version) AS version FROM schema_versions',
    })
    const current = row?.version ?? 0
    if (current > newest + 1) {
      throw new StoreError(
        `The store has schema ${current}, written by a newer version; this program knows ${newest}. ${UPDATE}`,
      )
    }
    for (const { version, sql } of SHARED_SCHEMA.filter((migration) => migration.version > current)) {
      await query({ text: sql })
      await query({ text: 'INSERT INTO schema_versions (version) VALUES ($1)', values: [version] })
    }
  })
}

/** Maximum time of a statement, such as the creation of an index on a large table. */
const MIGRATION_MS = 10 * MINUTE_MS

/** Key of the advisory lock under which one process migrates at a time. */
const MIGRATION_LOCK = 7_318_021
