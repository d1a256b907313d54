/** Errors of a store with a message for the operator, and wrappers that add the damaged file and the remedy. */

import { errorMessage, StoreFailure } from '../../../core/errors.ts'

/** A store fault with an actionable message for the operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** Remedy for data that a newer version has written. */
export const UPDATE = 'Update Plimsoll: npm install --global ./plimsoll-X.Y.Z.tgz'

/**
 * Runs the code that loads a database's content when it is opened. Any error there, whether from SQLite or from a
 * broken invariant, is rethrown with the file and the remedy.
 */
export const readingDatabase = <T>(path: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof StoreError || error instanceof StoreFailure) throw error
    throw damagedBy(path, error)
  }
}

const damagedBy = (path: string, error: unknown): StoreError => {
  const reason = errorMessage(error)
  return new StoreError(
    `${path} is damaged (${reason}). Restore the data directory from a backup, or move this file away to start without it.`,
  )
}

/** Wraps reads of an open database, so that an error on damage names the file and the remedy. */
export const readingEach = <Reads extends object>(path: string, reads: Reads): Reads => {
  const named = Object.entries(reads).map(([name, read]) => [
    name,
    (...args: unknown[]) => {
      try {
        return read(...args)
      } catch (error) {
        throw isDamage(error) ? damagedBy(path, error) : error
      }
    },
  ])
  return Object.fromEntries(named) as Reads
}

/** https://www.sqlite.org/rescode.html: CORRUPT and NOTADB. */
const DAMAGE: ReadonlySet<number> = new Set([11, 26])

/** Returns whether an error means damage: a page that SQLite refuses, or a body that is not JSON. */
const isDamage = (error: unknown): boolean => {
  if (error instanceof SyntaxError) return true
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' && DAMAGE.has(code & 0xff)
}

/** Returns whether an operation failed because its disk has no space, as SQLite or the system words it. */
export const isDiskFull = (reason: string): boolean => /disk is full|ENOSPC/.test(reason)
