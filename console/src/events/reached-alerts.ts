/** Store of the price alerts reached while this page was open. */

import { createNamedStore } from '../rest/named-store.ts'
import type { ReachedAlert } from './events.ts'

/** Reached alerts by ID, oldest first. */
export const REACHED = createNamedStore<ReachedAlert>()

/** Adds a reached alert; drops the oldest beyond the maximum. */
export const keepReached = (alert: ReachedAlert): void => {
  const [oldest] = REACHED.all().keys()
  if (oldest !== undefined && REACHED.all().size >= REACHED_MAX) REACHED.drop(oldest)
  REACHED.keep(alert.id, alert)
}

const REACHED_MAX = 50
