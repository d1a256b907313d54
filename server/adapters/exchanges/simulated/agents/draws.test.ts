import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../core/random.ts'
import { exponential, heavyTailed, poisson } from './draws.ts'

const COUNT = 100_000

const draws = (draw: (random: () => number) => number): number[] => {
  const random = createRandom(1)
  return Array.from({ length: COUNT }, () => draw(random))
}

const computeMean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('draws', () => {
  it('of the exponential have mean and deviation 1', () => {
    const values = draws(exponential)
    expect(computeMean(values)).toBeCloseTo(1, 1)
    expect(computeMean(values.map((value) => (value - 1) ** 2))).toBeCloseTo(1, 1)
  })

  it.each([0, 0.3, 2.5])('of arrivals have mean and variance %f', (mean) => {
    const values = draws((random) => poisson(random, mean))
    expect(computeMean(values)).toBeCloseTo(mean, 1)
    expect(computeMean(values.map((value) => (value - mean) ** 2))).toBeCloseTo(mean, 1)
  })

  it('of sizes have mean 1 and a tail with exponent -3/2', () => {
    const values = draws(heavyTailed)
    expect(computeMean(values)).toBeGreaterThan(0.95)
    expect(computeMean(values)).toBeLessThan(1.05)
    const above = (size: number): number => values.filter((value) => value > size).length
    expect(above(1) / above(4)).toBeGreaterThan(7)
    expect(above(1) / above(4)).toBeLessThan(9.2)
    expect(Math.max(...values.slice(0, 10_000))).toBeLessThan(110)
  })
})
