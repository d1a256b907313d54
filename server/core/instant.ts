/** Instants, time ranges and durations in milliseconds: constants, formats and ages. */

/** Milliseconds since 1970-01-01 UTC. */
export type Instant = number

/** Half-open range: includes `fromMs`, excludes `toMs`. */
export interface TimeRange {
  readonly fromMs: Instant
  readonly toMs: Instant
}

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Formats RFC 3339 in UTC with milliseconds, as in every wire field ending in `At`. */
export const toRfc3339 = (at: Instant): string => {
  if (at !== newest.at) newest = { at, text: new Date(at).toISOString() }
  return newest.text
}

/** The instant formatted last: events that are processed together often have the same one. */
let newest = { at: Number.NaN, text: '' }

export const toRfc3339OrNull = (at: Instant | null | undefined): string | null =>
  at === null || at === undefined ? null : toRfc3339(at)

/** Returns the age in ms; null when `atMs` is in the future. */
export const ageMs = (atMs: Instant, nowMs: Instant): number | null => (atMs > nowMs ? null : nowMs - atMs)

/** Returns whether data from `atMs` is at most `maxAgeMs` old. False for a time in the future. */
export const isFresh = (atMs: Instant, nowMs: Instant, maxAgeMs: number): boolean => {
  const age = ageMs(atMs, nowMs)
  return age !== null && age <= maxAgeMs
}

const UNITS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/** Parses `90s`, `15m`, `12h` or `30d` to milliseconds; undefined for any other string. */
export const parseDuration = (text: string): number | undefined => {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  const unitMs = UNITS[unit]
  return unitMs === undefined ? undefined : Number(count) * unitMs
}
