import { closeSync, lstatSync, openSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canonicalJson } from '../../core/canonical-json.ts'
import { StoreFailure } from '../../core/store-failure.ts'
import type { StopOrder } from '../../engine/model/events.ts'
import type { StopFile } from '../../engine/model/ports.ts'
import { errorMessage, replaceFile, syncDirectory } from './disk.ts'
import { parseStopOrder } from './stop-file-line.ts'

/** Returns the path of the stop file in a data directory. */
export const stopFileIn = (dataDir: string): string => join(dataDir, 'EMERGENCY_STOP')

/**
 * The file whose presence is the emergency stop: one line, created by the program or by anyone who can create a file.
 */
export const openStopFile = (path: string): StopFile => ({
  exists: () => isThere(path) !== false,
  read: () => read(path),
  write: (stop) => {
    if (read(path) === null) attempt(() => writeLine(path, `${canonicalJson(stop)}\n`))
    return isThere(path) === true && attempt(() => syncDirectory(dirname(path)))
  },
  remove: () => {
    try {
      if (isThere(path) === false) return
      unlinkSync(path)
      syncDirectory(dirname(path))
    } catch (error) {
      throw new StoreFailure(
        `${path} cannot be taken away (${errorMessage(error)}). See what is there and remove it by hand.`,
      )
    }
  },
})

/** Returns undefined when the file cannot be read. */
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

/**
 * Writes the whole line under the name atomically: a server that watches for the file never reads half of it. If the
 * line cannot be written, an empty file of that name is created, which is a stop as well. An existing file is left as
 * it is.
 */
const writeLine = (path: string, line: string): void => {
  const existing = lstatSync(path, { throwIfNoEntry: false })
  if (existing && !existing.isFile()) return
  if (!attempt(() => replaceFile(path, line, `${path}.${process.pid}`))) closeSync(openSync(path, 'a', 0o600))
}

/** Returns whether the action succeeded. */
const attempt = (act: () => void): boolean => {
  try {
    act()
    return true
  } catch {
    return false
  }
}
