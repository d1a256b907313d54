import { type Instant, MINUTE_MS } from '../../core/instant.ts'

/** Rolling count, sum and sum of squares of values over the last hour, in one-minute slots. */
export interface Moments {
  readonly stamps: Float64Array
  readonly counts: Float64Array
  readonly sums: Float64Array
  readonly squares: Float64Array
}

export interface MomentsReading {
  readonly n: number
  readonly sum: number
  readonly mean: number
  /** Sample standard deviation; 0 for fewer than two values. */
  readonly deviation: number
}

const MINUTES = 60

export const createMoments = (): Moments => ({
  stamps: new Float64Array(MINUTES).fill(-1),
  counts: new Float64Array(MINUTES),
  sums: new Float64Array(MINUTES),
  squares: new Float64Array(MINUTES),
})

/** Adds `value` once, or `times` times: silence counts as a value too. */
export const addValue = (moments: Moments, at: Instant, value: number, times = 1): void => {
  const minute = Math.floor(at / MINUTE_MS)
  const slot = minute % MINUTES
  if (moments.stamps[slot] !== minute) {
    moments.stamps[slot] = minute
    moments.counts[slot] = 0
    moments.sums[slot] = 0
    moments.squares[slot] = 0
  }
  moments.counts[slot] = (moments.counts[slot] as number) + times
  moments.sums[slot] = (moments.sums[slot] as number) + value * times
  moments.squares[slot] = (moments.squares[slot] as number) + value * value * times
}

export const readMoments = (moments: Moments, at: Instant): MomentsReading => {
  const now = Math.floor(at / MINUTE_MS)
  let n = 0
  let sum = 0
  let squares = 0
  for (let slot = 0; slot < MINUTES; slot++) {
    const minute = moments.stamps[slot] as number
    if (minute < 0 || minute <= now - MINUTES || minute > now) continue
    n += moments.counts[slot] as number
    sum += moments.sums[slot] as number
    squares += moments.squares[slot] as number
  }
  const mean = n === 0 ? 0 : sum / n
  return { n, sum, mean, deviation: n < 2 ? 0 : Math.sqrt(Math.max(0, squares - sum * mean) / (n - 1)) }
}

/**
 * Returns by how many standard deviations `value` is above the mean; null for fewer than `least` values or when all are
 * equal.
 */
export const computeZScore = ({ n, mean, deviation }: MomentsReading, value: number, least: number): number | null =>
  n < least || deviation === 0 ? null : (value - mean) / deviation
