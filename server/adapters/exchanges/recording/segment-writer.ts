import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { errorMessage } from '../../../core/errors.ts'
import type { Clock } from '../../../engine/model/ports.ts'
import { digestBlock, printHeader, segmentName, segmentNumber } from './segments.ts'

/** Limits of the space that a recording takes. */
export interface RecordingLimits {
  /** Segments whose last block is older are removed. */
  readonly maxAgeMs: number
  /** Maximum size of all segments; the oldest are removed first. */
  readonly bytesMax: number
  /** Nothing is written while less space is free. */
  readonly freeBytesMin: number
}

/** Writes blocks to segments, one after the other, without blocking the event loop. Its promises never reject. */
export interface SegmentWriter {
  /** Size of the current segment. */
  readonly bytes: number
  /** Reason why nothing is written until a segment begins anew; null if there is none. */
  readonly fault: string | null
  /** Begins the next segment; `isNew` when the blocks before it are incomplete. Also removes segments beyond the limits. */
  begin(isNew: boolean): void
  /** Resolves with true once the block is in the file, and with false when it was not written. */
  write(content: Uint8Array): Promise<boolean>
  close(): Promise<void>
}

export interface SegmentWriterParts {
  readonly directory: string
  readonly limits: RecordingLimits
  readonly clock: Clock
}

interface Writing extends SegmentWriterParts {
  handle: FileHandle | undefined
  digest: string | null
  bytes: number
  fault: string | null
}

export const createSegmentWriter = (parts: SegmentWriterParts): SegmentWriter => {
  const writing: Writing = { ...parts, handle: undefined, digest: null, bytes: 0, fault: null }
  let queue: Promise<unknown> = Promise.resolve()
  const enqueue = (work: () => Promise<void>): Promise<boolean> => {
    const done = queue.then(async () => {
      try {
        await work()
        return true
      } catch (error) {
        writing.fault = errorMessage(error)
        return false
      }
    })
    queue = done
    return done
  }
  return {
    get bytes() {
      return writing.bytes
    },
    get fault() {
      return writing.fault
    },
    begin(isNew) {
      writing.bytes = 0
      void enqueue(async () => {
        if (isNew || writing.fault !== null) writing.digest = null
        writing.fault = null
        await beginSegment(writing)
      })
    },
    write: (content) =>
      enqueue(async () => {
        if (writing.fault !== null) throw new Error(writing.fault)
        await appendBlock(writing, content)
      }),
    async close() {
      await enqueue(() => endSegment(writing))
    },
  }
}

const zstd = promisify(zstdCompress)

const appendBlock = async (writing: Writing, content: Uint8Array): Promise<void> => {
  const { handle, digest: previous } = writing
  if (!handle) throw new Error('no segment is open')
  const compressed = await zstd(content)
  const digest = digestBlock(previous, compressed)
  const header = Buffer.from(printHeader({ previous, digest, bytes: compressed.length }))
  await handle.writeFile(Buffer.concat([header, compressed]))
  writing.digest = digest
  writing.bytes += header.length + compressed.length
}

const endSegment = async (writing: Writing): Promise<void> => {
  const { handle } = writing
  writing.handle = undefined
  await handle?.sync()
  await handle?.close()
}

const beginSegment = async (writing: Writing): Promise<void> => {
  const { directory, limits } = writing
  await endSegment(writing)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const segments = await readSegments(directory)
  await removeOld(writing, segments)
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < limits.freeBytesMin) throw new Error('too little disk space is free')
  const number = (segmentNumber(segments.at(-1)?.name ?? '') ?? 0) + 1
  writing.handle = await open(join(directory, segmentName(number)), 'wx', 0o600)
}

interface Segment {
  readonly name: string
  readonly bytes: number
  readonly writtenMs: number
}

const readSegments = async (directory: string): Promise<readonly Segment[]> => {
  const names = (await readdir(directory)).filter((name) => segmentNumber(name) !== undefined).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(directory, name))
      return { name, bytes: size, writtenMs: mtimeMs }
    }),
  )
}

/** Removes what is too old, and the oldest segments beyond the size limit. */
const removeOld = async ({ directory, limits, clock }: Writing, segments: readonly Segment[]): Promise<void> => {
  const oldestMs = clock() - limits.maxAgeMs
  let bytes = 0
  for (const segment of segments.toReversed()) {
    bytes += segment.bytes
    if (segment.writtenMs >= oldestMs && bytes <= limits.bytesMax) continue
    await rm(join(directory, segment.name), { force: true })
  }
}
