import { HOUR_MS, type Instant, MINUTE_MS } from '../../../core/instant.ts'
import { hash32 } from '../../../core/random.ts'
import { slowNoise } from './path/slow-noise.ts'

/** Perpetuals trade a little above their index more often than below it. */
const MEAN = 0.0002
const MOOD = 0.0007
const FLUTTER = 0.0001

/** Returns the distance of the perpetual from its index, as a fraction: slow over hours plus noise over minutes. */
export const createPremium = (key: number): ((at: Instant) => number) => {
  const mood = slowNoise(hash32(key, 1), 16 * HOUR_MS)
  const flutter = slowNoise(hash32(key, 2), 10 * MINUTE_MS)
  return (at) => MEAN + MOOD * mood(at) + FLUTTER * flutter(at)
}
