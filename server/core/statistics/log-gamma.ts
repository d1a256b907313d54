import { assert } from '../assert.ts'

const HALF_LOG_2PI = Math.log(2 * Math.PI) / 2

/** Below it the argument is moved up first: the series is good to the last digit from here on. */
const SERIES_FROM = 10

/** Coefficients of 1/x, 1/x³, … in Stirling's series: B₂ₙ / (2n(2n−1)). DLMF 5.11.1. */
const COEFFICIENTS = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156]

/** The natural logarithm of the gamma function of `x` > 0. */
export const logGamma = (x: number): number => {
  assert(x > 0, 'the logarithm of the gamma function is taken of a positive number')
  let product = 1
  let moved = x
  for (; moved < SERIES_FROM; moved++) product *= moved
  const square = moved * moved
  const tail = COEFFICIENTS.reduceRight((sum, coefficient) => sum / square + coefficient, 0) / moved
  return (moved - 0.5) * Math.log(moved) - moved + HALF_LOG_2PI + tail - Math.log(product)
}
