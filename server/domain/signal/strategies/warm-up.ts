/** Warm-up length of recursive averages. */

/** Number of average lengths after which the seed of a recursive average has a weight below one fiftieth. */
const LENGTHS = 4

/** Number of bars until an exponential or Wilder average of length `n` counts as settled. */
export const settled = (n: number): number => LENGTHS * n
