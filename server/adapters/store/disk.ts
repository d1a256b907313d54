/**
 * Durable file operations: synced writes that block the thread or not, atomic replacement, and the distinction of
 * system errors from bugs.
 */

import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { dirname, relative, sep } from 'node:path'

/** Returns whether the system refused an operation, for example because the disk is full. */
export const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** Returns whether a path is a directory or lies in it. */
export const isWithin = (path: string, directory: string): boolean => {
  const inside = relative(directory, path)
  return inside === '' || (inside !== '..' && !inside.startsWith(`..${sep}`))
}

/** Rethrows an error that is not one of the system. */
export const rethrowBug = (error: unknown): void => {
  if (!isSystemError(error)) throw error
}

/** Opens a file, uses it and closes it, even after an error. A new file is accessible only to its owner. */
export const withFile = <T>(path: string, flags: string, use: (fd: number) => T): T => {
  const fd = openSync(path, flags, 0o600)
  try {
    return use(fd)
  } finally {
    closeSync(fd)
  }
}

/** Work on files as a generator that yields a file descriptor whenever its writes must become durable. */
export type DurableWork<T> = Generator<number, T, void>

/** Runs the work; its syncs block the thread. */
export const runNow = <T>(work: DurableWork<T>): T => {
  let step = work.next()
  while (!step.done) {
    try {
      fdatasyncSync(step.value)
    } catch (error) {
      step = work.throw(error)
      continue
    }
    step = work.next()
  }
  return step.value
}

/** Runs the work; its syncs do not block the thread. */
export const runBeside = async <T>(work: DurableWork<T>): Promise<T> => {
  let step = work.next()
  while (!step.done) {
    const error = await sync(step.value)
    step = error ? work.throw(error) : work.next()
  }
  return step.value
}

const sync = (fd: number): Promise<Error | null> => new Promise((resolve) => fdatasync(fd, resolve))

/** Like `withFile`, for durable work. */
export function* inFile<T>(path: string, flags: string, use: (fd: number) => DurableWork<T>): DurableWork<T> {
  const fd = openSync(path, flags, 0o600)
  try {
    return yield* use(fd)
  } finally {
    closeSync(fd)
  }
}

/** Reads a whole file; null when there is none. */
export const readIfThere = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null)

/** Reads up to `length` bytes from `position`; fewer only at the end of the file. */
export const readBytes = (fd: number, position: number, length: number): Buffer<ArrayBuffer> => {
  const bytes = Buffer.allocUnsafeSlow(length)
  let filled = 0
  while (filled < length) {
    const read = readSync(fd, bytes, filled, length - filled, position + filled)
    if (read === 0) break
    filled += read
  }
  return bytes.subarray(0, filled)
}

/** Writes all of `text` at `position`, and returns the position after it; durable when it returns. */
export const writeDurably = (fd: number, text: string | Buffer, position: number): number =>
  runNow(writeText(fd, text, position))

/** Like `writeDurably`, as part of durable work. */
export function* writeText(fd: number, text: string | Buffer, position: number): DurableWork<number> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  let written = 0
  while (written < bytes.length) {
    written += writeSync(fd, bytes, written, bytes.length - written, position + written)
  }
  yield fd
  return position + bytes.length
}

/** Truncates what a failed write left after `end`. */
export const truncateTo = (fd: number, end: number): void => {
  if (fstatSync(fd).size > end) ftruncateSync(fd, end)
}

/**
 * Replaces a file atomically: it has either its old content or `text`. `made` is the temporary file, for which two
 * processes that write the same file must use different names.
 */
export const replaceFile = (path: string, text: string | Buffer, made = `${path}.new`): void => {
  try {
    withFile(made, 'w', (fd) => writeDurably(fd, text, 0))
    renameSync(made, path)
  } catch (error) {
    rmSync(made, { force: true })
    throw error
  }
  syncDirectory(dirname(path))
}

/** Like `replaceFile`, without blocking the thread. Calls for the same file must not overlap. */
export const replaceFileBeside = async (path: string, text: string): Promise<void> => {
  const made = `${path}.new`
  try {
    await runBeside(inFile(made, 'w', (fd) => writeText(fd, text, 0)))
    renameSync(made, path)
  } catch (error) {
    rmSync(made, { force: true })
    throw error
  }
  if (process.platform !== 'win32') await runBeside(inFile(dirname(path), 'r', syncOpen))
}

/** Syncs an open file. */
export function* syncOpen(fd: number): DurableWork<void> {
  yield fd
}

/** Makes the names in a directory durable; Windows does so automatically and has no call for it. */
export const syncDirectory = (directory: string): void => {
  if (process.platform !== 'win32') withFile(directory, 'r', fsyncSync)
}

/** Returns the bytes this process may still write to the disk of a directory; null when the system reports none. */
export const readFreeBytes = (directory: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return null
  }
}
