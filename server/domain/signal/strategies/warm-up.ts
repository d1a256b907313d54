/** Warm-up length of recursive averages. */

/** Number of average lengths after which the seed of a recursive average weighs less than a fiftieth. */
const LENGTHS = 4

/** Bars until an exponential or Wilder average of length `n` counts as settled. */
export const settled = (n: number): number => LENGTHS * n
