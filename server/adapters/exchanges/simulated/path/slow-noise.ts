import type { Instant } from '../../../../core/instant.ts'
import { hash32 } from '../../../../core/random.ts'

/**
 * A smooth number in [-1, 1] that wanders from one hash-made value to the next every `periodMs` (value noise with
 * Perlin's smoothstep between the values); a pure function of key and time.
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
