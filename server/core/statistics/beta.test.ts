import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaCdf, betaQuantile } from './beta.ts'

/** Below 1 the density has a pole, near which a double of the axis is too coarse to be compared by. */
const anyShape = fc.record({
  alpha: fc.double({ min: 1, max: 2_000, noNaN: true }),
  beta: fc.double({ min: 1, max: 2_000, noNaN: true }),
})

describe('betaCdf', () => {
  it.each([
    [0.3, 2, 3, 0.3483],
    [0.5, 0.5, 0.5, 0.5],
    [0.01, 0.5, 10, 0.342071824843216],
    [0.45, 54.5, 66.5, 0.498775345047408],
    [0.999, 200, 2, 0.982378595374363],
    [0.52, 1_000, 1_000, 0.96322051672136],
    [0.5, 20_000, 20_100, 0.691244716468464],
    [-1, 2, 3, 0],
    [2, 2, 3, 1],
  ])('at %f of Beta(%f, %f) is %d', (x, alpha, beta, expected) => {
    expect(betaCdf(x, { alpha, beta })).toBeCloseTo(expected, 10)
  })

  it('is the share of a binomial tail for whole shapes', () => {
    // At least two heads of four fair coins: 11 of 16.
    expect(betaCdf(0.5, { alpha: 2, beta: 3 })).toBeCloseTo(11 / 16, 14)
  })

  it('never decreases, and mirrors with its shapes', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(anyShape, unit, unit, ({ alpha, beta }, x, y) => {
        const [low, high] = x < y ? [x, y] : [y, x]
        expect(betaCdf(low, { alpha, beta })).toBeLessThanOrEqual(betaCdf(high, { alpha, beta }) + 1e-12)
        expect(betaCdf(x, { alpha, beta }) + betaCdf(1 - x, { alpha: beta, beta: alpha })).toBeCloseTo(1, 9)
      }),
    )
  })
})

describe('betaQuantile', () => {
  it.each([
    [0.1, 54.5, 66.5, 0.39270609456799],
    [0.1, 0.5, 0.5, 0.0244717418524232],
    [0.9, 0.5, 0.5, 0.975528258147577],
    [0.025, 1, 1, 0.025],
    [0.1, 3.5, 0.5, 0.661036643332864],
    [0.975, 8, 2, 0.971855026522102],
    [0.001, 0.5, 30, 2.63990197845499e-8],
    [0.05, 5_000, 6_000, 0.446741397033034],
  ])('at %f of Beta(%f, %f) is %d', (p, alpha, beta, expected) => {
    expect(Math.abs(betaQuantile(p, { alpha, beta }) / expected - 1)).toBeLessThan(1e-12)
  })

  it('is 0 and 1 at the ends', () => {
    expect([0, 1].map((p) => betaQuantile(p, { alpha: 2, beta: 5 }))).toEqual([0, 1])
  })

  it('always inverts the distribution', () => {
    fc.assert(
      fc.property(anyShape, fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (shape, p) => {
        expect(betaCdf(betaQuantile(p, shape), shape)).toBeCloseTo(p, 9)
      }),
    )
  })
})
