import type { Instant } from '../../core/instant.ts'
import type { Trade } from '../market/trade.ts'
import { createHourlySeries, type HourlySeries, setHour } from './hourly-series.ts'
import { MICRO_RULES } from './micro-rules.ts'

/**
 * Order-flow toxicity by buckets of equal volume (Easley, López de Prado and O'Hara 2012), with the taker's side the
 * venue gives. Disputed as a forecast (Andersen and Bondarenko), so it never decides alone.
 */
export interface Vpin {
  /** Lots to a bucket; 0 while the average day is not known. */
  bucketLots: number
  bought: number
  sold: number
  /** |bought − sold| over the volume of each of the newest buckets. */
  readonly shares: Float64Array
  buckets: number
  readonly history: HourlySeries
}

export const createVpin = (): Vpin => ({
  bucketLots: 0,
  bought: 0,
  sold: 0,
  shares: new Float64Array(MICRO_RULES.vpinBuckets),
  buckets: 0,
  history: createHourlySeries(),
})

/** Buckets that begin from now on hold this share of a day's volume. */
export const sizeBuckets = (vpin: Vpin, dayLots: number): void => {
  vpin.bucketLots = dayLots / MICRO_RULES.vpinBuckets
}

/** Adds a trade, which may fill several buckets; beyond the number kept they are all equal. */
export const fillBuckets = (vpin: Vpin, { quantity, takerSide, tradedAtMs }: Trade): void => {
  if (vpin.bucketLots <= 0) return
  let left = Math.min(quantity, vpin.bucketLots * (MICRO_RULES.vpinBuckets + 1))
  while (left > 0) {
    const room = Math.max(0, vpin.bucketLots - vpin.bought - vpin.sold)
    const part = Math.min(left, room)
    if (takerSide === 'BUY') vpin.bought += part
    else vpin.sold += part
    left -= part
    if (left === 0 && part < room) return
    closeBucket(vpin, tradedAtMs)
  }
}

/** The mean of fifty buckets; null before there are so many. */
export const computeVpin = ({ shares, buckets }: Vpin): number | null => {
  if (buckets < shares.length) return null
  let sum = 0
  for (const share of shares) sum += share
  return sum / shares.length
}

const closeBucket = (vpin: Vpin, atMs: Instant): void => {
  const volume = vpin.bought + vpin.sold
  vpin.shares[vpin.buckets % vpin.shares.length] = volume === 0 ? 0 : Math.abs(vpin.bought - vpin.sold) / volume
  vpin.buckets++
  vpin.bought = 0
  vpin.sold = 0
  setHour(vpin.history, atMs, computeVpin(vpin) ?? Number.NaN)
}
