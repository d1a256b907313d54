import { type Instant, MINUTE_MS } from '../../../core/instant.ts'

/** Small enough not to delay the transaction. */
export const PURGED_AT_ONCE = 500

/** Deletes rows that are old relative to the newest row; at most once a minute, and never many at a time. */
export interface Purge {
  note(atMs: Instant): void
  purge(): void
}

export const createPurge = (purgeAt: (newestMs: Instant) => void): Purge => {
  let newestMs = 0
  let purgedMs = 0
  return {
    note(atMs) {
      newestMs = Math.max(newestMs, atMs)
    },
    purge() {
      if (newestMs - purgedMs < MINUTE_MS) return
      purgeAt(newestMs)
      purgedMs = newestMs
    },
  }
}
