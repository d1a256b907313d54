import type { Instant } from '../core/instant.ts'

/** Since when things have been seen here without a break. Changed in place. */
export type FirstObserved = Map<string, Instant>

/** Notes what is seen now, forgets what is not any more, and tells since when. */
export const noteObserved = (firstObserved: FirstObserved, keys: readonly string[], nowMs: Instant): void => {
  const present = new Set(keys)
  for (const key of firstObserved.keys()) if (!present.has(key)) firstObserved.delete(key)
  for (const key of present) if (!firstObserved.has(key)) firstObserved.set(key, nowMs)
}
