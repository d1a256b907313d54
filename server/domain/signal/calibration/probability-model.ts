import type { Sample } from './sample.ts'

/** Mapping from score to probability; plain data, never decreasing in the score. */
export type ProbabilityModel =
  | { readonly kind: 'CONSTANT'; readonly p: number }
  /** p = 1 / (1 + exp(−(slope · (score − centre) + intercept))). */
  | { readonly kind: 'LOGISTIC'; readonly slope: number; readonly centre: number; readonly intercept: number }
  /** Straight between the points, level outside them; in order of score. */
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

interface Block {
  readonly fromScore: number
  readonly toScore: number
  readonly weight: number
  readonly p: number
}

/**
 * The never falling curve nearest to the outcomes in weighted squares, by pooling adjacent violators (Ayer et al.,
 * Annals of Mathematical Statistics 26, 1955); straight between its steps. There must be samples.
 */
export const fitIsotonic = (samples: readonly Scored[]): ProbabilityModel => {
  const ordered = samples.toSorted((a, b) => a.score - b.score)
  const blocks: Block[] = []
  for (let index = 0; index < ordered.length; ) {
    const score = ordered[index]?.score ?? Number.NaN
    let [weight, wins] = [0, 0]
    do {
      const sample = ordered[index++]
      weight += sample?.weight ?? 0
      if (sample?.won) wins += sample.weight
    } while (ordered[index]?.score === score)
    let block: Block = { fromScore: score, toScore: score, weight, p: wins / weight }
    for (let last = blocks.at(-1); last && last.p >= block.p; last = blocks.at(-1)) {
      blocks.pop()
      block = pooled(last, block)
    }
    blocks.push(block)
  }
  return { kind: 'POINTS', points: blocks.flatMap(toPoints) }
}

const pooled = (first: Block, next: Block): Block => {
  const weight = first.weight + next.weight
  return {
    fromScore: first.fromScore,
    toScore: next.toScore,
    weight,
    p: (first.weight * first.p + next.weight * next.p) / weight,
  }
}

const toPoints = ({ fromScore, toScore, p }: Block): CurvePoint[] =>
  fromScore === toScore
    ? [{ score: fromScore, p }]
    : [
        { score: fromScore, p },
        { score: toScore, p },
      ]
