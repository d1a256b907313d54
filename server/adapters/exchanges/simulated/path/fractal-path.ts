import { DAY_MS, SECOND_MS } from '../../../../core/instant.ts'
import { hash32 } from '../../../../core/random.ts'
import { toNormal } from './normal.ts'

/** Seconds of the node whose variance counts as the volatility of the moment: about a minute. */
const MOMENT_SECONDS = 64

/** Spread of the logarithm of the ratio in which a node's variance is split: 0 would be plain Brownian motion. */
const SPLIT_DEVIATION = 0.62

/** Path through time without a start: any second can be computed, in any order, with the same result. */
export interface FractalPath {
  /** Returns the value at a whole second since 1970. */
  at(second: number): number
  /** Variance a second in the minute around `second`. */
  varianceRateAt(second: number): number
}

/** A stretch of the dyadic tree: the path's values at both ends and the variance between them. */
interface Node {
  start: number
  length: number
  from: number
  to: number
  mass: number
}

const emptyNode = (length: number): Node => ({ start: Number.NaN, length, from: 0, to: 0, mass: 0 })

const computeDepth = (length: number): number => Math.log2(KNOT_SECONDS / length)

/**
 * Brownian motion in multifractal time (Mandelbrot, Fisher and Calvet, "A Multifractal Model of Asset Returns", Cowles
 * Discussion Paper 1164, 1997): between the knots of the long run each stretch's variance is split between its halves
 * by a hash-made weight (a multiplicative cascade), and its midpoint is drawn from the Brownian bridge in that time
 * (Lévy's midpoint displacement). The midpoint's second names the node, so nothing needs to be remembered; the last
 * visited branch is kept only for speed.
 */
export const createFractalPath = (key: number, dailyVolatility: number): FractalPath => {
  const longRun = createLongRun(key, dailyVolatility)
  const displacements = hash32(key, 3)
  const splits = hash32(key, 4)
  const root = emptyNode(KNOT_SECONDS)
  const branch = [root]
  for (let length = KNOT_SECONDS / 2; length >= 1; length /= 2) branch.push(emptyNode(length))
  const nodeAt = (depth: number): Node => branch[depth] ?? root
  const momentDepth = computeDepth(MOMENT_SECONDS)
  let known = 0

  const enter = (second: number): void => {
    const knot = Math.floor(second / KNOT_SECONDS)
    root.start = knot * KNOT_SECONDS
    root.from = longRun.valueAt(knot)
    root.to = longRun.valueAt(knot + 1)
    root.mass = longRun.massAfter(knot)
  }

  /** Fills `half` with the half of `node` that contains `second`. */
  const split = (node: Node, half: Node, second: number): void => {
    const middle = node.start + half.length
    const share = 1 / (1 + Math.exp(SPLIT_DEVIATION * toNormal(hash32(splits, middle))))
    const deviation = Math.sqrt(node.mass * share * (1 - share))
    const value = node.from + (node.to - node.from) * share + deviation * toNormal(hash32(displacements, middle))
    const left = second < middle
    half.start = left ? node.start : middle
    half.from = left ? node.from : value
    half.to = left ? value : node.to
    half.mass = node.mass * (left ? share : 1 - share)
  }

  const contains = ({ start, length }: Node, second: number): boolean => second >= start && second < start + length

  /** The first node at or below the moment's depth that begins at `second`. */
  const locate = (second: number): Node => {
    while (known > 0 && !contains(nodeAt(known), second)) known--
    if (!contains(root, second)) enter(second)
    while (known < momentDepth || nodeAt(known).start !== second) {
      split(nodeAt(known), nodeAt(known + 1), second)
      known++
    }
    return nodeAt(known)
  }

  return {
    at: (second) => locate(second).from,
    varianceRateAt(second) {
      locate(second)
      return nodeAt(momentDepth).mass / MOMENT_SECONDS
    },
  }
}

/** Seconds between two knots: a power of two, so that halving it ends at one second. */
export const KNOT_SECONDS = 2 ** 18

/** Standard deviation of the knots around zero: a price seldom strays more than a third from its level. */
const STATIONARY_DEVIATION = 0.12

/** Spread of the logarithm of the variance from one stretch to the next: quiet and wild weeks. */
const REGIME_DEVIATION = 0.5

/** An instrument too wild for that deviation strays further, but is not thrown back at every knot. */
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
 * A first-order autoregression (the Ornstein-Uhlenbeck process at equal steps: Uhlenbeck and Ornstein 1930) over
 * hash-made normals, summed directly from its moving-average form so that any knot can be had without its predecessors.
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
