import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { errorMessage } from '../../../core/errors.ts'
import { MarketSourceError } from '../../../engine/model/ports.ts'

/**
 * Append-only file of complete lines, valid whenever no write is in progress; gzipped, it is a series of gzip members,
 * each with complete lines. Changed only by the functions of this file.
 */
export interface LineFile {
  readonly path: string
  readonly isZipped: boolean
  readonly handle: FileHandle
  pending: string[]
  /** Characters that are not on the disk yet. */
  waiting: number
  writing: Promise<void>
  /** Size on disk. */
  bytes: number
  fault: MarketSourceError | undefined
}

/** Maximum number of characters waiting; a disk that is further behind will not catch up. */
const WAITING_MAX = 64 * 1024 * 1024

/** Makes the file; rejects with a `MarketSourceError` when there is one already. */
export const makeLineFile = async (path: string): Promise<LineFile> => {
  try {
    const handle = await open(path, 'wx', 0o644)
    const isZipped = path.endsWith('.gz')
    return { path, isZipped, handle, pending: [], waiting: 0, writing: Promise.resolve(), bytes: 0, fault: undefined }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new MarketSourceError(code === 'EEXIST' ? describeExisting(path) : `${path} cannot be created (${message}).`)
  }
}

export const describeExisting = (path: string): string => `${path} already exists. Specify another name with --out.`

/** Adds a line; it is written with the next flush. */
export const addLine = (file: LineFile, line: string): void => {
  if (file.fault) return
  file.pending.push(line)
  file.waiting += line.length + 1
  if (file.waiting > WAITING_MAX) fail(file, 'the disk writes more slowly than the market publishes')
}

/** Resolves when all added lines have been written. Never rejects: errors are in `fault`. */
export const flushLines = (file: LineFile): Promise<void> => {
  if (file.pending.length > 0 && !file.fault) {
    const text = `${file.pending.join('\n')}\n`
    file.pending = []
    file.writing = file.writing.then(() => append(file, text))
  }
  return file.writing
}

/** Closes the file. Durable when it resolves; rejects with any earlier error. */
export const closeLines = async (file: LineFile): Promise<void> => {
  await flushLines(file)
  if (!file.fault) await file.handle.sync().catch((error: Error) => fail(file, error.message))
  await file.handle.close()
  if (file.fault) throw file.fault
}

const zip = promisify(gzip)

/** Appends text; a partial write is undone, so that the file stays complete. */
const append = async (file: LineFile, text: string): Promise<void> => {
  if (file.fault) return
  try {
    const bytes = file.isZipped ? await zip(text) : Buffer.from(text)
    await file.handle.writeFile(bytes)
    file.bytes += bytes.length
    file.waiting -= text.length
  } catch (error) {
    fail(file, errorMessage(error))
    await file.handle.truncate(file.bytes).catch(() => {})
  }
}

const fail = (file: LineFile, reason: string): void => {
  file.fault ??= new MarketSourceError(
    `${file.path} can no longer be written (${reason}). Its content is complete and can be replayed.`,
  )
}
