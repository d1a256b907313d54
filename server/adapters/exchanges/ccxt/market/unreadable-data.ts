/**
 * Market data that could not be read and was omitted: counted, reported as a trouble, and cleared after a quiet period.
 */

import { MINUTE_MS } from '../../../../core/instant.ts'
import type { Troubles } from '../troubles.ts'

/** Count of the omitted data of an exchange, and the time of the last omission. */
export interface Unreadable {
  readonly name: string
  readonly troubles: Troubles
  readonly monotonic: () => number
  count: number
  lastMs: number | undefined
}

/** Time without an unreadable message after which the trouble is cleared. */
const QUIET_MS = 5 * MINUTE_MS

export const createUnreadable = (parts: Pick<Unreadable, 'name' | 'troubles' | 'monotonic'>): Unreadable => ({
  ...parts,
  count: 0,
  lastMs: undefined,
})

/** Counts omitted data and reports the trouble. */
export const noteUnreadable = (unreadable: Unreadable, symbol: string, what: string): void => {
  const { name, troubles, monotonic } = unreadable
  unreadable.count++
  unreadable.lastMs = monotonic()
  troubles.raise('UNREADABLE', `${name} has sent ${what} (${symbol}); ${unreadable.count} skipped so far.`)
}

/** Clears the trouble after a time without more of it. */
export const clearQuietUnreadable = (unreadable: Unreadable): void => {
  const { lastMs, monotonic, troubles } = unreadable
  if (lastMs === undefined || monotonic() - lastMs < QUIET_MS) return
  unreadable.lastMs = undefined
  troubles.clear('UNREADABLE')
}
