/** Segments of the log of an account that were moved to files: records their digests, and takes their batches back. */

import type { LogStream } from '../../../scaled/ports.ts'
import type { ArchivedBatch, OnBatch, SegmentContent } from '../archive/segment-file.ts'
import type { PostgresConnection } from './connection.ts'
import type { LogSegment } from './log-segments.ts'

/** All calls reject with a `StoreFailure` when the store cannot be reached. */
export interface ArchivedSegments {
  /** Records the batches of a segment before they are deleted. */
  note(stream: LogStream, content: SegmentContent): Promise<void>
  /** Returns the recorded digest of a segment, as in `SegmentContent`; undefined when an earlier version archived it. */
  findDigest(segment: LogSegment): Promise<string | undefined>
  /** Returns the ends of a log; undefined when it has no batches. */
  findEnds(stream: LogStream): Promise<LogEnds | undefined>
  /**
   * Stores the batches that `write` hands over, in one transaction: all of them when it resolves, and none otherwise.
   */
  restore(stream: LogStream, write: (put: OnBatch) => Promise<void>): Promise<void>
}

/** Oldest batch in PostgreSQL, and the number of the newest one. */
export interface LogEnds {
  readonly oldest: Pick<ArchivedBatch, 'number' | 'epoch'>
  readonly newest: number
}

/** Opens the archived segments of one account. */
export const openArchivedSegments = (connection: PostgresConnection, account: string): ArchivedSegments => ({
  async note(stream, { first, last, batches }) {
    await connection.query({
      text: `INSERT INTO archived_segments (account, stream, first, last, digest) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT DO NOTHING`,
      values: [account, stream, first, last, Buffer.from(batches, 'hex')],
    })
  },
  async findDigest({ stream, first, last }) {
    const [row] = await connection.query<{ digest: Buffer }>({
      text: 'SELECT digest FROM archived_segments WHERE account = $1 AND stream = $2 AND first = $3 AND last = $4',
      values: [account, stream, first, last],
    })
    return row?.digest.toString('hex')
  },
  async findEnds(stream) {
    const [row] = await connection.query<EndsRow>({
      text: `SELECT number, epoch, (SELECT max(number) FROM batches WHERE account = $1 AND stream = $2) AS newest
        FROM batches WHERE account = $1 AND stream = $2 ORDER BY number LIMIT 1`,
      values: [account, stream],
    })
    if (!row) return undefined
    return { oldest: { number: Number(row.number), epoch: Number(row.epoch) }, newest: Number(row.newest) }
  },
  async restore(stream, write) {
    await connection.transact(async (query) => {
      let waiting: ArchivedBatch[] = []
      let bytes = 0
      const insert = async (): Promise<void> => {
        await query({ name: 'restore', text: INSERT, values: [account, stream, ...toColumns(waiting)] })
        waiting = []
        bytes = 0
      }
      await write(async (batch) => {
        waiting.push(batch)
        bytes += batch.body.length
        if (waiting.length === ROWS_AT_ONCE || bytes >= BYTES_AT_ONCE) await insert()
      })
      if (waiting.length > 0) await insert()
    })
  },
})

interface EndsRow {
  readonly number: string
  readonly epoch: string
  readonly newest: string
}

/** Size of a statement that is done well within its time limit. */
const ROWS_AT_ONCE = 500
const BYTES_AT_ONCE = 4_000_000

/**
 * Not into partitions: attaching or filling one in a long transaction would hold locks for which appends and the archives
 * of other accounts wait.
 */
const INSERT = `
  INSERT INTO unpartitioned_batches (account, stream, number, epoch, host, stored_at, digest, body)
  SELECT $1, $2, number, epoch, host, stored_at, decode(digest, 'hex'), body
  FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::timestamptz[], $7::text[], $8::text[])
    AS restored (number, epoch, host, stored_at, digest, body)`

const toColumns = (batches: readonly ArchivedBatch[]): unknown[][] => [
  batches.map(({ number }) => number),
  batches.map(({ epoch }) => epoch),
  batches.map(({ host }) => host),
  batches.map(({ storedAt }) => storedAt),
  batches.map(({ digest }) => digest),
  batches.map(({ body }) => body),
]
