/** Deletion of old rows, relative to the newest row: at most once a minute, and few at a time. */

import { type Instant, MINUTE_MS } from '../../../core/instant.ts'
import type { Row } from './rows.ts'

/** Rows of deletions that are due. */
export interface Purge {
  note(atMs: Instant): void
  /** Returns the deletions that are due. */
  rows(): readonly Row[]
}

/** Maximum number of rows deleted at a time, so that the transaction is not delayed. */
export const PURGED_AT_ONCE = 500

export const createPurge = (rowsAt: (newestMs: Instant) => readonly Row[]): Purge => {
  let newestMs = 0
  let purgedMs = 0
  return {
    note(atMs) {
      newestMs = Math.max(newestMs, atMs)
    },
    rows() {
      if (newestMs - purgedMs < MINUTE_MS) return []
      purgedMs = newestMs
      return rowsAt(newestMs)
    },
  }
}
