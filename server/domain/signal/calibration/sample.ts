/** Scored outcomes that a calibration is fitted to, their effective number, and their win rate. */

import type { Instant } from '../../../core/instant.ts'

/** A scored signal and whether it won, for one strategy version in one regime. */
export interface Sample {
  /** Score on the strategy's own scale: higher is more confident. */
  readonly score: number
  readonly won: boolean
  /** Uniqueness of the outcome, greater than 0 and up to 1: its weight among concurrent outcomes. */
  readonly weight: number
  readonly signalAtMs: Instant
  readonly resolvedAtMs: Instant
}

/** Returns the number of independent outcomes to which the samples are equivalent. */
export const effectiveCount = (samples: readonly Pick<Sample, 'weight'>[]): number =>
  samples.reduce((sum, { weight }) => sum + weight, 0)

/** Returns the weighted share of wins; null without samples. */
export const winShare = (samples: readonly Pick<Sample, 'weight' | 'won'>[]): number | null => {
  let [total, wins] = [0, 0]
  for (const { weight, won } of samples) {
    total += weight
    if (won) wins += weight
  }
  return total > 0 ? wins / total : null
}
