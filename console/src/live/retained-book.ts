import type { BookView } from '@plimsoll/client'

/** A book as it is to be shown: while there is no present one its last levels are kept, as `STALE`. */
export const retainedBook = (before: BookView | undefined, now: BookView): BookView =>
  now.state === 'RESYNCING' && before && before.state !== 'RESYNCING' ? { ...before, state: 'STALE' } : now
