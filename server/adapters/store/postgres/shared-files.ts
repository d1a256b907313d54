import { createHash } from 'node:crypto'
import { StoreFailure } from '../../../core/errors.ts'
import { openPostgres } from './connection.ts'

/**
 * Opens the store of input files for research workers on other machines, in PostgreSQL; each file is identified by the
 * SHA-256 of its content.
 */
export const openSharedFiles = async (url: string): Promise<SharedFiles> => {
  const connection = openPostgres(url, 'research files')
  for (const text of SCHEMA) await connection.query({ text })
  return {
    async add(bytes) {
      const sha256 = hash(bytes)
      const { length } = await connection.query({
        text: 'UPDATE plimsoll_research.files SET used_at = now() WHERE sha256 = $1 RETURNING sha256',
        values: [sha256],
      })
      if (length === 0) {
        await connection.query({
          text: 'INSERT INTO plimsoll_research.files (sha256, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING',
          values: [sha256, bytes],
        })
      }
      return sha256
    },
    async read(sha256) {
      const [file] = await connection.query<{ bytes: Uint8Array }>({
        text: 'SELECT bytes FROM plimsoll_research.files WHERE sha256 = $1',
        values: [sha256],
      })
      if (file && hash(file.bytes) === sha256) return file.bytes
      throw new StoreFailure(`The store ${file ? 'has other content for' : 'no longer has'} the file ${sha256}.`)
    },
    close: () => connection.close(),
  }
}

/** Files in the shared store. */
export interface SharedFiles {
  /** Stores a file unless it is there, and returns its SHA-256. */
  add(bytes: Uint8Array): Promise<string>
  /** Rejects with a `StoreFailure` when the store does not have the file with this content. */
  read(sha256: string): Promise<Uint8Array>
  close(): Promise<void>
}

/** Files that no search has used for a month are deleted. */
const SCHEMA = [
  'CREATE SCHEMA IF NOT EXISTS plimsoll_research',
  `CREATE TABLE IF NOT EXISTS plimsoll_research.files (
    sha256 text PRIMARY KEY, bytes bytea NOT NULL, used_at timestamptz NOT NULL DEFAULT now())`,
  "DELETE FROM plimsoll_research.files WHERE used_at < now() - interval '30 days'",
]

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
