import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorMessage } from '../../core/errors.ts'
import { findDirectoryFault, findNearest } from './directory-fault.ts'
import { isDiskFull, StoreError } from './sqlite/store-error.ts'

/**
 * Creates the data directory, or restricts it and its contents to the owner. Refuses a path that cannot hold one, and a
 * directory that is accessible to other users and has foreign contents, whose permissions must not be changed.
 */
export const makePrivate = (directory: string): void => {
  const unusable = findDirectoryFault(directory)
  if (unusable) throw new StoreError(`${unusable.fault}. ${unusable.remedy}`)
  const stats = made(directory)
  if (process.geteuid === undefined) return
  if ((stats.mode & OF_OTHERS) !== 0 && isSomethingElse(directory)) {
    throw new StoreError(
      `${directory} is accessible to other users and contains files that do not belong to a data directory. ` +
        `Choose an empty directory with --data-dir, or restrict this one: chmod 700 ${directory}`,
    )
  }
  tighten(directory, stats, DEPTH_MAX)
}

const OF_OTHERS = 0o077

/** Maximum folder depth of a data directory. */
const DEPTH_MAX = 4

/** Entries that mark a data directory; a directory with other contents only belongs to a user. */
const MARKS: ReadonlySet<string> = new Set([
  'lock.sqlite',
  'identity.sqlite',
  'owner.json',
  'audit',
  'keys.json',
  'EMERGENCY_STOP',
  'market',
])

const made = (directory: string): Stats => {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return statSync(directory)
  } catch (error) {
    const reason = errorMessage(error)
    const remedy = isDiskFull(reason)
      ? `Free space on its disk: df -h ${findNearest(directory)}`
      : 'Choose another with --data-dir.'
    throw new StoreError(`The data directory ${directory} cannot be created (${reason}). ${remedy}`)
  }
}

const isSomethingElse = (directory: string): boolean => {
  const names = namesIn(directory)
  return names.length > 0 && !names.some((name) => MARKS.has(name))
}

const namesIn = (directory: string): string[] => {
  try {
    return readdirSync(directory)
  } catch (error) {
    throw new StoreError(
      `The data directory ${directory} cannot be read (${errorMessage(error)}). Give its owner all rights: chmod u+rwx ${directory}`,
    )
  }
}

/** Restricts the contents; links and their targets are not changed. */
const tighten = (path: string, stats: Stats, depth: number): void => {
  if ((stats.mode & OF_OTHERS) !== 0) close(path, stats.mode)
  if (!stats.isDirectory() || depth === 0) return
  for (const name of namesIn(path)) {
    const inside = join(path, name)
    const entry = lstatSync(inside, { throwIfNoEntry: false })
    if (entry && !entry.isSymbolicLink()) tighten(inside, entry, depth - 1)
  }
}

const close = (path: string, mode: number): void => {
  try {
    chmodSync(path, mode & 0o700)
  } catch (error) {
    throw new StoreError(
      `${path} is accessible to other users and cannot be restricted (${errorMessage(error)}). Restrict it: chmod go-rwx ${path}`,
    )
  }
}
