/**
 * The file `EMERGENCY_STOP` of a data directory, whose presence engages the emergency stop: reads, writes, parses and
 * removes it.
 */

import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { errorMessage, StoreFailure } from '../../core/errors.ts'
import { ID_PATTERN } from '../../core/id.ts'
import { canonicalJson, isRecord, parseJson } from '../../core/json.ts'
import { printable } from '../../core/printable.ts'
import type { StopCode } from '../../domain/control/stop.ts'
import type { StopOrder } from '../../engine/model/events.ts'
import type { StopFile } from '../../engine/model/ports.ts'
import { type DurableWork, inFile, runBeside, syncDirectory, syncOpen } from './disk.ts'

/** Opens the stop file: one line, created by the program or by anyone who can create a file. */
export const openStopFile = (path: string): StopFile => ({
  exists: () => isThere(path) !== false,
  read: () => read(path),
  write: (stop) => {
    if (read(path) === null) attempt(() => writeLine(path, `${canonicalJson(stop)}\n`))
    return isThere(path) === true
  },
  sync: () =>
    runBeside(syncFile(path)).then(
      () => true,
      () => false,
    ),
  remove: () => {
    try {
      if (isThere(path) === false) return
      unlinkSync(path)
      syncDirectory(dirname(path))
    } catch (error) {
      throw new StoreFailure(`${path} cannot be removed (${errorMessage(error)}). Remove it by hand.`)
    }
  },
})

/** Returns the path of the stop file in a data directory. */
export const stopFileIn = (dataDir: string): string => join(dataDir, 'EMERGENCY_STOP')

/** Returns undefined when the file cannot be read. */
const isThere = (path: string): boolean | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return undefined
  }
}

/** Maximum size of the file, far above the size of a stop. */
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
 * Writes the whole line atomically: a server that watches the file never reads half of it. If the line cannot be
 * written, an empty file is created, which also counts as a stop. An existing file is not changed.
 */
const writeLine = (path: string, line: string): void => {
  const existing = lstatSync(path, { throwIfNoEntry: false })
  if (existing && !existing.isFile()) return
  if (!attempt(() => replaceWith(path, line))) closeSync(openSync(path, 'a', 0o600))
}

const replaceWith = (path: string, line: string): void => {
  const made = `${path}.${process.pid}`
  try {
    writeFileSync(made, line, { mode: 0o600 })
    renameSync(made, path)
  } catch (error) {
    rmSync(made, { force: true })
    throw error
  }
}

/** Syncs the file and its name; anything else under that name has no content to sync. */
function* syncFile(path: string): DurableWork<void> {
  if (lstatSync(path).isFile()) yield* inFile(path, process.platform === 'win32' ? 'r+' : 'r', syncOpen)
  if (process.platform !== 'win32') yield* inFile(dirname(path), 'r', syncOpen)
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

/**
 * Parses a stop, with its reason made printable; null unless the string is, byte for byte, the one line this program
 * writes.
 */
export const parseStopOrder = (text: string): StopOrder | null => {
  const value = parseJson(text)
  if (!isStopOrder(value) || `${canonicalJson(value)}\n` !== text) return null
  return { ...value, reason: printable(value.reason) }
}

const CODES: Readonly<Record<StopCode, true>> = {
  EMERGENCY_STOP: true,
  STOP_FILE: true,
  FOREIGN_EPOCH: true,
  QTY_MISMATCH: true,
  UNPROTECTED_UNCLOSABLE: true,
  UNRESOLVED_OUTCOME: true,
  OVERFILLED: true,
  STORE_FAILED: true,
  AUDIT_BROKEN: true,
  CONSTITUTION_BROKEN: true,
  LEDGER_BEHIND: true,
  TAKEOVER_UNSURE: true,
}

const isStopOrder = (value: unknown): value is StopOrder =>
  hasExactly(value, ['atMs', 'auditId', 'by', 'code', 'flatten', 'reason', 'stopId']) &&
  isId(value.stopId, 'stp') &&
  isId(value.auditId, 'aud') &&
  typeof value.code === 'string' &&
  Object.hasOwn(CODES, value.code) &&
  (value.flatten === 'NONE' || value.flatten === 'REDUCE_ONLY') &&
  typeof value.reason === 'string' &&
  Number.isSafeInteger(value.atMs) &&
  isActor(value.by)

const isActor = (value: unknown): boolean =>
  hasExactly(value, ['ip', 'sid', 'sub', 'type']) &&
  (value.type === 'USER' || value.type === 'HOST' || value.type === 'ENGINE') &&
  [value.ip, value.sid, value.sub].every((part) => part === null || typeof part === 'string')

const hasExactly = (value: unknown, names: readonly string[]): value is Record<string, unknown> =>
  isRecord(value) && Object.keys(value).toSorted().join() === names.join()

const SHAPE = new RegExp(ID_PATTERN)

const isId = (value: unknown, prefix: string): boolean =>
  typeof value === 'string' && value.startsWith(`${prefix}_`) && SHAPE.test(value)
