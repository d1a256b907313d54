/** Models that map a score to a win probability, and the isotonic regression that fits one. */

import type { Sample } from './sample.ts'

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

type Scored = Pick<Sample, 'score' | 'won' | 'weight'>

/** Changed in place while the curve is fitted. */
interface Block {
  readonly fromScore: number
  toScore: number
  weight: number
  p: number
}

/**
 * Fits the non-decreasing curve closest to the outcomes in weighted least squares by pooling adjacent violators (Ayer
 * et al., Annals of Mathematical Statistics 26, 1955); linear between its steps. Requires at least one sample.
 */
export const fitIsotonic = (samples: readonly Scored[]): ProbabilityModel => {
  const blocks = blocksOfEqual(samples.toSorted((a, b) => a.score - b.score))
  let count = 0
  for (let next of blocks) {
    for (let last = blocks[count - 1]; last && last.p >= next.p; last = blocks[count - 1]) {
      pool(last, next)
      next = last
      count--
    }
    blocks[count++] = next
  }
  return { kind: 'POINTS', points: blocks.slice(0, count).flatMap(toPoints) }
}

/** Returns a block for each score. */
const blocksOfEqual = (ordered: readonly Scored[]): Block[] => {
  const blocks: Block[] = []
  let block: Block | undefined
  let wins = 0
  for (const { score, weight, won } of ordered) {
    if (block?.fromScore !== score) {
      wins = 0
      block = { fromScore: score, toScore: score, weight: 0, p: 0 }
      blocks.push(block)
    }
    block.weight += weight
    if (won) wins += weight
    block.p = wins / block.weight
  }
  return blocks
}

/** Merges the following block. */
const pool = (block: Block, next: Block): void => {
  const weight = block.weight + next.weight
  block.p = (block.weight * block.p + next.weight * next.p) / weight
  block.weight = weight
  block.toScore = next.toScore
}

const toPoints = ({ fromScore, toScore, p }: Block): CurvePoint[] =>
  fromScore === toScore
    ? [{ score: fromScore, p }]
    : [
        { score: fromScore, p },
        { score: toScore, p },
      ]
