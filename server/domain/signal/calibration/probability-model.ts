/** A point of a curve from scores to probabilities. */
export interface CurvePoint {
  readonly score: number
  readonly p: number
}

/** From a score to a probability; plain data, and never falling as the score rises. */
export type ProbabilityModel =
  | { readonly kind: 'CONSTANT'; readonly p: number }
  /** p = 1 / (1 + exp(−(slope · (score − centre) + intercept))). */
  | { readonly kind: 'LOGISTIC'; readonly slope: number; readonly centre: number; readonly intercept: number }
  /** Straight between the points, level outside them; in order of score. */
  | { readonly kind: 'POINTS'; readonly points: readonly CurvePoint[] }

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
