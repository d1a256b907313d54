/** Files of an archive: compressed batches of one log, one JSON line each. */

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { errorMessage } from '../../../core/errors.ts'
import { syncDirectory } from '../disk.ts'
import { sha256 } from '../sha256.ts'
import { StoreError } from '../sqlite/store-error.ts'

/** A batch of a log as archived. */
export interface ArchivedBatch {
  readonly number: number
  readonly epoch: number
  readonly host: string
  /** RFC 3339. */
  readonly storedAt: string
  /** SHA-256 of the body, in hexadecimal. */
  readonly digest: string
  readonly body: string
}

/** Result of reading a file. */
export interface SegmentContent {
  /** Numbers of the first and last batch. */
  readonly first: number
  readonly last: number
  /** SHA-256 over number, epoch and digest of every batch. */
  readonly batches: string
  /** SHA-256 of the file. */
  readonly sha256: string
}

/** Receives the batches of a file one by one, in their order. */
export type OnBatch = (batch: ArchivedBatch) => Promise<void> | void

/** Writes a file, which receives its name once it is complete and durable. */
export const writeSegment = async (path: string, batches: AsyncIterable<readonly ArchivedBatch[]>): Promise<void> => {
  const made = `${path}.new`
  try {
    await pipeline(Readable.from(linesOf(batches)), createZstdCompress(), createWriteStream(made, { mode: 0o600 }))
    const file = await open(made, 'r+')
    await file.sync()
    await file.close()
    await rename(made, path)
  } catch (error) {
    rmSync(made, { force: true })
    throw error
  }
  syncDirectory(dirname(path))
}

async function* linesOf(batches: AsyncIterable<readonly ArchivedBatch[]>): AsyncGenerator<string> {
  for await (const some of batches) yield some.map((batch) => `${JSON.stringify(batch)}\n`).join('')
}

/**
 * Reads a whole file and verifies that its batches are complete, consecutive and equal to their digests. Rejects with a
 * `StoreError` otherwise, or with the error of `onBatch`.
 */
export const readSegment = async (path: string, onBatch: OnBatch = () => {}): Promise<SegmentContent> => {
  const file = createHash('sha256')
  const digest = createBatchDigest()
  let [first, last] = [0, 0]
  for await (const batch of readBatches(path, (chunk) => file.update(chunk))) {
    if (first === 0) first = batch.number
    last = batch.number
    digest.add(batch)
    await onBatch(batch)
  }
  return { first, last, batches: digest.end(), sha256: file.digest('hex') }
}

/** Yields the batches of a file once each is verified; rejects with a `StoreError` at the first fault. */
async function* readBatches(path: string, onBytes: (chunk: Buffer) => void): AsyncGenerator<ArchivedBatch> {
  let last = 0
  try {
    for await (const line of readLines(path, onBytes)) {
      const batch = JSON.parse(line) as ArchivedBatch
      if (last !== 0 && batch.number !== last + 1) throw new Error(`batch ${last + 1} is missing`)
      if (sha256(batch.body).toString('hex') !== batch.digest) throw new Error(`batch ${batch.number} is damaged`)
      last = batch.number
      yield batch
    }
    if (last === 0) throw new Error('it has no batches')
  } catch (error) {
    throw new StoreError(`${path} is damaged (${errorMessage(error)}).`)
  }
}

/** Splits at line feeds only: other line separators are part of texts. */
async function* readLines(path: string, onBytes: (chunk: Buffer) => void): AsyncGenerator<string> {
  const source = createReadStream(path)
  source.on('data', (chunk) => onBytes(chunk as Buffer))
  const expanded = source.pipe(createZstdDecompress())
  source.on('error', (error) => expanded.destroy(error))
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of expanded) {
    rest = Buffer.concat([rest, chunk as Buffer])
    let start = 0
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED, start)) {
      yield rest.toString('utf8', start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
  }
  if (rest.length > 0) throw new Error('its last line is incomplete')
}

const LINE_FEED = 0x0a

/** Digest of batches, added in their order. */
export interface BatchDigest {
  add(batch: Pick<ArchivedBatch, 'number' | 'epoch' | 'digest'>): void
  end(): string
}

export const createBatchDigest = (): BatchDigest => {
  const hash = createHash('sha256')
  return {
    add: ({ number, epoch, digest }) => void hash.update(`${number} ${epoch} ${digest}\n`),
    end: () => hash.digest('hex'),
  }
}
