/** Lengths after which a recursive average no longer shows how it was begun: its seed weighs less than a fiftieth. */
const LENGTHS = 4

/** Bars until an exponential or Wilder average of length `n` counts as settled. */
export const settled = (n: number): number => LENGTHS * n
