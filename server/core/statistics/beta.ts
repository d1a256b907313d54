/** Beta distribution: cumulative probability and quantile; also the logarithm of the gamma function. */

import { assert } from '../assert.ts'

/** Returns the probability that a beta variable is at most `x`: the regularised incomplete beta function. */
export const betaCdf = (x: number, shape: BetaShape): number => {
  assert(shape.alpha > 0 && shape.beta > 0, 'the shapes of a beta distribution must be positive')
  if (x <= 0) return 0
  if (x >= 1) return 1
  const { alpha, beta } = shape
  if (x <= (alpha + 1) / (alpha + beta + 2)) return lowerPart(x, shape)
  return 1 - lowerPart(1 - x, { alpha: beta, beta: alpha })
}

/** Shapes of a beta distribution; both above zero. */
export interface BetaShape {
  readonly alpha: number
  readonly beta: number
}

/** Maximum number of steps; the fraction converges in about √max(alpha, beta). */
const FRACTION_STEPS_MAX = 10_000

const QUANTILE_STEPS_MAX = 2_000

/** Replacement for a zero in Lentz's method. */
const TINY = 1e-300

const lowerPart = (x: number, shape: BetaShape): number =>
  (Math.exp(logDensity(x, shape)) * x * (1 - x) * fraction(x, shape)) / shape.alpha

const logDensity = (x: number, { alpha, beta }: BetaShape): number =>
  (alpha - 1) * Math.log(x) + (beta - 1) * Math.log1p(-x) + logGamma(alpha + beta) - logGamma(alpha) - logGamma(beta)

/** Computes the continued fraction of DLMF 8.17.22 by Lentz's method. */
const fraction = (x: number, { alpha, beta }: BetaShape): number => {
  let upper = 1
  let lower = 1 / awayFromZero(1 - ((alpha + beta) * x) / (alpha + 1))
  let value = lower
  for (let m = 1; m <= FRACTION_STEPS_MAX; m++) {
    const even = (m * (beta - m) * x) / ((alpha + 2 * m - 1) * (alpha + 2 * m))
    lower = 1 / awayFromZero(1 + even * lower)
    upper = awayFromZero(1 + even / upper)
    value *= lower * upper
    const odd = (-(alpha + m) * (alpha + beta + m) * x) / ((alpha + 2 * m) * (alpha + 2 * m + 1))
    lower = 1 / awayFromZero(1 + odd * lower)
    upper = awayFromZero(1 + odd / upper)
    const change = lower * upper
    value *= change
    if (Math.abs(change - 1) <= Number.EPSILON) return value
  }
  return value
}

const awayFromZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

/** Returns the quantile `p` of the beta distribution, to about thirteen digits. */
export const betaQuantile = (p: number, shape: BetaShape): number => {
  const { alpha, beta } = shape
  if (newest?.p !== p || newest.alpha !== alpha || newest.beta !== beta) {
    newest = { p, alpha, beta, quantile: computeQuantile(p, shape) }
  }
  return newest.quantile
}

/** Newest quantile, which is often needed again: signals between two calibrations share their evidence. */
let newest: (BetaShape & { readonly p: number; readonly quantile: number }) | undefined

const computeQuantile = (p: number, shape: BetaShape): number => {
  assert(p >= 0 && p <= 1, 'a probability must be from 0 to 1')
  if (p === 0 || p === 1) return p
  let low = 0
  let high = 1
  let x = shape.alpha / (shape.alpha + shape.beta)
  for (let step = 0; step < QUANTILE_STEPS_MAX; step++) {
    const excess = betaCdf(x, shape) - p
    if (excess > 0) high = x
    else low = x
    const newton = x - excess / Math.exp(logDensity(x, shape))
    const next = newton > low && newton < high ? newton : (low + high) / 2
    if (Math.abs(next - x) <= 2 * Number.EPSILON * x) return next
    x = next
  }
  return x
}

const HALF_LOG_2PI = Math.log(2 * Math.PI) / 2

/** Argument from which the series is accurate to the last digit; smaller arguments are shifted up first. */
const SERIES_FROM = 10

/** Coefficients of 1/x, 1/x³, … in Stirling's series: B₂ₙ / (2n(2n−1)). DLMF 5.11.1. */
const COEFFICIENTS = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156]

/** Returns the natural logarithm of the gamma function for `x` > 0. */
export const logGamma = (x: number): number => {
  assert(x > 0, 'the argument of the log-gamma function must be positive')
  let product = 1
  let moved = x
  for (; moved < SERIES_FROM; moved++) product *= moved
  const square = moved * moved
  let series = 0
  for (let index = COEFFICIENTS.length - 1; index >= 0; index--) {
    series = series / square + (COEFFICIENTS[index] as number)
  }
  return (moved - 0.5) * Math.log(moved) - moved + HALF_LOG_2PI + series / moved - Math.log(product)
}
