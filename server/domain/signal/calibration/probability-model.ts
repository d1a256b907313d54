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
  const blocks = blocksOfEqual(samples)
  const { fromScores, toScores, weights, ps } = blocks
  let count = 0
  for (let next = 0; next < blocks.count; next++) {
    fromScores[count] = at(fromScores, next)
    toScores[count] = at(toScores, next)
    weights[count] = at(weights, next)
    ps[count] = at(ps, next)
    for (; count > 0 && at(ps, count - 1) >= at(ps, count); count--) {
      const [one, other] = [at(weights, count - 1), at(weights, count)]
      ps[count - 1] = (one * at(ps, count - 1) + other * at(ps, count)) / (one + other)
      weights[count - 1] = one + other
      toScores[count - 1] = at(toScores, count)
    }
    count++
  }
  return { kind: 'POINTS', points: toPoints(blocks, count) }
}

/** Ranges of scores with their weight and share of wins, in order of score. Changed in place while a curve is fitted. */
interface Blocks {
  count: number
  readonly fromScores: Float64Array
  readonly toScores: Float64Array
  readonly weights: Float64Array
  readonly ps: Float64Array
}

const at = (values: Float64Array, index: number): number => values[index] ?? Number.NaN

/** Returns a block for each score. */
const blocksOfEqual = ({ scores, wins, weights: added }: ScoredColumns): Blocks => {
  const create = (): Float64Array => new Float64Array(scores.length)
  const blocks: Blocks = { count: 0, fromScores: create(), toScores: create(), weights: create(), ps: create() }
  const { fromScores, toScores, weights, ps } = blocks
  let weightOfWins = 0
  let block = -1
  for (let index = 0; index < scores.length; index++) {
    const score = at(scores, index)
    if (block < 0 || fromScores[block] !== score) {
      weightOfWins = 0
      block++
      fromScores[block] = score
      toScores[block] = score
    }
    weights[block] = at(weights, block) + at(added, index)
    if (wins[index] === 1) weightOfWins += at(added, index)
    ps[block] = weightOfWins / at(weights, block)
  }
  blocks.count = block + 1
  return blocks
}

const toPoints = ({ fromScores, toScores, ps }: Blocks, count: number): CurvePoint[] => {
  const points: CurvePoint[] = []
  for (let block = 0; block < count; block++) {
    const [from, to, p] = [at(fromScores, block), at(toScores, block), at(ps, block)]
    points.push({ score: from, p })
    if (to !== from) points.push({ score: to, p })
  }
  return points
}
