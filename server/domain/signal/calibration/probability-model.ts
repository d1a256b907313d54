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
  return interpolate(model.points, countBelow(model.points, score), score)
}

/** Returns a function equal to `probabilityBy` for scores given in ascending order. */
export const probabilitiesBy = (model: ProbabilityModel): ((score: number) => number) => {
  if (model.kind !== 'POINTS') return (score) => probabilityBy(model, score)
  const { points } = model
  let below = 0
  return (score) => {
    while (below < points.length && (points[below]?.score ?? 0) < score) below++
    return interpolate(points, below, score)
  }
}

/** The logistic function. */
export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

const countBelow = (points: readonly CurvePoint[], score: number): number => {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle]?.score ?? 0) < score) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the probability of a score of which the given number of points are below it. */
const interpolate = (points: readonly CurvePoint[], count: number, score: number): number => {
  const above = points[count] ?? points.at(-1)
  const below = points[count - 1] ?? above
  if (!above || !below) return Number.NaN
  if (above.score <= below.score) return above.p
  return below.p + (above.p - below.p) * ((score - below.score) / (above.score - below.score))
}

/**
 * Fits the non-decreasing curve closest to the outcomes in weighted least squares by pooling adjacent violators (Ayer
 * et al., Annals of Mathematical Statistics 26, 1955); linear between its steps. Requires at least one sample, and the
 * samples in order of score.
 */
export const fitIsotonic = (samples: ScoredColumns): ProbabilityModel => ({
  kind: 'POINTS',
  points: toPoints(poolViolators(samples)),
})

/** Ranges of scores with their weight and share of wins, in order of score; there is room for more than there are. */
interface Steps {
  count: number
  readonly fromScores: Float64Array
  readonly toScores: Float64Array
  readonly weights: Float64Array
  readonly ps: Float64Array
}

const createSteps = (length: number): Steps => ({
  count: 0,
  fromScores: new Float64Array(length),
  toScores: new Float64Array(length),
  weights: new Float64Array(length),
  ps: new Float64Array(length),
})

/** Steps of the newest fit, overwritten by the next one. */
let newest = createSteps(0)

/** Adds the outcomes score by score, each pooled with the steps before it until the shares increase. */
const poolViolators = ({ scores, wins, weights: added }: ScoredColumns): Steps => {
  const { length } = scores
  if (newest.ps.length < length) newest = createSteps(2 * length)
  const { fromScores, toScores, weights, ps } = newest
  let count = 0
  for (let index = 0; index < length; ) {
    const score = scores[index] as number
    let [weight, weightOfWins] = [0, 0]
    do {
      const one = added[index] as number
      weight += one
      if (wins[index] === 1) weightOfWins += one
      index++
    } while (index < length && scores[index] === score)
    let p = weightOfWins / weight
    let fromScore = score
    for (; count > 0 && (ps[count - 1] as number) >= p; count--) {
      const before = weights[count - 1] as number
      p = (before * (ps[count - 1] as number) + weight * p) / (before + weight)
      weight += before
      fromScore = fromScores[count - 1] as number
    }
    fromScores[count] = fromScore
    toScores[count] = score
    weights[count] = weight
    ps[count] = p
    count++
  }
  newest.count = count
  return newest
}

const toPoints = ({ count, fromScores, toScores, ps }: Steps): CurvePoint[] => {
  const points: CurvePoint[] = []
  for (let step = 0; step < count; step++) {
    const [from, to, p] = [fromScores[step] as number, toScores[step] as number, ps[step] as number]
    points.push({ score: from, p })
    if (to !== from) points.push({ score: to, p })
  }
  return points
}
