import { assert } from '../../../core/assert.ts'

/**
 * Detector for outcomes that fall short of their probabilities: Page's one-sided cumulative sum (Biometrika 41, 1954)
 * of `(p − won) / √(p(1 − p))`. Only decay is monitored; a strategy that beats its forecast is harmless. Changed only
 * by `addOutcome`.
 */
export interface Cusum {
  /** Half the shift that is detected fastest, in standard deviations of one outcome. */
  readonly k: number
  /** Alarm threshold of the sum, in standard deviations. */
  readonly h: number
  sum: number
  outcomes: number
  /** Remains true until a new sum is created. */
  alarmed: boolean
}

/**
 * When outcomes match the forecast, an alarm occurs about once in 1,530 outcomes at p = 0.3, 960 at 0.4 and 780 at 0.5;
 * when the win rate is fifteen percentage points below the forecast, after about 65.
 */
export const CUSUM_DEFAULTS = { k: 0.25, h: 8 } as const

export const createCusum = ({ k, h }: Pick<Cusum, 'k' | 'h'> = CUSUM_DEFAULTS): Cusum => ({
  k,
  h,
  sum: 0,
  outcomes: 0,
  alarmed: false,
})

/**
 * Adds an outcome and its forecast probability; returns true once the alarm has triggered. Concurrent outcomes share
 * the weight of a single one, according to their uniqueness.
 */
export const addOutcome = (
  cusum: Cusum,
  { p, won, weight }: { readonly p: number; readonly won: boolean; readonly weight: number },
): boolean => {
  assert(p > 0 && p < 1, 'a forecast probability must lie strictly between 0 and 1')
  const short = (p - (won ? 1 : 0)) / Math.sqrt(p * (1 - p))
  cusum.sum = Math.max(0, cusum.sum + weight * (short - cusum.k))
  cusum.outcomes += 1
  if (cusum.sum > cusum.h) cusum.alarmed = true
  return cusum.alarmed
}
