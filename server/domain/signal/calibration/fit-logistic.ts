import { type ProbabilityModel, sigmoid } from './probability-model.ts'
import type { ScoredColumns } from './sample.ts'

/**
 * Fits Platt's logistic curve with the smoothed targets and the damped Newton method of Lin, Lin and Weng ("A note on
 * Platt's probabilistic outputs", Machine Learning 68, 2007). Scores that carry no information, or point the wrong way,
 * give a constant. Requires at least one sample.
 */
export const fitLogistic = ({ scores, wins, weights }: ScoredColumns): ProbabilityModel => {
  const [total, weightOfWins] = addWeights(weights, wins)
  const [won, lost] = [(weightOfWins + 1) / (weightOfWins + 2), 1 / (total - weightOfWins + 2)]
  const centre = addWeighted(weights, scores, (score) => score) / total
  // The mean of equal scores may have a rounding error, which is not a spread.
  const isFlat = scores.every((score) => score === scores[0])
  const spread = isFlat ? 0 : Math.sqrt(addWeighted(weights, scores, (score) => (score - centre) ** 2) / total)
  const [xs, targets] = [new Float64Array(scores.length), new Float64Array(scores.length)]
  for (let index = 0; index < scores.length; index++) {
    xs[index] = spread > 0 ? ((scores[index] ?? 0) - centre) / spread : 0
    targets[index] = wins[index] === 1 ? won : lost
  }
  const { slope, intercept } = leastLoss({ xs, targets, weights })
  if (slope > 0 && spread > 0) return { kind: 'LOGISTIC', slope: slope / spread, centre, intercept }
  return { kind: 'CONSTANT', p: addWeighted(weights, targets, (target) => target) / total }
}

/** Returns the weight of all samples, and of the wins. */
const addWeights = (weights: Float64Array, wins: Uint8Array): readonly [total: number, weightOfWins: number] => {
  let [total, weightOfWins] = [0, 0]
  for (let index = 0; index < weights.length; index++) {
    total += weights[index] ?? 0
    if (wins[index] === 1) weightOfWins += weights[index] ?? 0
  }
  return [total, total * (total > 0 ? weightOfWins / total : 0)]
}

const addWeighted = (weights: Float64Array, values: Float64Array, figure: (value: number) => number): number => {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += (weights[index] ?? 0) * figure(values[index] ?? 0)
  return sum
}

interface Line {
  readonly slope: number
  readonly intercept: number
}

const NEWTON_STEPS_MAX = 50

const HALVINGS_MAX = 30

/** Gradient limit, far below the precision of a probability. */
const FLAT = 1e-10

/** Keeps the Hessian regular when all scores are equal. */
const RIDGE = 1e-12

/** Samples to fit, one per index. */
interface Rows {
  /** Scores, centred and in standard deviations. */
  readonly xs: Float64Array
  readonly targets: Float64Array
  readonly weights: Float64Array
}

const leastLoss = (rows: Rows): Line => {
  let line: Line = { slope: 0, intercept: 0 }
  let curve = computeCurve(rows, line)
  for (let step = 0; step < NEWTON_STEPS_MAX; step++) {
    const full = newtonStep(curve)
    if (full === null) return line
    let next = moved(line, full, 1)
    let nextCurve = computeCurve(rows, next)
    if (!falls(nextCurve, full)) {
      const shortened = shortenStep(rows, line, full)
      if (shortened === null) return line
      next = shortened
      nextCurve = computeCurve(rows, next)
    }
    if (areEqual(next, line)) return line
    line = next
    curve = nextCurve
  }
  return line
}

/** Returns whether the loss still falls in a direction; it is convex, so it has fallen all the way up to there. */
const falls = ({ gradientSlope, gradientIntercept }: Curve, direction: Line): boolean =>
  gradientSlope * direction.slope + gradientIntercept * direction.intercept <= 0

/** Returns the end of the step, halved until the loss does not rise; null when it always does. */
const shortenStep = (rows: Rows, line: Line, full: Line): Line | null => {
  const loss = computeLoss(rows, line)
  let scale = 1
  for (let halving = 0; halving <= HALVINGS_MAX; halving++) {
    const next = moved(line, full, scale)
    if (computeLoss(rows, next) <= loss) return next
    scale /= 2
  }
  return null
}

const areEqual = (one: Line, other: Line): boolean => one.slope === other.slope && one.intercept === other.intercept

const moved = ({ slope, intercept }: Line, by: Line, scale: number): Line => ({
  slope: slope + scale * by.slope,
  intercept: intercept + scale * by.intercept,
})

/** Derivatives of the loss at a line. */
interface Curve {
  readonly gradientSlope: number
  readonly gradientIntercept: number
  readonly curveSlope: number
  readonly curveCross: number
  readonly curveIntercept: number
}

const computeCurve = ({ xs, targets, weights }: Rows, { slope, intercept }: Line): Curve => {
  let [gradientSlope, gradientIntercept] = [0, 0]
  let [curveSlope, curveCross, curveIntercept] = [RIDGE, 0, RIDGE]
  for (let index = 0; index < xs.length; index++) {
    const x = xs[index] ?? 0
    const weight = weights[index] ?? 0
    const p = sigmoid(slope * x + intercept)
    const off = weight * (p - (targets[index] ?? 0))
    const curve = weight * p * (1 - p)
    gradientSlope += off * x
    gradientIntercept += off
    curveSlope += curve * x * x
    curveCross += curve * x
    curveIntercept += curve
  }
  return { gradientSlope, gradientIntercept, curveSlope, curveCross, curveIntercept }
}

/** Returns the step to the minimum of the quadratic approximation; null when the loss is flat. */
const newtonStep = (curve: Curve): Line | null => {
  const { gradientSlope, gradientIntercept, curveSlope, curveCross, curveIntercept } = curve
  if (Math.abs(gradientSlope) < FLAT && Math.abs(gradientIntercept) < FLAT) return null
  const determinant = curveSlope * curveIntercept - curveCross * curveCross
  return {
    slope: -(curveIntercept * gradientSlope - curveCross * gradientIntercept) / determinant,
    intercept: -(curveSlope * gradientIntercept - curveCross * gradientSlope) / determinant,
  }
}

/** Computes the cross entropy without overflow for large numbers. */
const computeLoss = ({ xs, targets, weights }: Rows, { slope, intercept }: Line): number => {
  let sum = 0
  for (let index = 0; index < xs.length; index++) {
    const z = slope * (xs[index] ?? 0) + intercept
    const entropy = Math.max(0, z) - (targets[index] ?? 0) * z + Math.log1p(Math.exp(-Math.abs(z)))
    sum += (weights[index] ?? 0) * entropy
  }
  return sum
}
