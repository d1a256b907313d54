import { DAY_MS, SECOND_MS } from '../../../../core/instant.ts'
import { hash32 } from '../../../../core/random.ts'
import { toNormal } from './normal.ts'

/** Seconds between two knots: a power of two, so that halving it ends at one second. */
export const KNOT_SECONDS = 2 ** 18

/** Standard deviation of the knots around zero: a price seldom strays more than a third from its level. */
const STATIONARY_DEVIATION = 0.12

/** Spread of the logarithm of the variance from one stretch to the next: quiet and wild weeks. */
const REGIME_DEVIATION = 0.5

/** An instrument too wild for that deviation strays further, but is not thrown back at every knot. */
const PERSISTENCE_MIN = 0.7

/** Innovations whose weight has decayed below this are left out of the sum. */
const WEIGHT_MIN = 1e-5

/** The skeleton of a path: values at the knots, and how much variance lies between each and the next. */
export interface LongRun {
  valueAt(knot: number): number
  /** Variance of the path between `knot` and `knot + 1`. */
  massAfter(knot: number): number
}

/**
 * A first-order autoregression (the Ornstein-Uhlenbeck process at equal steps: Uhlenbeck and Ornstein 1930) over
 * hash-made normals, summed directly from its moving-average form so that any knot can be had without its predecessors.
 */
export const createLongRun = (key: number, dailyVolatility: number): LongRun => {
  const stepVariance = (dailyVolatility ** 2 * KNOT_SECONDS * SECOND_MS) / DAY_MS
  const persistence = Math.sqrt(Math.max(PERSISTENCE_MIN ** 2, 1 - stepVariance / STATIONARY_DEVIATION ** 2))
  const terms = Math.ceil(Math.log(WEIGHT_MIN) / Math.log(persistence))
  const innovations = hash32(key, 1)
  const regimes = hash32(key, 2)

  const massAfter = (knot: number): number =>
    stepVariance * Math.exp(REGIME_DEVIATION * toNormal(hash32(regimes, knot)) - REGIME_DEVIATION ** 2 / 2)

  return {
    massAfter,
    valueAt(knot) {
      let sum = 0
      for (let age = 0; age < terms; age++) {
        const innovation = Math.sqrt(massAfter(knot - age - 1)) * toNormal(hash32(innovations, knot - age))
        sum += persistence ** age * innovation
      }
      return sum
    },
  }
}
