import { DAY_MS, SECOND_MS } from '../../../../core/instant.ts'
import { hash32, keyedHash } from '../../../../core/random.ts'
import { toNormal } from './normal.ts'

/**
 * Creates a simulated path of log prices: Brownian motion in multifractal time (Mandelbrot, Fisher and Calvet, "A
 * Multifractal Model of Asset Returns", Cowles Discussion Paper 1164, 1997). Between the knots of the long run, the
 * variance of each stretch is split between its halves by a hashed weight (a multiplicative cascade), and its midpoint
 * is drawn from the Brownian bridge in that time (Lévy's midpoint displacement). Hashes depend on the second of the
 * midpoint only, so no state is required; the last visited branch is cached for speed.
 */
export const createFractalPath = (key: number, dailyVolatility: number): FractalPath => {
  const longRun = createLongRun(key, dailyVolatility)
  const drawDisplacement = keyedHash(hash32(key, 3))
  const drawSplit = keyedHash(hash32(key, 4))
  const branch = createBranch()
  const { starts, froms, tos, masses, middles, shares } = branch
  const momentDepth = Math.log2(KNOT_SECONDS / MOMENT_SECONDS)
  let known = 0

  const enter = (second: number): void => {
    const knot = Math.floor(second / KNOT_SECONDS)
    starts[0] = knot * KNOT_SECONDS
    froms[0] = longRun.valueAt(knot)
    tos[0] = longRun.valueAt(knot + 1)
    masses[0] = longRun.massAfter(knot)
    shares[0] = Number.NaN
  }

  const split = (depth: number, middle: number): void => {
    const [from, to, mass] = [froms[depth] as number, tos[depth] as number, masses[depth] as number]
    const share = 1 / (1 + Math.exp(SPLIT_DEVIATION * toNormal(drawSplit(middle))))
    const deviation = Math.sqrt(mass * share * (1 - share))
    middles[depth] = from + (to - from) * share + deviation * toNormal(drawDisplacement(middle))
    shares[depth] = share
  }

  /** Fills the node below `depth` with the half that contains `second`. */
  const descend = (depth: number, second: number): void => {
    const start = starts[depth] as number
    const middle = start + lengthAt(depth + 1)
    if (Number.isNaN(shares[depth])) split(depth, middle)
    const isLeft = second < middle
    const share = shares[depth] as number
    starts[depth + 1] = isLeft ? start : middle
    froms[depth + 1] = (isLeft ? froms[depth] : middles[depth]) as number
    tos[depth + 1] = (isLeft ? middles[depth] : tos[depth]) as number
    masses[depth + 1] = (masses[depth] as number) * (isLeft ? share : 1 - share)
    shares[depth + 1] = Number.NaN
  }

  const contains = (depth: number, second: number): boolean => {
    const start = starts[depth] as number
    return second >= start && second < start + lengthAt(depth)
  }

  /** Returns the depth of the first node at or below the moment's depth that begins at `second`. */
  const locate = (second: number): number => {
    while (known > 0 && !contains(known, second)) known--
    if (known === 0 && !contains(0, second)) enter(second)
    while (known < momentDepth || starts[known] !== second) descend(known++, second)
    return known
  }

  return {
    at: (second) => froms[locate(second)] as number,
    varianceRateAt(second) {
      locate(second)
      return (masses[momentDepth] as number) / MOMENT_SECONDS
    },
  }
}

/** Length in seconds of the node whose variance counts as the current volatility: about a minute. */
const MOMENT_SECONDS = 64

/** Standard deviation of the log ratio in which a node's variance is split: 0 would be plain Brownian motion. */
const SPLIT_DEVIATION = 0.62

/** Path through time without a start: any second can be computed, in any order, with the same result. */
export interface FractalPath {
  /** Returns the value at a whole second since 1970. */
  at(second: number): number
  /** Returns the variance per second in the minute around `second`. */
  varianceRateAt(second: number): number
}

const lengthAt = (depth: number): number => KNOT_SECONDS >> depth

/**
 * Creates a branch of the dyadic tree, from the stretch between two knots down to a second: the path's values at both
 * ends of each stretch and the variance between them. Where a stretch was split, also the value in its middle and the
 * share of the variance before that; until then the share is not a number.
 */
const createBranch = () => {
  const column = (): Float64Array => new Float64Array(Math.log2(KNOT_SECONDS) + 1).fill(Number.NaN)
  return { starts: column(), froms: column(), tos: column(), masses: column(), middles: column(), shares: column() }
}

/** Seconds between two knots: a power of two, so that halving it ends at one second. */
export const KNOT_SECONDS = 2 ** 18

/** Standard deviation of the knots around zero: a price seldom strays more than a third from its level. */
const STATIONARY_DEVIATION = 0.12

/** Standard deviation of the log variance between stretches: quiet and volatile weeks. */
const REGIME_DEVIATION = 0.5

/** Minimum persistence: a very volatile instrument deviates further, instead of being pulled back at every knot. */
const PERSISTENCE_MIN = 0.7

/** Innovations with a weight below this are omitted from the sum. */
const WEIGHT_MIN = 1e-5

/** Skeleton of a path: values at the knots, and the variance between each and the next. */
interface LongRun {
  valueAt(knot: number): number
  /** Variance of the path between `knot` and `knot + 1`. */
  massAfter(knot: number): number
}

/**
 * Creates the skeleton: a first-order autoregression (the Ornstein-Uhlenbeck process at equal steps: Uhlenbeck and
 * Ornstein 1930) over hashed normal numbers, summed directly from its moving-average form so that any knot can be
 * computed without its predecessors.
 */
const createLongRun = (key: number, dailyVolatility: number): LongRun => {
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
