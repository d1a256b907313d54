import type { BookView } from '@plimsoll/client'

/** Returns the book to display: without a current one, its last levels as `STALE`. */
export const retainedBook = (before: BookView | undefined, now: BookView): BookView =>
  now.state === 'RESYNCING' && before && before.state !== 'RESYNCING' ? { ...before, state: 'STALE' } : now
