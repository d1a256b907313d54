/**
 * Checkpoints of an account in PostgreSQL: its databases as of a batch of the log, from which a host without a copy
 * starts instead of reading the whole log.
 */

import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { readBytes, syncDirectory } from '../disk.ts'
import { sha256 } from '../sha256.ts'
import { StoreError } from '../sqlite/store-error.ts'
import type { PostgresConnection } from './connection.ts'

/** Opens the checkpoints of one account. */
export const openCheckpointStore = (connection: PostgresConnection, account: string): CheckpointStore => {
  const storeFile = async ({ name, path }: CheckpointFile, number: number): Promise<StoredFile> => {
    const whole = createHash('sha256')
    const parts: string[] = []
    let bytes = 0
    for (const some of readParts(path)) {
      for (const { digest, content } of some) {
        whole.update(content)
        parts.push(digest.toString('base64'))
        bytes += content.length
      }
      await storeParts(connection, { account, number, parts: some })
    }
    return { name, bytes, digest: whole.digest('base64'), parts }
  }

  const readFiles = async (number: number): Promise<readonly StoredFile[]> => {
    const [row] = await connection.query<{ digest: Buffer; body: string }>({
      text: 'SELECT digest, body FROM checkpoints WHERE account = $1 AND number = $2',
      values: [account, number],
    })
    if (!row || !sha256(row.body).equals(row.digest)) throw damaged(account, number)
    return JSON.parse(row.body)
  }

  const list = async (): Promise<Checkpoint[]> => {
    const rows = await connection.query<CheckpointRow>({
      text: 'SELECT number, exchange, facts, host, build FROM checkpoints WHERE account = $1 ORDER BY number DESC',
      values: [account],
    })
    return rows.map(({ number, exchange, facts, ...rest }) => ({
      ...rest,
      number: Number(number),
      exchange: Number(exchange),
      facts: Number(facts),
    }))
  }

  const fetchFrom = async (number: number, paths: FetchedPaths): Promise<void> => {
    for (const file of await readFiles(number)) {
      const path = paths[file.name]
      if (path !== undefined) await fetchFile(connection, { account, number, file, path })
    }
  }

  return {
    list,
    async put({ checkpoint, files, epoch }) {
      const { number, exchange, facts, host, build } = checkpoint
      const stored: StoredFile[] = []
      for (const file of files) stored.push(await storeFile(file, number))
      const body = JSON.stringify(stored)
      return connection.transact(async (query) => {
        const added = await query({
          text: INSERT,
          values: [account, number, exchange, facts, host, build, sha256(body), body, epoch],
        })
        if (added.length === 0) return false
        for (const text of [DELETE_CHECKPOINTS, DELETE_PARTS]) await query({ text, values: [account, RETAINED] })
        return true
      })
    },
    async fetch(paths, onDamaged) {
      for (const checkpoint of await list()) {
        try {
          await fetchFrom(checkpoint.number, paths)
          return checkpoint
        } catch (error) {
          if (!(error instanceof StoreError)) throw error
          onDamaged(error)
        }
      }
      return null
    },
  }
}

/** Checkpoints of one account. All calls reject with a `StoreFailure` when the store cannot be reached. */
export interface CheckpointStore {
  /** Returns the checkpoints, newest first. */
  list(): Promise<Checkpoint[]>
  /**
   * Stores a checkpoint from files that do not change meanwhile, and deletes those before the previous one. Returns
   * false, storing none, when `epoch` does not have the lease; null skips this check. Parts of files that the store has
   * are not sent again, unless they are damaged there.
   */
  put(made: NewCheckpoint): Promise<boolean>
  /**
   * Writes the named files of the newest intact checkpoint and returns it; null when there is none. `onDamaged` is
   * called for each newer one, which is not used.
   */
  fetch(paths: FetchedPaths, onDamaged: (fault: StoreError) => void): Promise<Checkpoint | null>
}

/** An account up to a batch of its log. */
export interface Checkpoint {
  /** Number of the newest engine batch that it includes. */
  readonly number: number
  /** Number of the newest batch of the exchange that it includes. */
  readonly exchange: number
  /** Number of facts of the ledger that it includes. */
  readonly facts: number
  /** Identifier of the host that made it. */
  readonly host: string
  /** Digest of the program that made it. */
  readonly build: string
}

interface NewCheckpoint {
  readonly checkpoint: Checkpoint
  readonly files: readonly CheckpointFile[]
  readonly epoch: number | null
}

/** The databases of an account, and the snapshot of the ledger. */
type CheckpointFileName = 'engine' | 'exchange' | 'ledger'

export interface CheckpointFile {
  readonly name: CheckpointFileName
  readonly path: string
}

type FetchedPaths = Readonly<Partial<Record<CheckpointFileName, string>>>

interface StoredFile {
  readonly name: CheckpointFileName
  readonly bytes: number
  /** SHA-256 of the file and of each of its parts. */
  readonly digest: string
  readonly parts: readonly string[]
}

type Numbers = 'number' | 'exchange' | 'facts'
type CheckpointRow = Omit<Checkpoint, Numbers> & Readonly<Record<Numbers, string>>

