import { type ProbabilityModel, sigmoid } from './probability-model.ts'
import { effectiveCount, type Sample, winShare } from './sample.ts'

/**
 * Fits Platt's logistic curve with the smoothed targets and the damped Newton method of Lin, Lin and Weng ("A note on
 * Platt's probabilistic outputs", Machine Learning 68, 2007). Scores that carry no information, or point the wrong way,
 * give a constant. Requires at least one sample.
 */
export const fitLogistic = (samples: readonly Scored[]): ProbabilityModel => {
  const total = effectiveCount(samples)
  const wins = total * (winShare(samples) ?? 0)
  const [won, lost] = [(wins + 1) / (wins + 2), 1 / (total - wins + 2)]
  const centre = samples.reduce((sum, { score, weight }) => sum + weight * score, 0) / total
  // The mean of equal scores may have a rounding error, which is not a spread.
  const isFlat = samples.every(({ score }) => score === samples[0]?.score)
  const variance = samples.reduce((sum, { score, weight }) => sum + weight * (score - centre) ** 2, 0) / total
  const spread = isFlat ? 0 : Math.sqrt(variance)
  const rows: Rows = {
    xs: Float64Array.from(samples, ({ score }) => (spread > 0 ? (score - centre) / spread : 0)),
    targets: Float64Array.from(samples, (sample) => (sample.won ? won : lost)),
    weights: Float64Array.from(samples, ({ weight }) => weight),
    decays: new Float64Array(samples.length),
  }
  const { slope, intercept } = leastLoss(rows)
  if (slope > 0 && spread > 0) return { kind: 'LOGISTIC', slope: slope / spread, centre, intercept }
  const mean = samples.reduce((sum, sample) => sum + sample.weight * (sample.won ? won : lost), 0) / total
  return { kind: 'CONSTANT', p: mean }
}

type Scored = Pick<Sample, 'score' | 'won' | 'weight'>

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
  /** e^−|z| for the line whose loss was computed last. Changed in place. */
  readonly decays: Float64Array
}

const leastLoss = (rows: Rows): Line => {
  let line: Line = { slope: 0, intercept: 0 }
  let loss = computeLoss(rows, line)
  for (let step = 0; step < NEWTON_STEPS_MAX; step++) {
    const full = newtonStep(rows, line)
    if (full === null) return line
    let scale = 1
    let next = moved(line, full, scale)
    let nextLoss = computeLoss(rows, next)
    for (let halving = 0; halving < HALVINGS_MAX && nextLoss > loss; halving++) {
      scale /= 2
      next = moved(line, full, scale)
      nextLoss = computeLoss(rows, next)
    }
    if (nextLoss > loss || areEqual(next, line)) return line
    line = next
    loss = nextLoss
  }
  return line
}

const areEqual = (one: Line, other: Line): boolean => one.slope === other.slope && one.intercept === other.intercept

const moved = ({ slope, intercept }: Line, by: Line, scale: number): Line => ({
  slope: slope + scale * by.slope,
  intercept: intercept + scale * by.intercept,
})

/** Takes a step from the line whose loss was computed last; returns null when the loss is flat. */
const newtonStep = ({ xs, targets, weights, decays }: Rows, { slope, intercept }: Line): Line | null => {
  let [gradientSlope, gradientIntercept] = [0, 0]
  let [curveSlope, curveCross, curveIntercept] = [RIDGE, 0, RIDGE]
  for (let index = 0; index < xs.length; index++) {
    const x = xs[index] ?? 0
    const weight = weights[index] ?? 0
    const z = slope * x + intercept
    const p = z >= 0 ? 1 / (1 + (decays[index] ?? 0)) : sigmoid(z)
    const off = weight * (p - (targets[index] ?? 0))
    const curve = weight * p * (1 - p)
    gradientSlope += off * x
    gradientIntercept += off
    curveSlope += curve * x * x
    curveCross += curve * x
    curveIntercept += curve
  }
  if (Math.abs(gradientSlope) < FLAT && Math.abs(gradientIntercept) < FLAT) return null
  const determinant = curveSlope * curveIntercept - curveCross * curveCross
  return {
    slope: -(curveIntercept * gradientSlope - curveCross * gradientIntercept) / determinant,
    intercept: -(curveSlope * gradientIntercept - curveCross * gradientSlope) / determinant,
  }
}

/** Computes the cross entropy without overflow for large numbers. */
const computeLoss = ({ xs, targets, weights, decays }: Rows, { slope, intercept }: Line): number => {
  let sum = 0
  for (let index = 0; index < xs.length; index++) {
    const z = slope * (xs[index] ?? 0) + intercept
    const decay = Math.exp(-Math.abs(z))
    decays[index] = decay
    const entropy = Math.max(0, z) - (targets[index] ?? 0) * z + Math.log1p(decay)
    sum += (weights[index] ?? 0) * entropy
  }
  return sum
}
