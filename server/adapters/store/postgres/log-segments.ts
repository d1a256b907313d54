/** Segments of the log of an account that a newer checkpoint makes dispensable: lists, reads and drops them. */

import type { LogStream } from '../../../scaled/ports.ts'
import { type ArchivedBatch, createBatchDigest } from '../archive/segment-file.ts'
import { StoreError } from '../sqlite/store-error.ts'
import type { PostgresConnection } from './connection.ts'

/** Consecutive batches of a log that are stored together. */
export interface LogSegment {
  readonly stream: LogStream
  readonly first: number
  readonly last: number
}

/** All calls reject with a `StoreFailure` when the store cannot be reached. */
export interface LogSegments {
  /** Returns false while another process archives the account. Held until the connection is closed. */
  lock(): Promise<boolean>
  /**
   * Returns the segments, oldest first, whose batches are older than `keepMs` and contained in the checkpoint before
   * the newest one.
   */
  listDue(keepMs: number): Promise<LogSegment[]>
  /** Reads the batches in their order. */
  read(segment: LogSegment): AsyncGenerator<readonly ArchivedBatch[]>
  /** Returns the digest of the batches, as in `SegmentContent`. */
  digest(segment: LogSegment): Promise<string>
  /** Deletes the batches. Rejects with a `StoreError` when no two checkpoints contain them. */
  drop(segment: LogSegment): Promise<void>
}

/** Opens the segments of one account. */
export const openLogSegments = (connection: PostgresConnection, account: string): LogSegments => {
  const log: Log = { connection, account }
  return {
    async lock() {
      const [row] = await connection.query<{ locked: boolean }>({
        text: 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
        values: [`archive ${account}`],
      })
      return row?.locked === true
    },
    async listDue(keepMs) {
      const bounds = await readBounds(log)
      const [engine, exchange] = [
        await listStream(log, { stream: 'engine', bound: bounds.engine, keepMs }),
        await listStream(log, { stream: 'exchange', bound: bounds.exchange, keepMs }),
      ]
      return [...engine, ...exchange]
    },
    async *read(segment) {
      for await (const rows of readPages<DigestRow & BodyRow>(log, ', host, stored_at, body', segment)) {
        yield rows.map(({ number, epoch, host, stored_at: at, digest, body }) => {
          return { number: Number(number), epoch: Number(epoch), host, storedAt: at.toISOString(), digest, body }
        })
      }
    },
    async digest(segment) {
      const batches = createBatchDigest()
      for await (const rows of readPages<DigestRow>(log, '', segment)) {
        for (const { number, epoch, digest } of rows) {
          batches.add({ number: Number(number), epoch: Number(epoch), digest })
        }
      }
      return batches.end()
    },
    async drop(segment) {
      const { stream, last } = segment
      if ((await readBounds(log))[stream] < last) {
        throw new StoreError(
          `The checkpoints of the account ${account} do not contain batch ${last}. Nothing is deleted.`,
        )
      }
      await deleteUnpartitioned(log, segment)
      await connection.query({ text: 'SELECT drop_log_partition($1, $2, $3)', values: [account, stream, last] })
    },
  }
}

interface Log {
  readonly connection: PostgresConnection
  readonly account: string
}

/** Number of rows of a statement that is done well within its time limit. */
const ROWS_AT_ONCE = 500

interface DigestRow {
  readonly number: string
  readonly epoch: string
  readonly digest: string
}

interface BodyRow {
  readonly host: string
  readonly stored_at: Date
  readonly body: string
}

/** Returns the newest batch of each log that two checkpoints contain. */
const readBounds = async ({ connection, account }: Log): Promise<Record<LogStream, number>> => {
  const rows = await connection.query<{ engine: string; exchange: string }>({
    text: 'SELECT number AS engine, exchange FROM checkpoints WHERE account = $1 ORDER BY number DESC LIMIT 2',
    values: [account],
  })
  const before = rows[1]
  return { engine: Number(before?.engine ?? 0), exchange: Number(before?.exchange ?? 0) }
}

interface DueIn {
  readonly stream: LogStream
  readonly bound: number
  readonly keepMs: number
}

const listStream = async ({ connection, account }: Log, { stream, bound, keepMs }: DueIn): Promise<LogSegment[]> => {
  const [oldest] = await connection.query<{ number: string; size: string }>({
    text: `SELECT number, log_partition_size() AS size FROM batches
      WHERE account = $1 AND stream = $2 ORDER BY number LIMIT 1`,
    values: [account, stream],
  })
  if (!oldest) return []
  const size = Number(oldest.size)
  const due: LogSegment[] = []
  for (let first = Number(oldest.number); ; ) {
    const last = first - (first % size) + size - 1
    if (last > bound || !(await isOld({ connection, account }, { stream, number: last, keepMs }))) return due
    due.push({ stream, first, last })
    first = last + 1
  }
}

interface Aged {
  readonly stream: LogStream
  readonly number: number
  readonly keepMs: number
}

/** Returns whether the batch is that old, and is not the newest one. */
const isOld = async ({ connection, account }: Log, { stream, number, keepMs }: Aged): Promise<boolean> => {
  const rows = await connection.query({
    text: `SELECT FROM batches WHERE account = $1 AND stream = $2 AND number = $3
        AND stored_at < clock_timestamp() - make_interval(secs => $4)
        AND EXISTS (SELECT FROM batches AS next WHERE account = $1 AND stream = $2 AND number = $3 + 1)`,
    values: [account, stream, number, keepMs / 1_000],
  })
  return rows.length > 0
}

async function* readPages<Row extends DigestRow>(
  { connection, account }: Log,
  columns: string,
  { stream, first, last }: LogSegment,
): AsyncGenerator<Row[]> {
  for (let next = first; next <= last; ) {
    const rows = await connection.query<Row>({
      text: `SELECT number, epoch, encode(digest, 'hex') AS digest${columns} FROM batches
        WHERE account = $1 AND stream = $2 AND number BETWEEN $3 AND $4 ORDER BY number LIMIT ${ROWS_AT_ONCE}`,
      values: [account, stream, next, last],
    })
    const newest = rows.at(-1)
    if (!newest) throw new StoreError(`The log of the account ${account} has no batch ${next}.`)
    yield rows
    next = Number(newest.number) + 1
  }
}

/** Deletes rows that a version without partitions stored, oldest first. */
const deleteUnpartitioned = async (
  { connection, account }: Log,
  { stream, first, last }: LogSegment,
): Promise<void> => {
  for (let from = first; from <= last; from += ROWS_AT_ONCE) {
    await connection.query({
      text: 'DELETE FROM unpartitioned_batches WHERE account = $1 AND stream = $2 AND number BETWEEN $3 AND $4',
      values: [account, stream, from, Math.min(last, from + ROWS_AT_ONCE - 1)],
    })
  }
}
