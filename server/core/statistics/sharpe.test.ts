import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  annualised,
  computeSharpe,
  computeSortino,
  deflatedSharpe,
  effectiveTrials,
  expectedMaximumSharpe,
  minimumTrackRecord,
  probabilisticSharpe,
} from './sharpe.ts'

/** Daily, half a year, with the fat left tail of returns. */
const DAILY = { ratio: 0.1, n: 180, skewness: -0.5, kurtosis: 6 }

const EQUITY = [100, 102, 101, 105, 103, 99, 104, 110, 108, 112]
const RETURNS = EQUITY.slice(1).map((equity, index) => equity / (EQUITY[index] ?? 1) - 1)

describe('the Sharpe ratio of ten days', () => {
  it('has the published ratio, shape and annualised value', () => {
    const sharpe = computeSharpe(RETURNS)
    expect(sharpe?.ratio).toBeCloseTo(0.3749307956, 10)
    expect(annualised(sharpe?.ratio ?? 0)).toBeCloseTo(7.1630427917, 9)
    expect(sharpe?.skewness).toBeCloseTo(-0.1385850385, 9)
    expect(sharpe?.kurtosis).toBeCloseTo(1.4864118821, 9)
    expect(computeSortino(RETURNS)).toBeCloseTo(15.8059230306, 8)
  })

  it('has the error of its shape', () => {
    const { ratio = 0, skewness = 0, kurtosis = 0, standardError } = computeSharpe(RETURNS) ?? {}
    expect(standardError).toBeCloseTo(Math.sqrt((1 - skewness * ratio + ((kurtosis - 1) / 4) * ratio ** 2) / 8), 12)
  })

  it.each([[[]], [[0.01]], [[0.01, 0.01, 0.01]], [[0, 0, 0]]])('is undefined for %j', (returns) => {
    expect(computeSharpe(returns)).toBeNull()
  })

  it('has no Sortino ratio without losses, and none without returns', () => {
    expect([computeSortino([0.1, 0.2]), computeSortino([])]).toEqual([null, null])
  })
})

describe('the probability that skill is above a benchmark', () => {
  it('matches the published value, and so does the minimum track record length', () => {
    expect(probabilisticSharpe(DAILY)).toBeCloseTo(0.9028498384, 9)
    expect(minimumTrackRecord(DAILY)).toBeCloseTo(288.463992, 5)
  })

  it('has no minimum length when the ratio is not above the benchmark', () => {
    expect(minimumTrackRecord({ ...DAILY, ratio: 0 })).toBeNull()
    expect(minimumTrackRecord(DAILY, 0.1)).toBeNull()
  })

  it('is exactly 95% at the minimum track record length', () => {
    const n = minimumTrackRecord(DAILY) ?? 0
    expect(probabilisticSharpe({ ...DAILY, n })).toBeCloseTo(0.95, 9)
  })

  it('is null for only two returns', () => {
    expect(probabilisticSharpe({ ratio: 2, n: 10, skewness: 1, kurtosis: 1 })).toBeNull()
  })

  it('is a probability, for any returns', () => {
    const anyReturns = fc.array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { minLength: 2, maxLength: 60 })
    fc.assert(
      fc.property(anyReturns, (returns) => {
        const sharpe = computeSharpe(returns)
        if (!sharpe) return
        const probability = probabilisticSharpe(sharpe)
        if (probability === null) return
        expect(probability).toBeGreaterThanOrEqual(0)
        expect(probability).toBeLessThanOrEqual(1)
        if (probability > 0.5) expect(sharpe.ratio).toBeGreaterThan(0)
      }),
    )
  })
})

describe('a ratio selected from many', () => {
  it.each([
    [10, 0.0787299151, 0.6087557918],
    [50, 0.1138151547, 0.4288449939],
    [100, 0.1265301447, 0.365291073],
  ])('of %i is compared with the expected maximum by luck', (count, expected, deflated) => {
    const trials = { count, variance: 0.0025 }
    expect(expectedMaximumSharpe(trials)).toBeCloseTo(expected, 9)
    expect(deflatedSharpe(DAILY, trials)).toBeCloseTo(deflated, 9)
  })

  it.each([
    [100, -3, 10, 0.9003968344],
    [46, -3, 10, 0.9505017069],
    [100, 0, 3, 0.9427705859],
  ])('of %i is deflated as in the example of Bailey and López de Prado', (count, skewness, kurtosis, deflated) => {
    const sharpe = { ratio: 2.5 / Math.sqrt(250), n: 1_250, skewness, kurtosis }
    const trials = { count, variance: 0.5 / 250 }
    expect(deflatedSharpe(sharpe, trials)).toBeCloseTo(deflated, 9)
    if (count === 100) expect(expectedMaximumSharpe(trials)).toBeCloseTo(0.1131720019, 9)
  })

  it('of one is not deflated', () => {
    expect(expectedMaximumSharpe({ count: 1, variance: 9 })).toBe(0)
    expect(deflatedSharpe(DAILY, { count: 1, variance: 9 })).toBe(probabilisticSharpe(DAILY))
  })

  it('is never compared with less than zero, and never with less for more trials', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (count, variance) => {
        const best = expectedMaximumSharpe({ count, variance })
        expect(best).toBeGreaterThanOrEqual(0)
        expect(expectedMaximumSharpe({ count: count + 1, variance })).toBeGreaterThanOrEqual(best)
      }),
    )
  })

  it.each([
    [100, 0, 100],
    [100, 1, 1],
    [100, 0.5454545454, 46],
    [100, -0.5, 100],
    [1, 0.3, 1],
  ])('%i trials with a correlation of %f count as %f', (count, correlation, effective) => {
    expect(effectiveTrials(count, correlation)).toBeCloseTo(effective, 0)
  })
})
