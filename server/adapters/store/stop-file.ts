import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { canonicalJson } from '../../core/canonical-json.ts'
import { StoreFailure } from '../../core/store-failure.ts'
import type { StopOrder } from '../../engine/events.ts'
import type { StopFile } from '../../engine/ports.ts'
import { parseStopOrder } from './stop-file-line.ts'

/** Where the stop of a data directory is looked for. */
export const stopFileIn = (dataDir: string): string => join(dataDir, 'EMERGENCY_STOP')

/** The stop that holds by being there: one file, one line. Made by the program, or by anybody who can make a file. */
export const openStopFile = (path: string): StopFile => ({
  exists: () => isThere(path) !== false,
  read: () => read(path),
  write: (stop) => {
    if (read(path) === null) attempt(() => writeLine(path, `${canonicalJson(stop)}\n`))
    return isThere(path) === true && attempt(() => syncDirectoryOf(path))
  },
  remove: () => {
    try {
      if (isThere(path) === false) return
      unlinkSync(path)
      syncDirectoryOf(path)
    } catch (error) {
      throw new StoreFailure(
        `${path} cannot be taken away (${reasonOf(error)}). See what is there and remove it by hand.`,
      )
    }
  },
})

/** Undefined when it cannot be looked at. */
const isThere = (path: string): boolean | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return undefined
  }
}

/** Far more than a stop takes. */
const BYTES_MAX = 64 * 1024

const read = (path: string): StopOrder | null => {
  try {
    const file = statSync(path)
    return file.isFile() && file.size <= BYTES_MAX ? parseStopOrder(readFileSync(path, 'utf8')) : null
  } catch {
    return null
  }
}

/** The name is what counts: a line that cannot be written leaves it there, empty. A pipe would never let go. */
const writeLine = (path: string, line: string): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) return
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600)
  try {
    ftruncateSync(file)
    if (!attempt(() => writeAll(file, Buffer.from(line)))) ftruncateSync(file)
  } finally {
    closeSync(file)
  }
}

const writeAll = (file: number, bytes: Buffer): void => {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written, bytes.length - written, written)
  fsyncSync(file)
}

/** Makes the name itself durable; Windows does so by itself and cannot be asked. */
const syncDirectoryOf = (path: string): void => {
  if (process.platform === 'win32') return
  const directory = openSync(dirname(path), 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/** Whether it could be done. */
const attempt = (act: () => void): boolean => {
  try {
    act()
    return true
  } catch {
    return false
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
