import { describe, expect, test } from 'vitest'
import { postgresMissing } from '../../../../test/support/postgres.ts'
import { Fenced, type LoggedBatch } from '../../../scaled/ports.ts'
import { SHARED_SCHEMA } from '../migrations/postgres.ts'
import { sha256 } from '../sha256.ts'
import { openAccountLog } from './account-log.ts'
import { DuplicateKey, type PostgresConnection } from './connection.ts'
import { openAccount, openLeaseStore } from './lease-store.ts'
import { migrate } from './migrate.ts'
import { setPostgres } from './postgres-fixture.ts'

const batch = (number: number): LoggedBatch => ({ number, epoch: 1, host: 'host-a', body: `{"n":${number}}` })

/** Numbers of batches in one partition. */
const SIZE = 250_000

describe.skipIf(postgresMissing)('the log in PostgreSQL', () => {
  const { connect } = setPostgres()
  let accounts = 0

  const open = async (connection: PostgresConnection) => {
    const account = `acc-${++accounts}`
    await openAccount(connection, account, 'market')
    const lease = openLeaseStore(connection, account)
    const last = await lease.read()
    expect(await lease.take({ last, epoch: 1, holder: 'a', host: 'host-a' })).toBe(true)
    return { account, log: openAccountLog(connection, account, 'engine') }
  }

  /** Rows of an account by the table in which they are stored. */
  const countByTable = async (connection: PostgresConnection, account: string): Promise<Record<string, number>> => {
    const rows = await connection.query<{ name: string; count: number }>({
      text: `SELECT tableoid::regclass::text AS name, count(*)::int AS count FROM (
          SELECT tableoid, account FROM log_batches UNION ALL SELECT tableoid, account FROM unpartitioned_batches
        ) AS stored WHERE account = $1 GROUP BY 1 ORDER BY 1`,
      values: [account],
    })
    return Object.fromEntries(rows.map(({ name, count }) => [name.replaceAll('"', ''), count]))
  }

  /** Rebuilds the schema of the version before partitions. */
  const createEarlier = async (connection: PostgresConnection): Promise<void> => {
    await connection.query({ text: 'DROP SCHEMA IF EXISTS plimsoll CASCADE' })
    await connection.query({ text: 'CREATE SCHEMA plimsoll' })
    await connection.query({
      text: 'CREATE TABLE schema_versions (version int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    })
    for (const { version, sql } of SHARED_SCHEMA.filter((migration) => migration.version < 9)) {
      await connection.query({ text: sql })
      await connection.query({ text: 'INSERT INTO schema_versions (version) VALUES ($1)', values: [version] })
    }
  }

  test('is stored in partitions, which are created when the first of their batches is appended', async () => {
    const connection = connect()
    const { account, log } = await open(connection)
    for (const number of [1, 2]) await log.append(batch(number))
    await connection.query({
      text: `INSERT INTO log_batches (account, stream, number, epoch, host, digest, body)
        VALUES ($1, 'engine', $2, 1, 'host-a', '', '{}')`,
      values: [account, SIZE - 1],
    })
    for (const number of [SIZE, SIZE + 1]) await log.append(batch(number))
    expect(await countByTable(connection, account)).toEqual({
      [`log_${account}_engine_0`]: 3,
      [`log_${account}_engine_1`]: 2,
    })
    expect(await log.readAfter(SIZE - 1, 5)).toEqual([batch(SIZE), batch(SIZE + 1)])
    expect(await log.newest()).toBe(SIZE + 1)
  })

  test('is compressed by lz4 in every partition, old and new, if the server supports it', async () => {
    const connection = connect()
    const { log } = await open(connection)
    await log.append(batch(1))
    const [server] = await connection.query<{ supported: boolean }>({
      text: `SELECT 'lz4' = ANY (enumvals) AS supported FROM pg_settings WHERE name = 'default_toast_compression'`,
    })
    const rows = await connection.query<{ method: string }>({
      text: `SELECT attcompression AS method FROM pg_attribute JOIN pg_inherits ON inhrelid = attrelid
        WHERE inhparent = 'log_batches'::regclass AND attname = 'body'`,
    })
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(({ method }) => method))).toEqual(new Set([server?.supported ? 'l' : '']))
    expect(await log.readAfter(0, 9)).toEqual([batch(1)])
  })

  test('retains the names of accounts in partitions of their own', async () => {
    const connection = connect()
    for (const account of ['Main', 'main', 'A-'.repeat(20)]) {
      await openAccount(connection, account, 'market')
      const lease = openLeaseStore(connection, account)
      await lease.take({ last: await lease.read(), epoch: 1, holder: 'a', host: 'host-a' })
      const log = openAccountLog(connection, account, 'exchange')
      await log.append(batch(1))
      expect(await countByTable(connection, account)).toEqual({ [`log_${account}_exchange_0`]: 1 })
    }
  })

  test('continues after the batches of a version without partitions, whose engine can go on', async () => {
    const connection = connect()
    await createEarlier(connection)
    const { account, log } = await open(connection)
    const appendEarlier = async (number: number, body = batch(number).body): Promise<number | undefined> => {
      const values = [account, 'engine', number, 1, 'host-a', sha256(body), body]
      const [row] = await connection.query<{ stored: number }>({ name: 'earlier', text: EARLIER_APPEND, values })
      return row?.stored
    }
    for (const number of [1, 2]) expect(await appendEarlier(number)).toBe(1)
    await migrate(connect())
    expect(await log.readAfter(0, 9)).toEqual([batch(1), batch(2)])
    await expect(appendEarlier(2)).rejects.toThrow(DuplicateKey)
    for (let number = 3; number <= 12; number++) expect(await appendEarlier(number)).toBe(1)
    await expect(appendEarlier(12)).rejects.toThrow(DuplicateKey)
    expect(await appendEarlier(14)).toBe(0)
    expect(await log.append(batch(12))).toBeNull()
    await expect(log.append({ ...batch(2), body: 'other' })).rejects.toThrow(Fenced)
    await log.append(batch(13))
    expect(await appendEarlier(14)).toBe(1)
    expect(await log.readAfter(1, 9)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10].map(batch))
    expect(await log.newest()).toBe(14)
    expect(await countByTable(connection, account)).toEqual({
      unpartitioned_batches: 2,
      [`log_${account}_engine_0`]: 12,
    })
    const [row] = await connection.query<{ dated: boolean }>({
      text: 'SELECT bool_and(stored_at IS NOT NULL) AS dated FROM batches',
    })
    expect(row?.dated).toBe(true)
  })

  test('has room for the next partition before it is needed', async () => {
    const connection = connect()
    const { account, log } = await open(connection)
    await log.append(batch(1))
    const rows = await connection.query<{ name: string }>({
      text: `SELECT inhrelid::regclass::text AS name FROM pg_inherits
        WHERE inhparent = 'log_batches'::regclass AND inhrelid::regclass::text LIKE '%' || $1 || '%' ORDER BY 1`,
      values: [`${account}_`],
    })
    expect(rows.map(({ name }) => name.replaceAll('"', ''))).toEqual(
      [0, 1].map((part) => `log_${account}_engine_${part}`),
    )
  })
})

/** The statement with which the version before partitions appends. */
const EARLIER_APPEND = `
  WITH held AS (SELECT FROM leases WHERE account = $1 AND epoch = $4 FOR SHARE),
  stored AS (
    INSERT INTO batches (account, stream, number, epoch, host, digest, body)
    SELECT $1::text, $2::text, $3::bigint, $4::bigint, $5::text, $6::bytea, $7::text FROM held
    WHERE $3 = 1 OR EXISTS (SELECT FROM batches WHERE account = $1 AND stream = $2 AND number = $3 - 1)
    RETURNING number
  )
  SELECT (SELECT count(*)::int FROM stored) AS stored,
    (SELECT body FROM stops WHERE account = $1 AND released_at IS NULL ORDER BY requested_at LIMIT 1) AS stop`
