import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { LogStream } from '../../../scaled/ports.ts'
import { replaceFile } from '../disk.ts'
import { sha256 } from '../sha256.ts'
import { StoreError } from '../sqlite/store-error.ts'
import type { PostgresConnection } from './connection.ts'

/**
 * Store of initial snapshots: the databases of an account before the first batch of its logs; accounts created in the
 * shared store have none.
 */
export interface SnapshotStore {
  /** Stores a database that no process has open; replaces one that is there. */
  put(stream: LogStream, path: string): Promise<void>
  /**
   * Writes the database to `path`; returns false when there is none. Rejects with a `StoreError` when it is damaged.
   */
  fetch(stream: LogStream, path: string): Promise<boolean>
}

/** Size of a part, which a statement transfers well within its time limit. */
const PART_BYTES = 4 * 1024 * 1024

export const openSnapshotStore = (connection: PostgresConnection, account: string): SnapshotStore => ({
  async put(stream, path) {
    const content = readFileSync(path)
    const parts = Array.from({ length: Math.ceil(content.length / PART_BYTES) }, (_, part) =>
      gzipSync(content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)),
    )
    await connection.transact(async (query) => {
      await query({ text: 'DELETE FROM snapshots WHERE account = $1 AND stream = $2', values: [account, stream] })
      await query({
        text: 'INSERT INTO snapshots (account, stream, parts, digest) VALUES ($1, $2, $3, $4)',
        values: [account, stream, parts.length, sha256(content)],
      })
      for (const [part, body] of parts.entries()) {
        await query({
          text: 'INSERT INTO snapshot_parts (account, stream, part, body) VALUES ($1, $2, $3, $4)',
          values: [account, stream, part, body],
        })
      }
    })
  },
  async fetch(stream, path) {
    const [snapshot] = await connection.query<{ parts: number; digest: Buffer }>({
      text: 'SELECT parts, digest FROM snapshots WHERE account = $1 AND stream = $2',
      values: [account, stream],
    })
    if (!snapshot) return false
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
