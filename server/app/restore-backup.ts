/**
 * Restores a verified backup into an empty data directory, with the emergency stop engaged; its copying steps also
 * serve rollbacks.
 */

import { copyFileSync, existsSync, fsyncSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isSystemError, isWithin, syncDirectory, withFile } from '../adapters/store/disk.ts'
import { lockDataDirectory } from '../adapters/store/sqlite/lock.ts'
import { StoreError } from '../adapters/store/sqlite/store-error.ts'
import { openStopFile, stopFileIn } from '../adapters/store/stop-file.ts'
import { MANIFEST, type RestoredBackup, type RestoreOrder } from '../cli/backup-parts.ts'
import type { CliParts } from '../cli/parts.ts'
import { errorMessage } from '../core/errors.ts'
import { toRfc3339 } from '../core/instant.ts'
import type { StopOrder } from '../engine/model/events.ts'
import type { Clock } from '../engine/model/ports.ts'
import { verifyManifest } from './backup-manifest.ts'
import { checkBackup } from './check-backup.ts'

/**
 * Copies a verified backup into an empty or new data directory and engages the emergency stop in it. Throws a
 * `StoreError` and leaves the data directory empty when the backup has faults or the copy differs from it. The backup
 * is not changed.
 */
export const restoreBackup = async (order: RestoreOrder, { clock, newStop }: RestoreParts): Promise<RestoredBackup> => {
  const [from, dataDir] = [resolve(order.from), resolve(order.dataDir)]
  refusePlaces(from, dataDir)
  const { findings, newestAtMs, entries } = await checkBackup(from, clock)
  if (findings.length > 0) throw new StoreError(`${from} cannot be restored. ${findings.join(' ')}`)
  const lock = lockDataDirectory(dataDir)
  const made = join(dataDir, UNFINISHED)
  try {
    const reason = `Restored from a backup of ${newestAtMs === null ? 'an empty account' : toRfc3339(newestAtMs)}.`
    await copyStopped(from, made, newStop({ reason, flatten: 'NONE' }))
    moveIntoPlace(made, dataDir)
    return { path: dataDir, newestAtMs, entries, hasKeys: existsSync(join(dataDir, 'keys.json')) }
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new StoreError(
      `The backup cannot be written to ${dataDir} (${errorMessage(error)}). Free disk space or choose another directory with --data-dir.`,
    )
  } finally {
    rmSync(made, { recursive: true, force: true })
    lock.release()
  }
}

export interface RestoreParts {
  readonly clock: Clock
  readonly newStop: CliParts['newStop']
}

/** Folder of an incomplete copy. */
const UNFINISHED = '.restoring'

/** Files of the process that uses a data directory. */
const isOfProcess = (name: string): boolean => name.startsWith('lock.sqlite') || name === 'owner.json'

/** Returns whether a data directory with this entry still counts as empty. */
const isNothing = (name: string): boolean => isOfProcess(name) || name === 'lost+found' || name === UNFINISHED

const refusePlaces = (from: string, dataDir: string): void => {
  if (isWithin(from, dataDir) || isWithin(dataDir, from)) {
    throw new StoreError(`${dataDir} and the backup ${from} overlap. Choose another data directory with --data-dir.`)
  }
  const present = existsSync(dataDir) ? readdirSync(dataDir).find((name) => !isNothing(name)) : undefined
  if (present === undefined) return
  throw new StoreError(
    `${dataDir} is not empty: it contains ${present}. End its server and move the directory away, or choose another with --data-dir.`,
  )
}

/**
 * Copies a backup into a folder of the data directory, replacing it, and writes the stop into it. Throws a `StoreError`
 * when the copy differs from the manifest of the backup.
 */
export const copyStopped = async (from: string, made: string, stop: StopOrder): Promise<void> => {
  rmSync(made, { recursive: true, force: true })
  copyFiles(from, made)
  const differences = await verifyManifest(made)
  if (differences.length > 0) throw new StoreError(`${dirname(made)} cannot store the copy. ${differences.join(' ')}`)
  const stopFile = openStopFile(stopFileIn(made))
  if (!stopFile.write(stop) || !(await stopFile.sync())) throw new StoreError(`${dirname(made)} cannot store the stop.`)
}

/** Copies the files of a backup durably. */
const copyFiles = (from: string, made: string): void => {
  for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const [source, target] = [join(from, path), join(made, path)]
    if (!lstatSync(source).isFile() || isOfProcess(basename(path)) || path.endsWith('-shm')) continue
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    copyFileSync(source, target)
    withFile(target, 'r+', fsyncSync)
  }
}

/** Moves the stop first, so that a start on an incomplete directory is also HALTED. */
const moveIntoPlace = (made: string, dataDir: string): void => {
  rmSync(join(made, MANIFEST), { force: true })
  const names = readdirSync(made).filter((name) => name !== STOP)
  for (const name of names) syncDirectories(join(made, name))
  for (const name of [STOP, ...names]) renameSync(join(made, name), join(dataDir, name))
  syncDirectory(dataDir)
}

/** Name of the stop file in a data directory. */
export const STOP = basename(stopFileIn(''))

/** Makes the names in a directory and below it durable. */
export const syncDirectories = (path: string): void => {
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) syncDirectories(join(path, name))
  syncDirectory(path)
}
