/** Set operations on time ranges. */

import type { Instant, TimeRange } from './instant.ts'

/** Merges ranges into a sorted union; ranges that touch or overlap are joined, empty ones dropped. */
export const mergeRanges = (ranges: readonly TimeRange[]): TimeRange[] => {
  const merged: TimeRange[] = []
  for (const range of ranges.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (range.fromMs >= range.toMs) continue
    const last = merged.at(-1)
    if (last && range.fromMs <= last.toMs)
      merged[merged.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, range.toMs) }
    else merged.push(range)
  }
  return merged
}

/** Returns `ranges` without `[fromMs, toMs)`. */
export const withoutRange = (ranges: readonly TimeRange[], { fromMs, toMs }: TimeRange): TimeRange[] => [
  ...clipRanges(ranges, Number.NEGATIVE_INFINITY, fromMs),
  ...clipRanges(ranges, toMs, Number.POSITIVE_INFINITY),
]

/** Returns the parts of `ranges` inside `[fromMs, toMs)`. */
export const clipRanges = (ranges: readonly TimeRange[], fromMs: Instant, toMs: Instant): TimeRange[] =>
  ranges
    .map((range) => ({ fromMs: Math.max(range.fromMs, fromMs), toMs: Math.min(range.toMs, toMs) }))
    .filter((range) => range.fromMs < range.toMs)
