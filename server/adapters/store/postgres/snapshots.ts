import { gunzipSync } from 'node:zlib'
import type { LogStream } from '../../../scaled/ports.ts'
import { replaceFile } from '../disk.ts'
import { sha256 } from '../sha256.ts'
import { StoreError } from '../sqlite/store-error.ts'
import type { PostgresConnection } from './connection.ts'

/**
 * Store of initial snapshots of earlier versions: the databases of an account before the first batch of its logs.
 * Newer versions store them as a checkpoint.
 */
export interface SnapshotStore {
  /**
   * Makes earlier versions refuse to start on a host without a copy, because they read neither checkpoints nor archives:
   * replaces the snapshot by one that they consider damaged.
   */
  refuse(): Promise<void>
  /**
   * Writes the database to `path`; returns false when there is none. Rejects with a `StoreError` when it is damaged.
   */
  fetch(stream: LogStream, path: string): Promise<boolean>
}

export const openSnapshotStore = (connection: PostgresConnection, account: string): SnapshotStore => ({
  async refuse() {
    await connection.transact(async (query) => {
      await query({ text: 'DELETE FROM snapshots WHERE account = $1', values: [account] })
      await query({
        text: `INSERT INTO snapshots (account, stream, parts, digest) VALUES ($1, 'engine', 0, '')`,
        values: [account],
      })
    })
  },
  async fetch(stream, path) {
    const [snapshot] = await connection.query<{ parts: number; digest: Buffer }>({
      text: 'SELECT parts, digest FROM snapshots WHERE account = $1 AND stream = $2',
      values: [account, stream],
    })
    if (!snapshot?.parts) return false
    const parts: Buffer[] = []
    for (let part = 0; part < snapshot.parts; part++) {
      const [row] = await connection.query<{ body: Buffer }>({
        text: 'SELECT body FROM snapshot_parts WHERE account = $1 AND stream = $2 AND part = $3',
        values: [account, stream, part],
      })
      if (row) parts.push(gunzipSync(row.body))
    }
    const content = Buffer.concat(parts)
    if (!sha256(content).equals(snapshot.digest)) {
      throw new StoreError(
        `The database of the account ${account} in the shared store is damaged. Restore the store from a backup.`,
      )
    }
    replaceFile(path, content)
    return true
  },
})
