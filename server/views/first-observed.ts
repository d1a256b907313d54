import type { Instant } from '../core/instant.ts'

/** Since when things have been seen here without a break. Changed in place. */
export type FirstObserved = Map<string, Instant>

/** Records the current keys, drops all others, and keeps the time each was first present. */
export const noteObserved = (firstObserved: FirstObserved, keys: readonly string[], nowMs: Instant): void => {
  const present = new Set(keys)
  for (const key of firstObserved.keys()) if (!present.has(key)) firstObserved.delete(key)
  for (const key of present) if (!firstObserved.has(key)) firstObserved.set(key, nowMs)
}
