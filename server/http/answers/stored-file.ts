/** Static files held in memory with their compressed forms, and how they are created once and sent. */

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REVALIDATE } from '../security/headers.ts'
import { acceptedEncoding, ENCODINGS, type Encoding } from './compress-answer.ts'
import { isMatch } from './send-answer.ts'

/** Static file held in memory: all clients receive the same bytes, without disk access or rendering. */
export interface StoredFile {
  readonly type: string
  readonly body: Buffer
  readonly etag: string
  /** Compressed forms, if ready and smaller. */
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>
}

type Encoded = { -readonly [Name in Encoding]?: Buffer }

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
/** Minimum size for compression. */
const COMPRESSED_FROM_BYTES = 1_024

/** Stores a body with its precomputed compressed forms, if any. */
export const storeFile = (type: string, body: Buffer, encoded: StoredFile['encoded'] = {}): StoredFile => ({
  type,
  body,
  etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
  encoded,
})

/** Stores a body and compresses it outside the event loop; until then it is sent uncompressed. */
export const storeCompressed = (type: string, text: string | Buffer): StoredFile => {
  const encoded: Encoded = {}
  const file = storeFile(type, Buffer.from(text), encoded)
  if (file.body.length >= COMPRESSED_FROM_BYTES) void compress(file.body, encoded)
  return file
}

/** Compresses a body; on failure it is sent uncompressed. */
const compress = async (body: Buffer, encoded: Encoded): Promise<void> => {
  const small = await gzipped(body).catch(() => body)
  if (small.length < body.length) encoded.gzip = small
  const smaller = await brotli(body, BROTLI).catch(() => body)
  if (smaller.length < body.length) encoded.br = smaller
}

/** Returns a function that creates the value on first use. */
export const storedOnce = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Like `storedOnce`, asynchronously; after a failure, the next call creates it again. */
export const awaitedOnce = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Sends the file in the best encoding the caller accepts, or 304 if the caller already has it. */
export const sendFile = (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag, encoded }: StoredFile,
  cacheControl = REVALIDATE,
): FastifyReply => {
  reply.header('vary', 'accept-encoding').header('cache-control', cacheControl).header('etag', etag)
  if (isMatch(headers['if-none-match'], etag)) return reply.code(304).send()
  const available = ENCODINGS.filter((encoding) => encoded[encoding])
  const encoding = acceptedEncoding(headers['accept-encoding'], available)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(encoding ? encoded[encoding] : body)
}
