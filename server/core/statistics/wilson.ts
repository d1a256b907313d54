import { assert } from '../assert.ts'
import { normalQuantile } from './normal.ts'

/**
 * Returns the Wilson score interval of a share at the given confidence. Counts need not be whole; without trials the
 * interval is [0, 1].
 */
export const wilsonInterval = (
  { successes, trials }: { readonly successes: number; readonly trials: number },
  confidence = CONFIDENCE,
): readonly [low: number, high: number] => {
  assert(successes >= 0 && successes <= trials, 'successes must not exceed trials')
  if (trials === 0) return [0, 1]
  const z = confidence === CONFIDENCE ? Z : normalQuantile((1 + confidence) / 2)
  const share = successes / trials
  const scale = 1 + (z * z) / trials
  const middle = (share + (z * z) / (2 * trials)) / scale
  const reach = (z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials))) / scale
  return [Math.max(0, Math.min(share, middle - reach)), Math.min(1, Math.max(share, middle + reach))]
}

const CONFIDENCE = 0.95

/** Quantile of the usual confidence, computed once. */
const Z = normalQuantile((1 + CONFIDENCE) / 2)
