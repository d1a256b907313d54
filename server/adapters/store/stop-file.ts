import { closeSync, lstatSync, openSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canonicalJson } from '../../core/canonical-json.ts'
import { StoreFailure } from '../../core/store-failure.ts'
import type { StopOrder } from '../../engine/model/events.ts'
import type { StopFile } from '../../engine/model/ports.ts'
import { errorMessage, replaceFile, syncDirectory } from './disk.ts'
import { parseStopOrder } from './stop-file-line.ts'

/** Where the stop of a data directory is looked for. */
export const stopFileIn = (dataDir: string): string => join(dataDir, 'EMERGENCY_STOP')

/** The stop that holds by being there: one file, one line. Made by the program, or by anybody who can make a file. */
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

/**
 * The whole line appears under the name at once: a server that watches for the file never reads half of it. Where no line
 * can be written the name alone is made, which is a stop as well. Whatever else bears the name is left as it is.
 */
const writeLine = (path: string, line: string): void => {
  const existing = lstatSync(path, { throwIfNoEntry: false })
  if (existing && !existing.isFile()) return
  if (!attempt(() => replaceFile(path, line, `${path}.${process.pid}`))) closeSync(openSync(path, 'a', 0o600))
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
