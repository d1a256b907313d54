/** Models that map a score to a win probability, and the isotonic regression that fits one. */

import type { ScoredColumns } from './sample.ts'

/** Mapping from score to probability; plain data, non-decreasing in the score. */
export type ProbabilityModel =
  | { readonly kind: 'CONSTANT'; readonly p: number }
  /** p = 1 / (1 + exp(−(slope · (score − centre) + intercept))). */
  | { readonly kind: 'LOGISTIC'; readonly slope: number; readonly centre: number; readonly intercept: number }
  /** Linear between the points and constant outside them; in order of score. */
  | { readonly kind: 'POINTS'; readonly points: readonly CurvePoint[] }

/** A point of a curve from scores to probabilities. */
export interface CurvePoint {
  readonly score: number
  readonly p: number
}

export const probabilityBy = (model: ProbabilityModel, score: number): number => {
  if (model.kind === 'CONSTANT') return model.p
  if (model.kind === 'LOGISTIC') return sigmoid(model.slope * (score - model.centre) + model.intercept)
  return between(model.points, score)
}

/** The logistic function. */
export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

const between = (points: readonly CurvePoint[], score: number): number => {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle]?.score ?? 0) < score) low = middle + 1
    else high = middle
  }
  const above = points[low] ?? points.at(-1)
  const below = points[low - 1] ?? above
  if (!above || !below) return Number.NaN
  if (above.score <= below.score) return above.p
  return below.p + (above.p - below.p) * ((score - below.score) / (above.score - below.score))
}

/**
 * Fits the non-decreasing curve closest to the outcomes in weighted least squares by pooling adjacent violators (Ayer
 * et al., Annals of Mathematical Statistics 26, 1955); linear between its steps. Requires at least one sample, and the
 * samples in order of score.
 */
export const fitIsotonic = (samples: ScoredColumns): ProbabilityModel => {
  const steps: Steps = { count: 0, fromScores: [], toScores: [], weights: [], ps: [] }
  for (let index = 0; index < samples.scores.length; ) index = addStep(steps, samples, index)
  return { kind: 'POINTS', points: toPoints(steps) }
}

/** Ranges of scores with their weight and share of wins, in order of score. Changed in place while a curve is fitted. */
interface Steps {
  count: number
  readonly fromScores: number[]
  readonly toScores: number[]
  readonly weights: number[]
  readonly ps: number[]
}

/**
 * Adds the outcomes of the score at an index, pooled with the steps before it until the shares increase. Returns the
 * index of the next score.
 */
const addStep = (steps: Steps, { scores, wins, weights: added }: ScoredColumns, index: number): number => {
  const { fromScores, toScores, weights, ps } = steps
  const score = scores[index] ?? Number.NaN
  let next = index
  let [weight, weightOfWins] = [0, 0]
  do {
    const one = added[next] ?? Number.NaN
    weight += one
    if (wins[next] === 1) weightOfWins += one
    next++
  } while (scores[next] === score)
  let p = weightOfWins / weight
  let step = steps.count
  let fromScore = score
  for (; step > 0 && at(ps, step - 1) >= p; step--) {
    const before = at(weights, step - 1)
    p = (before * at(ps, step - 1) + weight * p) / (before + weight)
    weight += before
    fromScore = at(fromScores, step - 1)
  }
  fromScores[step] = fromScore
  toScores[step] = score
  weights[step] = weight
  ps[step] = p
  steps.count = step + 1
  return next
}

const at = (values: readonly number[], index: number): number => values[index] ?? Number.NaN

const toPoints = ({ count, fromScores, toScores, ps }: Steps): CurvePoint[] => {
  const points: CurvePoint[] = []
  for (let step = 0; step < count; step++) {
    const [from, to, p] = [at(fromScores, step), at(toScores, step), at(ps, step)]
    points.push({ score: from, p })
    if (to !== from) points.push({ score: to, p })
  }
  return points
}
