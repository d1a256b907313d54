import { DAY_MS, type Instant } from '../../core/instant.ts'

/** Bars received by a series and patterns matched on it, for completeness monitoring. Changed in place. */
export interface SeriesRecord {
  /** Openings of the bars of the last day, oldest first. */
  readonly barOpensMs: Instant[]
  /** Opening of the first bar there was. */
  firstMs: Instant | null
  /** By the id of the pattern. */
  readonly patterns: Map<string, PatternRecord>
}

interface PatternRecord {
  /** Opening of the bar that it ended with last. */
  lastMs: Instant
  /** Matches by day. */
  readonly days: Map<number, number>
}

/** No query goes back further. */
const DAYS_RETAINED = 30

export const createSeriesRecord = (): SeriesRecord => ({ barOpensMs: [], firstMs: null, patterns: new Map() })

export const noteBar = (record: SeriesRecord, openMs: Instant): void => {
  record.firstMs ??= openMs
  record.barOpensMs.push(openMs)
  while ((record.barOpensMs[0] ?? openMs) <= openMs - DAY_MS) record.barOpensMs.shift()
}

export const notePatterns = (
  { patterns }: SeriesRecord,
  matches: readonly { readonly id: string }[],
  openMs: Instant,
): void => {
  const today = Math.floor(openMs / DAY_MS)
  for (const { id } of matches) {
    const known = patterns.get(id) ?? { lastMs: openMs, days: new Map<number, number>() }
    known.lastMs = openMs
    known.days.set(today, (known.days.get(today) ?? 0) + 1)
    for (const day of known.days.keys()) if (day <= today - DAYS_RETAINED) known.days.delete(day)
    patterns.set(id, known)
  }
}

/** Returns how often a pattern matched from a day on. */
export const metSince = ({ patterns }: SeriesRecord, id: string, fromMs: Instant): number => {
  const first = Math.floor(fromMs / DAY_MS)
  let count = 0
  for (const [day, times] of patterns.get(id)?.days ?? []) if (day >= first) count += times
  return count
}
