/** Samplers of a parameter search (grid, Sobol, random, TPE), which suggest the point of each trial. */

import { createRandom, hash32, type Random } from '../../core/random.ts'
import { createSobol } from './sobol.ts'
import { countPoints, type Point, pointKey, type Space } from './space.ts'
import { type Observation, suggestTpe } from './tpe.ts'

/**
 * Suggests points. The suggestion for a trial depends only on its number, the seed and the finished trials, so that a
 * search has the same trials however many run concurrently.
 */
export interface Sampler {
  /**
   * Returns the point of a trial; null when every point has been tried. `finished` are the trials of earlier rounds,
   * in their order; `pending` are the points of this round so far.
   */
  suggest(trial: number, finished: readonly Observation[], pending: readonly Point[]): Point | null
}

export const SAMPLERS = ['grid', 'sobol', 'random', 'tpe'] as const

export type SamplerName = (typeof SAMPLERS)[number]

/** Number of trials from the low-discrepancy sequence before the first estimate. */
const STARTING_TRIALS = 10

/** Number of attempts to draw an untried point before the space is searched for one. */
const ATTEMPTS = 50

export const createSampler = (name: SamplerName, space: Space, seed: number): Sampler => {
  const size = countPoints(space)
  if (name === 'grid') return { suggest: (trial) => (trial < size ? pointAt(space, trial) : null) }
  const sobol = createSobol(space.map((_, dimension) => hash32(seed, dimension)))
  const drawPoint = (random: Random): Point => space.map(({ count }) => Math.floor(random() * count))
  const firstGuess = (trial: number, random: Random): Point =>
    name === 'random'
      ? drawPoint(random)
      : sobol(trial).map((share, index) => Math.floor(share * (space[index]?.count ?? 1)))
  return {
    suggest(trial, finished, pending) {
      const tried = new Set([...finished.map(({ point }) => point), ...pending].map(pointKey))
      if (tried.size >= size) return null
      const isTried = (point: Point): boolean => tried.has(pointKey(point))
      const random = createRandom(hash32(seed, trial, size))
      const isEstimated = name === 'tpe' && finished.length >= STARTING_TRIALS
      const first = isEstimated
        ? suggestTpe(space, [...finished, ...assumeWorst(finished, pending)], isTried, random)
        : firstGuess(trial, random)
      return isTried(first) ? findUntried(space, isTried, () => drawPoint(random)) : first
    },
  }
}

/**
 * Treats running trials as the worst so far, so that the points of a round spread out (constant liar; Ginsbourger et
 * al. 2010).
 */
const assumeWorst = (finished: readonly Observation[], pending: readonly Point[]): readonly Observation[] => {
  const worst = finished.reduce((lowest, { value }) => Math.min(lowest, value), Number.POSITIVE_INFINITY)
  return pending.map((point) => ({ point, value: worst }))
}

const findUntried = (space: Space, isTried: (point: Point) => boolean, draw: () => Point): Point | null => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const point = draw()
    if (!isTried(point)) return point
  }
  for (let index = 0; index < countPoints(space); index++) {
    const point = pointAt(space, index)
    if (!isTried(point)) return point
  }
  return null
}

/** Returns the point with this number, with the last dimension varying fastest. */
const pointAt = (space: Space, index: number): Point => {
  const point: number[] = []
  let rest = index
  for (const { count } of space.toReversed()) {
    point.unshift(rest % count)
    rest = Math.floor(rest / count)
  }
  return point
}
