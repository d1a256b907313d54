import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../core/instant.ts'
import { createRegimes, type PathRegime, REGIME_MS, REGIME_SHARES } from './regimes.ts'

const VOLATILITY = 0.03
const NOON_MS = 1_795_003_200_000
const anyInstant = fc.integer({ min: 0, max: 2_000_000_000_000 })

const periods = (count: number) => Array.from({ length: count }, (_, index) => NOON_MS + index * REGIME_MS)

/** Correlation of the changes over `stepMs` with those before, over all whole regimes of a kind. */
const persistenceIn = (regime: PathRegime, stepMs: number): number => {
  let [product, square] = [0, 0]
  for (const key of [1, 2, 3]) {
    const { regimeAt, offsetAt } = createRegimes(key, VOLATILITY)
    for (const fromMs of periods(200).filter((at) => regimeAt(at) === regime && regimeAt(at - 1) === regime)) {
      for (let at = fromMs + stepMs; at < fromMs + REGIME_MS - stepMs; at += stepMs) {
        const change = offsetAt(at + stepMs) - offsetAt(at)
        product += change * (offsetAt(at) - offsetAt(at - stepMs))
        square += change ** 2
      }
    }
  }
  return square === 0 ? 0 : product / square
}

describe('createRegimes', () => {
  it('returns the same offset at an instant whatever was computed before', () => {
    fc.assert(
      fc.property(fc.array(anyInstant, { minLength: 1 }), fc.integer(), (instants, key) => {
        const walked = createRegimes(key, VOLATILITY)
        for (const at of instants) expect(walked.offsetAt(at)).toBe(createRegimes(key, VOLATILITY).offsetAt(at))
      }),
    )
  })

  it('has no jumps, even between two regimes', () => {
    const { offsetAt } = createRegimes(7, VOLATILITY)
    let largest = 0
    for (let at = NOON_MS; at < NOON_MS + DAY_MS; at += SECOND_MS) {
      largest = Math.max(largest, Math.abs(offsetAt(at + SECOND_MS) - offsetAt(at)))
    }
    expect(largest).toBeLessThan(VOLATILITY * 0.003)
  })

  it('gives every regime its share of the time', () => {
    const { regimeAt } = createRegimes(5, VOLATILITY)
    const drawn = periods(20_000).map(regimeAt)
    const computeShare = (regime: PathRegime) => drawn.filter((one) => one === regime).length / drawn.length
    expect(computeShare('TRENDING')).toBeCloseTo(REGIME_SHARES.TRENDING, 1)
    expect(computeShare('REVERTING')).toBeCloseTo(REGIME_SHARES.REVERTING, 1)
  })

  it('continues over five minutes while trending, reverses while reverting, and adds nothing to noise', () => {
    expect(persistenceIn('TRENDING', 5 * MINUTE_MS)).toBeGreaterThan(0.5)
    expect(persistenceIn('REVERTING', 5 * MINUTE_MS)).toBeLessThan(-0.3)
    expect(persistenceIn('NOISE', 5 * MINUTE_MS)).toBe(0)
  })
})
