/** Lock that gives a process exclusive use of a data directory. */

import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorMessage } from '../../../core/errors.ts'
import { makePrivate } from '../private-directory.ts'
import { isDiskFull, StoreError } from './store-error.ts'

/** A lock held until it is released or its process ends, even by a kill. */
export interface DataLock {
  release(): void
}

/** Creates the data directory if necessary and locks it for this process, or throws an error that names the owner. */
export const lockDataDirectory = (directory: string): DataLock => {
  makePrivate(directory)
  const owner = join(directory, 'owner.json')
  const lock = takeLock(directory, owner)
  try {
    writeFileSync(owner, `${JSON.stringify({ pid: process.pid, since: new Date().toISOString() })}\n`, { mode: 0o600 })
  } catch (error) {
    lock.close()
    throw new StoreError(
      `${owner} cannot be written (${errorMessage(error)}). Make the data directory writable, or choose another with --data-dir.`,
    )
  }
  return { release: () => lock.close() }
}

const takeLock = (directory: string, owner: string): DatabaseSync => {
  const path = join(directory, 'lock.sqlite')
  try {
    closeSync(openSync(path, 'a', 0o600))
    const lock = new DatabaseSync(path, { timeout: 0 })
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    const reason = errorMessage(error)
    if (reason.includes('not a database') || reason.includes('malformed')) {
      throw new StoreError(`${path} is damaged (${reason}). Delete it: it contains only the lock.`)
    }
    if (!reason.includes('locked')) {
      const remedy = isDiskFull(reason)
        ? `Free space on its disk: df -h ${directory}`
        : 'Choose another with --data-dir.'
      throw new StoreError(`The data directory ${directory} cannot be locked (${reason}). ${remedy}`)
    }
    throw new StoreError(
      `The data directory ${directory} is in use by ${describeOwner(owner)}. ` +
        `Check it: plimsoll status --data-dir ${directory}, or choose another with --data-dir.`,
    )
  }
}

const describeOwner = (file: string): string => {
  try {
    const { pid, since } = JSON.parse(readFileSync(file, 'utf8'))
    return Number.isSafeInteger(pid) ? `process ${pid} since ${String(since)}` : 'another process'
  } catch {
    return 'another process'
  }
}
