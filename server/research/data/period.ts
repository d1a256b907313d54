/** Calendar periods in UTC, the unit in which market history is stored, downloaded and digested. */

import { DAY_MS, type Instant, type TimeRange } from '../../core/instant.ts'
import type { HistoryKind } from './kinds.ts'

/** A calendar month, such as `2025-01`, or for trades a day, such as `2025-01-15`. */
export type Period = string

/** Returns the period of a kind of history that contains an instant. */
export const periodAt = (kind: HistoryKind, at: Instant): Period =>
  new Date(at).toISOString().slice(0, kind === 'trades' ? 10 : 7)

export const periodRange = (period: Period): TimeRange => {
  const [year = 0, month = 0, day] = period.split('-').map(Number)
  if (day === undefined) return { fromMs: Date.UTC(year, month - 1), toMs: Date.UTC(year, month) }
  const fromMs = Date.UTC(year, month - 1, day)
  return { fromMs, toMs: fromMs + DAY_MS }
}

/** Returns the periods of a kind of history that overlap a range, ascending. */
export const periodsIn = (kind: HistoryKind, { fromMs, toMs }: TimeRange): readonly Period[] => {
  const periods: Period[] = []
  for (let at = fromMs; at < toMs; at = periodRange(periodAt(kind, at)).toMs) periods.push(periodAt(kind, at))
  return periods
}
