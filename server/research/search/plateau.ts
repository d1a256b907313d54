import { computeMean } from '../../core/statistics/moments.ts'
import { type Point, pointKey, type Space } from './space.ts'

/**
 * Returns the best plateau: the trial whose mean objective with its neighbours, one step away in one dimension, is
 * highest. An isolated peak surrounded by losses is a sign of luck. A neighbour without a value counts as the worst
 * trial; untried neighbours do not count. Null when no trial has a value.
 */
export const findPlateau = <T extends Scored>(space: Space, trials: readonly T[]): T | null => {
  const worst = trials.reduce((lowest, { value }) => Math.min(lowest, value ?? lowest), Number.POSITIVE_INFINITY)
  const byKey = new Map(trials.map((trial) => [pointKey(trial.point), trial.value ?? worst]))
  let best: { readonly trial: T; readonly mean: number } | null = null
  for (const trial of trials) {
    if (trial.value === null) continue
    const around = neighbours(space, trial.point).flatMap((point) => byKey.get(pointKey(point)) ?? [])
    const mean = computeMean([trial.value, ...around]) ?? trial.value
    if (!best || mean > best.mean) best = { trial, mean }
  }
  return best?.trial ?? null
}

/** A trial and its objective; null if the objective is undefined for it. */
export interface Scored {
  readonly point: Point
  readonly value: number | null
}

const neighbours = (space: Space, point: Point): readonly Point[] =>
  space.flatMap(({ count }, dimension) =>
    [-1, 1].flatMap((step) => {
      const level = (point[dimension] ?? 0) + step
      return level < 0 || level >= count ? [] : [point.with(dimension, level)]
    }),
  )
