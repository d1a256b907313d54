import type { Instant } from '../core/instant.ts'

/** Since when things have been seen here without a break. Changed in place. */
export type FirstSeen = Map<string, Instant>

/** Notes what is seen now, forgets what is not any more, and tells since when. */
export const noteSeen = (firstSeen: FirstSeen, keys: readonly string[], nowMs: Instant): void => {
  const present = new Set(keys)
  for (const key of firstSeen.keys()) if (!present.has(key)) firstSeen.delete(key)
  for (const key of present) if (!firstSeen.has(key)) firstSeen.set(key, nowMs)
}
