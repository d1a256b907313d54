import { assert } from '../../../core/assert.ts'
import { readExact } from '../../../core/exact-json.ts'
import type { StopOrder } from '../../../engine/model/events.ts'
import { type AccountLog, Fenced, type LoggedBatch, type LogStream, LogTrimmed } from '../../../scaled/ports.ts'
import { sha256 } from '../sha256.ts'
import { DuplicateKey, type PostgresConnection, type Statement } from './connection.ts'
import { openStopStore } from './lease-store.ts'

/**
 * Opens a log of one account in PostgreSQL: numbered batches of row changes that only the holder of the lease can
 * append, and that other hosts read.
 */
export const openAccountLog = (connection: PostgresConnection, account: string, stream: LogStream): AccountLog => {
  const refuseOther = async ({ number, epoch, body }: LoggedBatch): Promise<void> => {
    const [row] = await connection.query<{ epoch: string; same: boolean }>({
      text: 'SELECT epoch, digest = $4 AS same FROM batches WHERE account = $1 AND stream = $2 AND number = $3',
      values: [account, stream, number, sha256(body)],
    })
    if (!row?.same || Number(row.epoch) !== epoch) throw fencedBy(account, row && Number(row.epoch))
  }

  let partition: Partition = { name: '', id: '', last: 0 }

  /** Returns the partition of a batch. Creates it, and the next one, which the statement of an append must not create. */
  const findPartition = async (number: number): Promise<Partition> => {
    if (number <= partition.last) return partition
    const [row] = await connection.query<{ name: string; id: string; last: string }>({
      text: `SELECT add_log_partition($1, $2, $3), add_log_partition($1, $2, $3 + log_partition_size()),
        quote_ident(log_partition_name($1, $2, $3)) AS name,
        to_regclass(quote_ident(log_partition_name($1, $2, $3)))::oid::text AS id,
        $3 - $3 % log_partition_size() + log_partition_size() - 1 AS last`,
      values: [account, stream, number],
    })
    assert(row, 'a statement without a table must return a row')
    partition = { ...row, last: Number(row.last) }
    return partition
  }

  return {
    async newest() {
      const [row] = await connection.query<{ number: string | null }>({
        text: 'SELECT max(number) AS number FROM batches WHERE account = $1 AND stream = $2',
        values: [account, stream],
      })
      return Number(row?.number ?? 0)
    },
    async newestEpoch() {
      const [row] = await connection.query<{ epoch: string }>({
        text: 'SELECT epoch FROM batches WHERE account = $1 AND stream = $2 ORDER BY number DESC LIMIT 1',
        values: [account, stream],
      })
      return Number(row?.epoch ?? 0)
    },
    async readAfter(number, limit) {
      const rows = await connection.query<BatchRow>({
        name: 'read-after',
        text: `SELECT number, epoch, host, body FROM batches
          WHERE account = $1 AND stream = $2 AND number > $3 ORDER BY number LIMIT $4`,
        values: [account, stream, number, limit],
      })
      const [first] = rows
      if (first && Number(first.number) !== number + 1) {
        throw new LogTrimmed(`The log of the account ${account} no longer has batch ${number + 1}.`)
      }
      return rows.map((row): LoggedBatch => ({ ...row, number: Number(row.number), epoch: Number(row.epoch) }))
    },
    async append(batch) {
      const { number, epoch, host, body } = batch
      const { name, id } = await findPartition(number)
      const values = [account, stream, number, epoch, host, sha256(body), body]
      const insert = async (statement: Pick<Statement, 'name' | 'text'>): Promise<Appended | undefined> =>
        (await connection.query<Appended>({ ...statement, values }))[0]
      try {
        const row =
          (await insert({ name: `append to ${id}`, text: appendTo(name) })) ??
          (await insert({ name: 'append', text: APPEND }))
        if (!row) throw fencedBy(account)
        return row.stop === null ? null : (readExact(row.stop) as StopOrder)
      } catch (error) {
        if (!(error instanceof DuplicateKey)) throw error
        await refuseOther(batch)
        return (await openStopStore(connection, account).listOpen())[0] ?? null
      }
    },
  }
}

interface BatchRow {
  readonly number: string
  readonly epoch: string
  readonly host: string
  readonly body: string
}

/** Partition of a log. */
interface Partition {
  /** Quoted. */
  readonly name: string
  /** Unique in the database. */
  readonly id: string
  /** Last batch that belongs to it. */
  readonly last: number
}

interface Appended {
  readonly stop: string | null
}

/**
 * One statement and one round trip: the row is written only while the epoch holds the lease and the log ends right
 * before it. The share lock makes a takeover wait for an append in progress.
 */
const insertInto = (table: string, endsBefore: string): string => `
  INSERT INTO ${table} (account, stream, number, epoch, host, digest, body)
  SELECT $1::text, $2::text, $3::bigint, $4::bigint, $5::text, $6::bytea, $7::text
  FROM leases WHERE account = $1 AND epoch = $4 AND ${endsBefore}
  FOR SHARE OF leases
  RETURNING (
    SELECT body FROM stops WHERE account = $1 AND released_at IS NULL ORDER BY requested_at LIMIT 1
  ) AS stop`

/**
 * Appends to any log. The view is not used to insert, as its trigger takes a third of the time of a statement; what the
 * trigger checks is checked here.
 */
const APPEND = insertInto(
  'log_batches',
  `($3 = 1 OR EXISTS (SELECT FROM batches WHERE account = $1 AND stream = $2 AND number = $3 - 1))
    AND NOT EXISTS (SELECT FROM unpartitioned_batches WHERE account = $1 AND stream = $2 AND number = $3)`,
)

/**
 * Appends to a log that ends within the partition, which takes a sixth less of PostgreSQL's time because no other table
 * of the log is opened. The table without partitions has only numbers below those of the partitions.
 */
const appendTo = (partition: string): string =>
  insertInto(
    partition,
    `EXISTS (
      SELECT FROM ${partition} AS previous
      WHERE previous.account = $1 AND previous.stream = $2 AND previous.number = $3 - 1
    )`,
  )

const fencedBy = (account: string, epoch?: number): Fenced =>
  new Fenced(
    `Another engine has taken over the account ${account}${epoch === undefined ? '' : ` (epoch ${epoch})`}. This one stops.`,
  )
