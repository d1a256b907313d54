/** Calendar months in UTC, the unit in which market history is stored, downloaded and digested. */

import type { Instant, TimeRange } from '../../core/instant.ts'

/** A calendar month, such as `2025-01`. */
export type Month = string

export const monthAt = (at: Instant): Month => new Date(at).toISOString().slice(0, 7)

export const monthRange = (month: Month): TimeRange => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { fromMs: Date.UTC(year, number - 1), toMs: Date.UTC(year, number) }
}

/** Returns the months that overlap a range, ascending. */
export const monthsIn = ({ fromMs, toMs }: TimeRange): readonly Month[] => {
  const months: Month[] = []
  for (let at = fromMs; at < toMs; at = monthRange(monthAt(at)).toMs) months.push(monthAt(at))
  return months
}