interface Part {
  readonly digest: Buffer
  readonly content: Buffer
}

/** The newest one and the one before it. */
const RETAINED = 2

/**
 * A database changes mostly at its end and in a few places; the smaller the parts, the more of them remain the same.
 */
const PART_BYTES = 1024 * 1024
const PARTS_AT_ONCE = 16

const INSERT = `
  INSERT INTO checkpoints (account, number, exchange, facts, host, build, digest, body)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8
  WHERE $9::bigint IS NULL OR EXISTS (SELECT FROM leases WHERE account = $1 AND epoch = $9 AND holder IS NOT NULL)
  ON CONFLICT (account, number) DO UPDATE
    SET exchange = $3, facts = $4, host = $5, build = $6, digest = $7, body = $8, created_at = clock_timestamp()
  RETURNING number`

const DELETE_CHECKPOINTS = `
  DELETE FROM checkpoints WHERE account = $1
    AND number NOT IN (SELECT number FROM checkpoints WHERE account = $1 ORDER BY number DESC LIMIT $2)`

/** Parts carry the number of the newest checkpoint that has them. */
const DELETE_PARTS = `
  DELETE FROM checkpoint_parts WHERE account = $1 AND checkpoint < (
    SELECT min(number) FROM (SELECT number FROM checkpoints WHERE account = $1 ORDER BY number DESC LIMIT $2) AS retained
  )`

/** Marks the intact ones among the parts as used, and returns them. */
const KEEP_PARTS = `
  UPDATE checkpoint_parts SET checkpoint = greatest(checkpoint, $3)
  WHERE account = $1 AND digest = ANY ($2::bytea[]) AND sha256(body) = body_digest
  RETURNING digest`

const INSERT_PART = `
  INSERT INTO checkpoint_parts (account, digest, checkpoint, body_digest, body) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (account, digest) DO UPDATE
    SET checkpoint = greatest(checkpoint_parts.checkpoint, $3), body_digest = $4, body = $5`

/** Reads a file, some parts at a time. */
function* readParts(path: string): Generator<readonly Part[]> {
  const fd = openSync(path, 'r')
  try {
    for (let at = 0; ; at += PARTS_AT_ONCE * PART_BYTES) {
      const bytes = readBytes(fd, at, PARTS_AT_ONCE * PART_BYTES)
      if (bytes.length === 0) return
      const contents = Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, part) =>
        bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
      )
      yield contents.map((content) => ({ digest: sha256(content), content }))
    }
  } finally {
    closeSync(fd)
  }
}

interface StoredParts {
  readonly account: string
  readonly number: number
  readonly parts: readonly Part[]
}

const storeParts = async (connection: PostgresConnection, { account, number, parts }: StoredParts): Promise<void> => {
  const intact = await connection.query<{ digest: Buffer }>({
    name: 'keep-parts',
    text: KEEP_PARTS,
    values: [account, parts.map(({ digest }) => digest), number],
  })
  const known = new Set(intact.map(({ digest }) => digest.toString('base64')))
  for (const { digest, content } of parts) {
    if (known.has(digest.toString('base64'))) continue
    const body = zstdCompressSync(content)
    const values = [account, digest, number, sha256(body), body]
    await connection.query({ name: 'insert-part', text: INSERT_PART, values })
  }
}

interface FetchedFile {
  readonly account: string
  readonly number: number
  readonly file: StoredFile
  readonly path: string
}

/** Writes a file under its name once it is complete and its digest is verified. */
const fetchFile = async (
  connection: PostgresConnection,
  { account, number, file, path }: FetchedFile,
): Promise<void> => {
  const made = `${path}.new`
  const whole = createHash('sha256')
  const fd = openSync(made, 'w', 0o600)
  try {
    for (let at = 0; at < file.parts.length; at += PARTS_AT_ONCE) {
      const digests = file.parts.slice(at, at + PARTS_AT_ONCE)
      const rows = await connection.query<{ digest: Buffer; body: Buffer }>({
        name: 'fetch-parts',
        text: 'SELECT digest, body FROM checkpoint_parts WHERE account = $1 AND digest = ANY ($2::bytea[])',
        values: [account, digests.map((digest) => Buffer.from(digest, 'base64'))],
      })
      const bodies = new Map(rows.map(({ digest, body }) => [digest.toString('base64'), body]))
      for (const digest of digests) {
        const content = expand(bodies.get(digest))
        if (!content || sha256(content).toString('base64') !== digest) throw damaged(account, number)
        whole.update(content)
        writeSync(fd, content)
      }
    }
    if (whole.digest('base64') !== file.digest) throw damaged(account, number)
    fsyncSync(fd)
  } catch (error) {
    rmSync(made, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
  renameSync(made, path)
  syncDirectory(dirname(path))
}

/** Returns undefined when the part is missing or cannot be decompressed. */
const expand = (body: Buffer | undefined): Buffer | undefined => {
  try {
    return body && zstdDecompressSync(body, { maxOutputLength: PART_BYTES })
  } catch {
    return undefined
  }
}

const damaged = (account: string, number: number): StoreError =>
  new StoreError(`The checkpoint of the account ${account} at batch ${number} is damaged in the shared store.`)
