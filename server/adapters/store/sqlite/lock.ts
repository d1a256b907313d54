import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from './store-error.ts'

/** Held until it is released or nobody has it any more; the kernel frees it however the process ends. */
export interface DataLock {
  release(): void
}

/** Makes the data directory if need be and takes it for this process alone, or says who has it. */
export const lockDataDirectory = (directory: string): DataLock => {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StoreError(
      `The data directory ${directory} cannot be made (${reasonOf(error)}). Choose another with --data-dir.`,
    )
  }
  const owner = join(directory, 'owner.json')
  const lock = takeLock(directory, owner)
  writeFileSync(owner, `${JSON.stringify({ pid: process.pid, since: new Date().toISOString() })}\n`, { mode: 0o600 })
  return { release: () => lock.close() }
}

const takeLock = (directory: string, owner: string): DatabaseSync => {
  try {
    const lock = new DatabaseSync(join(directory, 'lock.sqlite'), { timeout: 0 })
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason.includes('locked')) {
      throw new StoreError(
        `The data directory ${directory} cannot be locked (${reason}). Choose another with --data-dir.`,
      )
    }
    throw new StoreError(
      `The data directory ${directory} is in use by ${ownerOf(owner)}. Stop it, or choose another with --data-dir.`,
    )
  }
}

const ownerOf = (file: string): string => {
  try {
    const { pid, since } = JSON.parse(readFileSync(file, 'utf8'))
    return Number.isSafeInteger(pid) ? `process ${pid} since ${String(since)}` : 'another process'
  } catch {
    return 'another process'
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
