/** Scored outcomes that a calibration is fitted to, their effective number, and their win rate. */

import type { Instant } from '../../../core/instant.ts'

/** A scored signal and whether it was right, for one strategy version in one regime. */
export interface Sample {
  /** Score on the strategy's own scale: higher is more confident. */
  readonly score: number
  readonly won: boolean
  /** Uniqueness of the outcome, above 0 up to 1: its weight beside concurrent outcomes. */
  readonly weight: number
  readonly signalAtMs: Instant
  readonly resolvedAtMs: Instant
}

/** The number of independent outcomes the samples amount to. */
export const effectiveCount = (samples: readonly Pick<Sample, 'weight'>[]): number =>
  samples.reduce((sum, { weight }) => sum + weight, 0)

/** The weighted share of wins; null of no samples. */
export const winShare = (samples: readonly Pick<Sample, 'weight' | 'won'>[]): number | null => {
  let [total, wins] = [0, 0]
  for (const { weight, won } of samples) {
    total += weight
    if (won) wins += weight
  }
  return total > 0 ? wins / total : null
}
