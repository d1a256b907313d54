/** Random draws for the agents of the simulated market: exponential, Poisson, and heavy-tailed. */

import type { Random } from '../../../../core/random.ts'

/** Draws from the exponential distribution with mean 1. */
export const exponential = (random: Random): number => -Math.log(1 - random())

/** Returns the number of arrivals in a period with this mean (Knuth, TAOCP 2, 3.4.1); for small means. */
export const poisson = (random: Random, mean: number): number => {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count++
  return count
}

const TAIL_EXPONENT = 1.5
const LARGEST = 300
const MEAN =
  ((TAIL_EXPONENT / (TAIL_EXPONENT - 1)) * (1 - LARGEST ** (1 - TAIL_EXPONENT))) / (1 - LARGEST ** -TAIL_EXPONENT)

/**
 * Draws from a heavy-tailed distribution with mean 1: a Pareto distribution with tail exponent 3/2, which trade sizes
 * have (Gabaix, Gopikrishnan, Plerou and Stanley, Nature 423, 2003), truncated at three hundred times the minimum.
 */
export const heavyTailed = (random: Random): number =>
  (1 - random() * (1 - LARGEST ** -TAIL_EXPONENT)) ** (-1 / TAIL_EXPONENT) / MEAN
