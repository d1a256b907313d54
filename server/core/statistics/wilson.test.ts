import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilsonInterval } from './wilson.ts'

describe('wilsonInterval', () => {
  it.each([
    [18, 30, 0.423204, 0.754094],
    [55, 100, 0.452446, 0.643855],
    [550, 1_000, 0.519033, 0.580585],
    [0, 10, 0, 0.277533],
    [10, 10, 0.722467, 1],
  ])('of %d in %d at 95% is from %f to %f', (successes, trials, low, high) => {
    const interval = wilsonInterval({ successes, trials })
    expect(interval[0]).toBeCloseTo(low, 6)
    expect(interval[1]).toBeCloseTo(high, 6)
  })

  it('returns nothing without trials', () => {
    expect(wilsonInterval({ successes: 0, trials: 0 })).toEqual([0, 1])
  })

  it('always contains the share, inside 0 and 1, and is wider for more confidence', () => {
    const part = fc.integer({ min: 0, max: 1_000 }).map((parts) => parts / 1_000)
    fc.assert(
      fc.property(part, fc.double({ min: 0.1, max: 1e6, noNaN: true }), (share, trials) => {
        const [low, high] = wilsonInterval({ successes: share * trials, trials })
        const [lower, higher] = wilsonInterval({ successes: share * trials, trials }, 0.99)
        const observed = (share * trials) / trials
        expect(lower).toBeGreaterThanOrEqual(0)
        expect(lower).toBeLessThanOrEqual(low)
        expect(low).toBeLessThanOrEqual(observed)
        expect(high).toBeGreaterThanOrEqual(observed)
        expect(higher).toBeGreaterThanOrEqual(high)
        expect(higher).toBeLessThanOrEqual(1)
      }),
    )
  })
})
