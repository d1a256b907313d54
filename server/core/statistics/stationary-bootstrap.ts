/** Confidence interval of the mean of a series by the stationary bootstrap. */

import { createRandom, hash32, type Random } from '../random.ts'
import { computeQuantile } from './quantile.ts'

/** Returns the mean block length for a bootstrap of a series of `n` values: ⌈n^(1/3)⌉. */
export const meanBlockLength = (n: number): number => Math.ceil(n ** (1 / 3) - 1e-9)

/** Number of resampled series. */
const RESAMPLES = 5_000

/** Number of blocks drawn between two pauses, which takes a few milliseconds. */
const BLOCKS_A_SLICE = 20_000

const CONFIDENCE = 0.95

/**
 * Estimates the interval of the mean of a series, with 95% confidence by default: the stationary bootstrap of Politis
 * and Romano (1994), blocks of geometric length drawn around the ends, percentile interval of `RESAMPLES` means. The
 * same seed gives the same interval. Yields periodically so that the caller can run other work. Null for fewer than two
 * values.
 */
export function* meanInterval(
  values: readonly number[],
  seed: string,
  confidence = CONFIDENCE,
): Generator<undefined, readonly [low: number, high: number] | null> {
  const n = values.length
  if (n < 2) return null
  const sums = runningSums(values)
  const random = createRandom(parseSeed(seed))
  const means = new Float64Array(RESAMPLES)
  const length = geometric(1 / meanBlockLength(n), random)
  let blocks = 0
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let sum = 0
    for (let left = n; left > 0; blocks++) {
      const from = Math.floor(random() * n)
      const taken = Math.min(length(), left)
      sum += blockSum(sums, from, taken)
      left -= taken
    }
    means[resample] = sum / n
    if (blocks >= BLOCKS_A_SLICE) {
      blocks = 0
      yield
    }
  }
  means.sort()
  return [computeQuantile(means, (1 - confidence) / 2), computeQuantile(means, (1 + confidence) / 2)]
}

/** Returns running sums of the series repeated twice, so that a block may extend beyond its end. */
const runningSums = (values: readonly number[]): Float64Array => {
  const n = values.length
  const sums = new Float64Array(2 * n + 1)
  for (let index = 0; index < 2 * n; index++) sums[index + 1] = (sums[index] ?? 0) + (values[index % n] ?? 0)
  return sums
}

const blockSum = (sums: Float64Array, from: number, count: number): number =>
  (sums[from + count] ?? 0) - (sums[from] ?? 0)

/** Draws geometric lengths, in which each further step has probability 1 − p. */
const geometric = (p: number, random: Random): (() => number) => {
  if (p >= 1) return () => 1
  const scale = 1 / Math.log1p(-p)
  return () => 1 + Math.floor(Math.log1p(-random()) * scale)
}

/** Returns a seed from the first eight bytes of a digest in hexadecimal. */
const parseSeed = (digest: string): number =>
  hash32(Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16))
