import { type ProbabilityModel, sigmoid } from './probability-model.ts'
import { effectiveCount, type Sample, winShare } from './sample.ts'

const NEWTON_STEPS_MAX = 50

const HALVINGS_MAX = 30

/** Limit of the gradient, far below what a probability shows. */
const FLAT = 1e-10

/** Keeps the Hessian regular where all scores are alike. */
const RIDGE = 1e-12

type Scored = Pick<Sample, 'score' | 'won' | 'weight'>

interface Row {
  /** The score, centred and in standard deviations. */
  readonly x: number
  readonly target: number
  readonly weight: number
}

interface Line {
  readonly slope: number
  readonly intercept: number
}

/**
 * Fits Platt's logistic curve with the smoothed targets and the damped Newton method of Lin, Lin and Weng ("A note on
 * Platt's probabilistic outputs", Machine Learning 68, 2007). Scores that carry no information, or point the wrong way,
 * give a constant. There must be samples.
 */
export const fitLogistic = (samples: readonly Scored[]): ProbabilityModel => {
  const total = effectiveCount(samples)
  const wins = total * (winShare(samples) ?? 0)
  const [won, lost] = [(wins + 1) / (wins + 2), 1 / (total - wins + 2)]
  const centre = samples.reduce((sum, { score, weight }) => sum + weight * score, 0) / total
  // The mean of equal scores may be off by a rounding, which is no spread.
  const isFlat = samples.every(({ score }) => score === samples[0]?.score)
  const variance = samples.reduce((sum, { score, weight }) => sum + weight * (score - centre) ** 2, 0) / total
  const spread = isFlat ? 0 : Math.sqrt(variance)
  const rows = samples.map((sample): Row => {
    const x = spread > 0 ? (sample.score - centre) / spread : 0
    return { x, target: sample.won ? won : lost, weight: sample.weight }
  })
  const { slope, intercept } = leastLoss(rows)
  if (slope > 0 && spread > 0) return { kind: 'LOGISTIC', slope: slope / spread, centre, intercept }
  const mean = rows.reduce((sum, { target, weight }) => sum + weight * target, 0) / total
  return { kind: 'CONSTANT', p: mean }
}

const leastLoss = (rows: readonly Row[]): Line => {
  let line: Line = { slope: 0, intercept: 0 }
  let loss = computeLoss(rows, line)
  for (let step = 0; step < NEWTON_STEPS_MAX; step++) {
    const full = newtonStep(rows, line)
    if (full === null) return line
    let scale = 1
    let next = moved(line, full, scale)
    for (let halving = 0; halving < HALVINGS_MAX && computeLoss(rows, next) > loss; halving++) {
      scale /= 2
      next = moved(line, full, scale)
    }
    const nextLoss = computeLoss(rows, next)
    if (nextLoss > loss) return line
    line = next
    loss = nextLoss
  }
  return line
}

const moved = ({ slope, intercept }: Line, by: Line, scale: number): Line => ({
  slope: slope + scale * by.slope,
  intercept: intercept + scale * by.intercept,
})

/** Returns null when the loss is flat. */
const newtonStep = (rows: readonly Row[], { slope, intercept }: Line): Line | null => {
  let [gradientSlope, gradientIntercept] = [0, 0]
  let [curveSlope, curveCross, curveIntercept] = [RIDGE, 0, RIDGE]
  for (const { x, target, weight } of rows) {
    const p = sigmoid(slope * x + intercept)
    const off = weight * (p - target)
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

/** Cross entropy, written so that no large number overflows. */
const computeLoss = (rows: readonly Row[], { slope, intercept }: Line): number =>
  rows.reduce((sum, { x, target, weight }) => {
    const z = slope * x + intercept
    return sum + weight * (Math.max(0, z) - target * z + Math.log1p(Math.exp(-Math.abs(z))))
  }, 0)
