/**
 * Random numbers as pure functions of a key: standard normals from hashes, smooth noise over time, and the derivation
 * of keys.
 */

import type { Instant } from '../../../../core/instant.ts'
import { hash32 } from '../../../../core/random.ts'

/**
 * Returns the standard normal number of an unsigned 32-bit hash: the inverse of the normal distribution by P. J.
 * Acklam's rational approximation (relative error below 1.2e-9).
 */
export const toNormal = (hash: number): number => {
  const probability = (hash + 0.5) / 0x1_0000_0000
  if (probability < TAIL) return lowerTail(probability)
  if (probability > 1 - TAIL) return -lowerTail(1 - probability)
  return centre(probability - 0.5)
}

/** Probability at which the approximation changes from the centre of the distribution to its tails. */
const TAIL = 0.02425

const lowerTail = (probability: number): number => {
  const q = Math.sqrt(-2 * Math.log(probability))
  let above = -7.784894002430293e-3
  above = above * q - 3.223964580411365e-1
  above = above * q - 2.400758277161838
  above = above * q - 2.549732539343734
  above = above * q + 4.374664141464968
  above = above * q + 2.938163982698783
  let below = 7.784695709041462e-3
  below = below * q + 3.224671290700398e-1
  below = below * q + 2.445134137142996
  below = below * q + 3.754408661907416
  return above / (below * q + 1)
}

const centre = (q: number): number => {
  const r = q * q
  let above = -3.969683028665376e1
  above = above * r + 2.209460984245205e2
  above = above * r - 2.759285104469687e2
  above = above * r + 1.38357751867269e2
  above = above * r - 3.066479806614716e1
  above = above * r + 2.506628277459239
  let below = -5.447609879822406e1
  below = below * r + 1.615858368580409e2
  below = below * r - 1.556989798598866e2
  below = below * r + 6.680131188771972e1
  below = below * r - 1.328068155288572e1
  return (above * q) / (below * r + 1)
}

/** Derives a key from a seed and a name, so that a new instrument does not change the paths of the others. */
export const deriveKey = (seed: number, name: string): number =>
  hash32(seed, ...Array.from(name, (letter) => letter.charCodeAt(0)))

/**
 * Creates a function that returns a smooth number in [-1, 1], interpolated between hashed values every `periodMs`
 * (value noise with Perlin's smoothstep): a pure function of key and time.
 */
export const slowNoise = (key: number, periodMs: number): ((at: Instant) => number) => {
  const valueAt = (step: number): number => (hash32(key, step) / 0xffff_ffff) * 2 - 1
  let knownStep = Number.NaN
  let before = 0
  let after = 0
  return (at) => {
    const step = Math.floor(at / periodMs)
    if (step !== knownStep) {
      knownStep = step
      before = valueAt(step)
      after = valueAt(step + 1)
    }
    const x = at / periodMs - step
    return before + (after - before) * x * x * (3 - 2 * x)
  }
}
