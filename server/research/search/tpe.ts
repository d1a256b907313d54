import type { Random } from '../../core/random.ts'
import type { Dimension, Point, Space } from './space.ts'

/**
 * Suggests a point by the tree-structured Parzen estimator (Bergstra et al., Algorithms for Hyper-Parameter
 * Optimization, 2011; Watanabe, Tree-Structured Parzen Estimator, 2023), one dimension at a time: among the candidates
 * drawn from the density of the good trials, the one with the highest ratio to the density of the others. `observed` is
 * in trial order. Points in `excluded` are suggested only when all candidates are excluded.
 */
export const suggestTpe = (
  space: Space,
  observed: readonly Observation[],
  isExcluded: (point: Point) => boolean,
  random: Random,
): Point => {
  const { good, others } = split(observed)
  const densities = space.map((dimension, index) => ({
    good: createDensity(
      dimension,
      good.map(({ point }) => point[index] ?? 0),
    ),
    others: createDensity(
      dimension,
      others.map(({ point }) => point[index] ?? 0),
    ),
  }))
  const candidates = Array.from({ length: CANDIDATES }, () => {
    const point = densities.map((density) => density.good.draw(random))
    const score = point.reduce((sum, level, index) => sum + logRatio(densities[index], level), 0)
    return { point, score, excluded: isExcluded(point) }
  })
  const [best] = candidates.toSorted((a, b) => Number(a.excluded) - Number(b.excluded) || b.score - a.score)
  return best?.point ?? []
}

/** A finished trial; a higher value is better. */
export interface Observation {
  readonly point: Point
  readonly value: number
}

/** Number of candidates drawn per suggestion. */
const CANDIDATES = 24
/** Maximum number of trials that count as good. */
const GOOD_MAX = 25
const GOOD_SHARE = 0.1
/** Number of newest trials with full weight; older trials have less. */
const FULL_WEIGHT = 25

interface Density {
  /** Draws a level. */
  draw(random: Random): number
  /** Returns the probability of a level. */
  at(level: number): number
}

const logRatio = (
  densities: { readonly good: Density; readonly others: Density } | undefined,
  level: number,
): number => (densities ? Math.log(densities.good.at(level)) - Math.log(densities.others.at(level)) : 0)

const split = (
  observed: readonly Observation[],
): { readonly good: readonly Observation[]; readonly others: readonly Observation[] } => {
  const count = Math.min(Math.ceil(GOOD_SHARE * observed.length), GOOD_MAX)
  const ranked = observed
    .map((_, index) => index)
    .toSorted((a, b) => valueAt(observed, b) - valueAt(observed, a) || a - b)
  const good = new Set(ranked.slice(0, count))
  return {
    good: observed.filter((_, index) => good.has(index)),
    others: observed.filter((_, index) => !good.has(index)),
  }
}

const valueAt = (observed: readonly Observation[], index: number): number => observed[index]?.value ?? 0

interface Kernel {
  readonly center: number
  readonly deviation: number
  readonly weight: number
}

/** Creates a mixture of normal kernels over the levels of a dimension, with one wide kernel for untried levels. */
const createDensity = ({ count }: Dimension, levels: readonly number[]): Density => {
  const probabilities = new Float64Array(count)
  for (const { center, deviation, weight } of createKernels(count, levels)) {
    const heights = new Float64Array(count)
    let total = 0
    for (let level = 0; level < count; level++) {
      const height = Math.exp(-(((level - center) / deviation) ** 2) / 2)
      heights[level] = height
      total += height
    }
    for (let level = 0; level < count; level++)
      probabilities[level] = (probabilities[level] ?? 0) + ((heights[level] ?? 0) / total) * weight
  }
  const whole = probabilities.reduce((sum, share) => sum + share, 0)
  return {
    draw(random) {
      let rest = random() * whole
      for (const [level, share] of probabilities.entries()) {
        rest -= share
        if (rest < 0) return level
      }
      return count - 1
    },
    at: (level) => (probabilities[level] ?? 0) / whole,
  }
}

/** Creates the kernels: each extends to its farther neighbour, and none is narrower than its share of the range. */
const createKernels = (count: number, levels: readonly number[]): readonly Kernel[] => {
  const kernels = levels.map((center, index) => ({ center, weight: weightAt(index, levels.length) }))
  const sorted = kernels.toSorted((a, b) => a.center - b.center)
  const narrowest = count / Math.min(KERNELS_MAX, levels.length + 1)
  const prior = { center: (count - 1) / 2, deviation: count, weight: 1 }
  return [
    prior,
    ...sorted.map(({ center, weight }, index) => {
      const left = center - (sorted[index - 1]?.center ?? -1)
      const right = (sorted[index + 1]?.center ?? count) - center
      return { center, weight, deviation: Math.max(narrowest, left, right) }
    }),
  ]
}

const KERNELS_MAX = 100

/** Returns the weight of a trial by age: 1 for the newest, rising from 1 ÷ n for older ones. */
const weightAt = (index: number, count: number): number => {
  const old = count - FULL_WEIGHT
  return index >= old ? 1 : 1 / count + (index / Math.max(1, old)) * (1 - 1 / count)
}
