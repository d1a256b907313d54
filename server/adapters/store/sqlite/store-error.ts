import { StoreFailure } from '../../../core/store-failure.ts'

/** A fault of the store in words an operator can act on. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/**
 * Runs what takes up the content of a database when it is opened. Whatever it stumbles over there, be it SQLite's own words
 * or a broken invariant, names the file and the remedy.
 */
export const readingDatabase = <T>(path: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof StoreError || error instanceof StoreFailure) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError(
      `${path} is damaged (${reason}). Restore the data directory from a backup, or move this file away to begin without it.`,
    )
  }
}
