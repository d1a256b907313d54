/** Standard normal distribution: cumulative probability and quantile. */

import { assert } from '../assert.ts'

/**
 * Returns the probability that a standard normal variable is at most `z`; small tails keep their relative precision.
 */
export const normalCdf = (z: number): number => (z > 0 ? 1 - lowerTail(z) : lowerTail(-z))

const ROOT_2PI = Math.sqrt(2 * Math.PI)

/** Argument from which the continued fraction is more accurate than the series. */
const TAIL_FROM = 3

const SERIES_TERMS_MAX = 200

const FRACTION_DEPTH = 120

/**
 * Returns Φ(−x) for `x` ≥ 0: Marsaglia's series (Journal of Statistical Software 11, 2004), or Laplace's fraction in
 * the tail.
 */
const lowerTail = (x: number): number =>
  x < TAIL_FROM ? 0.5 - normalDensity(x) * series(x) : normalDensity(x) / fraction(x)

const normalDensity = (x: number): number => Math.exp((-x * x) / 2) / ROOT_2PI

const series = (x: number): number => {
  let term = x
  let sum = x
  for (let n = 1; n < SERIES_TERMS_MAX && term > sum * Number.EPSILON * 0.01; n++) {
    term *= (x * x) / (2 * n + 1)
    sum += term
  }
  return sum
}

const fraction = (x: number): number => {
  let value = x
  for (let n = FRACTION_DEPTH; n > 0; n--) value = x + n / value
  return value
}

/** Number of Halley steps, which converge cubically from a first estimate correct to three digits. */
const HALLEY_STEPS = 3

/** Returns the quantile `p` of the standard normal distribution; infinite at 0 and 1. */
export const normalQuantile = (p: number): number => {
  assert(p >= 0 && p <= 1, 'a probability must be from 0 to 1')
  if (p === 0) return Number.NEGATIVE_INFINITY
  if (p > 0.5) return -normalQuantile(1 - p)
  let x = estimateQuantile(p)
  for (let step = 0; step < HALLEY_STEPS; step++) {
    const error = (normalCdf(x) - p) / normalDensity(x)
    x -= error / (1 + (x * error) / 2)
  }
  return x
}

/** First estimate for `p` ≤ 0.5: Abramowitz and Stegun 26.2.23. */
const estimateQuantile = (p: number): number => {
  const t = Math.sqrt(-2 * Math.log(p))
  const above = 2.515517 + t * (0.802853 + t * 0.010328)
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  return above / below - t
}
