/** Hourly values of the last thirty days, and the rank of a value among them. */

import { DAY_MS, HOUR_MS, type Instant } from '../../core/instant.ts'

/** One value per hour of the last thirty days; the current hour is overwritten until it ends. */
export interface HourlySeries {
  readonly values: Float64Array
  /** Hour of each value. */
  readonly hours: Int32Array
}

/** Rank of a value among the preceding hours. */
export interface Standing {
  /** Share of these hours with a value not above it; null if there are none. */
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

/** Adds to the value of an hour, which starts at zero. */
export const addToHour = (series: HourlySeries, at: Instant, value: number): void => {
  const hour = Math.floor(at / HOUR_MS)
  const before = series.hours[hour % HOURS] === hour ? (series.values[hour % HOURS] as number) : 0
  setHour(series, at, before + value)
}

/** Returns the sum of the values of the last thirty days, the current hour included. */
export const sumHours = ({ values, hours }: HourlySeries, at: Instant): number => {
  const now = Math.floor(at / HOUR_MS)
  let sum = 0
  for (let index = 0; index < HOURS; index++) {
    const hour = hours[index] as number
    if (hour > now - HOURS && hour <= now) sum += values[index] as number
  }
  return sum
}

/** Ranks a value among the hours completed at `at`, by `sizeOf` if the values are not compared directly. */
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
 * Returns the share of the completed hours below the value plus half of the equal ones, so that a constant value ranks
 * in the middle; null while fewer days than `daysMin` are known.
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
