/** Hourly values of the last thirty days, and the rank of a value among them. */

import { DAY_MS, HOUR_MS, type Instant } from '../../core/instant.ts'

/** A value for each hour of the last thirty days; the hour that is not over is overwritten until it is. */
export interface HourlySeries {
  readonly values: Float64Array
  /** The hour that each value belongs to. */
  readonly hours: Int32Array
}

/** Rank of a value among the hours before. */
export interface Standing {
  /** The share of them that is not above it; null while there are none. */
  readonly percentile: number | null
  readonly n: number
  readonly baselineDays: number
}

const HOURS = (30 * DAY_MS) / HOUR_MS

export const createHourlySeries = (): HourlySeries => ({
  values: new Float64Array(HOURS),
  hours: new Int32Array(HOURS).fill(-1),
})

export const setHour = ({ values, hours }: HourlySeries, at: Instant, value: number): void => {
  const hour = Math.floor(at / HOUR_MS)
  if (!Number.isFinite(value) || (hours[hour % HOURS] as number) > hour) return
  values[hour % HOURS] = value
  hours[hour % HOURS] = hour
}

/** Compared with the hours that are over at `at`, by `sizeOf` where not the values themselves count. */
export const rankInSeries = (
  series: HourlySeries,
  at: Instant,
  value: number | null,
  magnitude: (value: number) => number = identity,
): Standing => {
  const now = Math.floor(at / HOUR_MS)
  let n = 0
  let below = 0
  for (let index = 0; index < HOURS; index++) {
    const hour = series.hours[index] as number
    if (hour < 0 || hour >= now || hour < now - HOURS) continue
    n++
    if (value !== null && magnitude(series.values[index] as number) <= magnitude(value)) below++
  }
  return { percentile: value === null || n === 0 ? null : below / n, n, baselineDays: (n * HOUR_MS) / DAY_MS }
}

/**
 * Returns the share of the completed hours that lies below the value, plus half of those that equal it, so that a
 * constant value ranks in the middle; null while fewer days than `daysMin` are known.
 */
export const computeMidRank = (
  { values, hours }: HourlySeries,
  at: Instant,
  value: number,
  daysMin: number,
): number | null => {
  const now = Math.floor(at / HOUR_MS)
  let n = 0
  let rank = 0
  for (let index = 0; index < HOURS; index++) {
    const hour = hours[index] as number
    if (hour < 0 || hour >= now || hour < now - HOURS) continue
    const other = values[index] as number
    n++
    if (other < value) rank += 1
    else if (other === value) rank += 0.5
  }
  return n * HOUR_MS < daysMin * DAY_MS ? null : rank / n
}

const identity = (value: number): number => value
