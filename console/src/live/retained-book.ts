import type { BookView } from '@plimsoll/client'

/** Returns the order book to display: while none is current, the last levels received, marked `STALE`. */
export const retainedBook = (before: BookView | undefined, now: BookView): BookView =>
  now.state === 'RESYNCING' && before && before.state !== 'RESYNCING' ? { ...before, state: 'STALE' } : now
