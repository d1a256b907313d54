/** Durable file operations, with errors of the system separated from bugs. */

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
  writeSync,
} from 'node:fs'
import { dirname, relative, sep } from 'node:path'

/** Returns whether the system refused an operation, as with a full disk. */
export const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** Returns whether a path is a directory or lies in it. */
export const isWithin = (path: string, directory: string): boolean => {
  const inside = relative(directory, path)
  return inside === '' || (inside !== '..' && !inside.startsWith(`..${sep}`))
}

/** A bug is no failure of the disk. */
export const rethrowBug = (error: unknown): void => {
  if (!isSystemError(error)) throw error
}

/** Opens, uses and closes a file, however the use ends. What it makes is for the owner alone. */
export const withFile = <T>(path: string, flags: string, use: (fd: number) => T): T => {
  const fd = openSync(path, flags, 0o600)
  try {
    return use(fd)
  } finally {
    closeSync(fd)
  }
}

/** Work on files that pauses with a file's descriptor wherever what it has written must become durable. */
export type DurableWork<T> = Generator<number, T, void>

/** Does the work; its syncs block the thread. */
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

/** Does the work; its syncs do not block the thread. */
export const runBeside = async <T>(work: DurableWork<T>): Promise<T> => {
  let step = work.next()
  while (!step.done) {
    const error = await sync(step.value)
    step = error ? work.throw(error) : work.next()
  }
  return step.value
}

const sync = (fd: number): Promise<Error | null> => new Promise((resolve) => fdatasync(fd, resolve))

/** As `withFile`, for work that pauses. */
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
export const readBytes = (fd: number, position: number, length: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const read = readSync(fd, bytes, filled, length - filled, position + filled)
    if (read === 0) break
    filled += read
  }
  return bytes.subarray(0, filled)
}

/** All of `text` at `position`, durable when it returns. */
export const writeDurably = (fd: number, text: string | Buffer, position: number): number =>
  runNow(writeText(fd, text, position))

/** As `writeDurably`, for work that pauses. */
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
export const cutBack = (fd: number, end: number): void => {
  if (fstatSync(fd).size > end) ftruncateSync(fd, end)
}

/**
 * Replaces a file atomically: it has either its old content or `text`. `made` is the temporary file; where two
 * processes may write the same file they need two names.
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

/** Makes the names in a directory durable; Windows does so automatically and has no call for it. */
export const syncDirectory = (directory: string): void => {
  if (process.platform !== 'win32') withFile(directory, 'r', fsyncSync)
}
