import { readExact } from '../../../core/exact-json.ts'
import type { StopOrder } from '../../../engine/model/events.ts'
import { type AccountLog, Fenced, type LoggedBatch, type LogStream, LogTrimmed } from '../../../scaled/ports.ts'
import { sha256 } from '../sha256.ts'
import { DuplicateKey, type PostgresConnection } from './connection.ts'
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

  /** Newest batch that has a partition. */
  let hasRoomTo = 0

  /** Creates the partition of a batch, and the next one, which must not be created by the statement of an append. */
  const makeRoom = async (number: number): Promise<void> => {
    if (number <= hasRoomTo) return
    const [row] = await connection.query<{ last: string }>({
      text: `SELECT add_log_partition($1, $2, $3), add_log_partition($1, $2, $3 + log_partition_size()),
        $3 - $3 % log_partition_size() + log_partition_size() - 1 AS last`,
      values: [account, stream, number],
    })
    hasRoomTo = Number(row?.last)
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
      await makeRoom(number)
      try {
        const [row] = await connection.query<{ stop: string | null }>({
          name: 'append',
          text: APPEND,
          values: [account, stream, number, epoch, host, sha256(body), body],
        })
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

/**
 * One statement and one round trip: the row is written only while the epoch holds the lease and the log ends right
 * before it. The share lock makes a takeover wait for an append in progress. The view is not used to insert, as its
 * trigger takes a third of the time of a statement; what the trigger checks is checked here.
 */
const APPEND = `
  INSERT INTO log_batches (account, stream, number, epoch, host, digest, body)
  SELECT $1::text, $2::text, $3::bigint, $4::bigint, $5::text, $6::bytea, $7::text
  FROM leases WHERE account = $1 AND epoch = $4
    AND ($3 = 1 OR EXISTS (SELECT FROM batches WHERE account = $1 AND stream = $2 AND number = $3 - 1))
    AND NOT EXISTS (SELECT FROM unpartitioned_batches WHERE account = $1 AND stream = $2 AND number = $3)
  FOR SHARE OF leases
  RETURNING (
    SELECT body FROM stops WHERE account = $1 AND released_at IS NULL ORDER BY requested_at LIMIT 1
  ) AS stop`

const fencedBy = (account: string, epoch?: number): Fenced =>
  new Fenced(
    `Another engine has taken over the account ${account}${epoch === undefined ? '' : ` (epoch ${epoch})`}. This one stops.`,
  )
