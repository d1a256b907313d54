import type { Instant } from './instant.ts'

/** Age, ms; null when `atMs` lies after `nowMs`: what is stamped in the future has no known age. */
export const ageMs = (atMs: Instant, nowMs: Instant): number | null => (atMs > nowMs ? null : nowMs - atMs)

/** Returns whether data from `atMs` is at most `maxAgeMs` old. False for a time in the future. */
export const isFresh = (atMs: Instant, nowMs: Instant, maxAgeMs: number): boolean => {
  const age = ageMs(atMs, nowMs)
  return age !== null && age <= maxAgeMs
}
