import { describe, expect, it } from 'vitest'
import { computeCorrelation, computeMean, computeMoments, sampleVariance, tailMean } from './moments.ts'
import { computeQuantile } from './quantile.ts'

describe('sample moments', () => {
  it('have the deviation of the sample and the shape of the population', () => {
    expect(computeMoments([1, 2, 3, 4])).toEqual({
      n: 4,
      mean: 2.5,
      deviation: Math.sqrt(5 / 3),
      skewness: 0,
      kurtosis: expect.closeTo(1.64, 10),
    })
  })

  it('have no shape for a constant series', () => {
    expect([computeMoments([]), computeMoments([3]), computeMoments([0.1, 0.1, 0.1])]).toEqual([null, null, null])
  })

  it('need one value for a mean, and two for a variance', () => {
    expect([computeMean([]), computeMean([4]), sampleVariance([4]), sampleVariance([1, 3])]).toEqual([null, 4, null, 2])
  })
})

describe('two series', () => {
  it.each([
    [[1, 2, 3], [2, 4, 6], 1],
    [[1, 2, 3], [3, 2, 1], -1],
    [[1, -1, 1, -1], [1, 1, -1, -1], 0],
    [[1, 2], [5, 5], null],
    [[], [], null],
  ])('%j and %j have a correlation of %s', (a, b, expected) => {
    const actual = computeCorrelation(a, b)
    if (expected === null) expect(actual).toBeNull()
    else expect(actual).toBeCloseTo(expected, 12)
  })
})

describe('the expected shortfall', () => {
  it('covers a twentieth of the values, and at least one', () => {
    expect([tailMean([]), tailMean([3, -1]), tailMean(Array.from({ length: 40 }, (_, index) => index))]).toEqual([
      null,
      -1,
      0.5,
    ])
  })

  it('interpolates between two values in proportion', () => {
    expect([0, 0.25, 0.5, 1].map((share) => computeQuantile([1, 2, 3], share))).toEqual([1, 1.5, 2, 3])
    expect(computeQuantile([5], 0.3)).toBe(5)
  })
})
