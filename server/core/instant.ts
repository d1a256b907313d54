/** Milliseconds since 1970-01-01 UTC. */
export type Instant = number

/** Half-open: `fromMs` belongs to the range, `toMs` does not. */
export interface TimeRange {
  readonly fromMs: Instant
  readonly toMs: Instant
}

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** RFC 3339 in UTC with milliseconds, the form of every wire field ending in `At`. */
export const toRfc3339 = (at: Instant): string => new Date(at).toISOString()
