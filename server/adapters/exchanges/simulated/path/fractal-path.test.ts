import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../../test/support/runs.ts'
import { createFractalPath, KNOT_SECONDS } from './fractal-path.ts'

const VOLATILITY = 0.03
const NOON = 1_795_003_200

describe('createFractalPath', () => {
  it('has the same value at a second whatever was computed before', () => {
    const anySecond = fc.oneof(
      fc.integer({ min: 1_500_000_000, max: 2_100_000_000 }),
      fc.integer({ min: NOON, max: NOON + 600 }),
      fc.integer({ min: 5_700, max: 7_900 }).map((knot) => knot * KNOT_SECONDS),
    )
    fc.assert(
      fc.property(fc.array(anySecond, { minLength: 1, maxLength: 40 }), fc.integer(), (seconds, key) => {
        const walked = createFractalPath(key, VOLATILITY)
        for (const second of seconds) {
          const fresh = createFractalPath(key, VOLATILITY)
          expect(walked.at(second)).toBe(fresh.at(second))
          expect(walked.varianceRateAt(second)).toBe(fresh.varianceRateAt(second))
        }
      }),
      { numRuns: runs(12) },
    )
  })

  it('gives the same values second by second over a knot as for each second alone', () => {
    const walked = createFractalPath(11, VOLATILITY)
    const knot = 6_848 * KNOT_SECONDS
    for (let second = knot - 50; second < knot + 50; second++) {
      expect(walked.at(second)).toBe(createFractalPath(11, VOLATILITY).at(second))
    }
  })

  it('has no seams: a move in a second is never larger than its volatility allows', () => {
    const path = createFractalPath(12, VOLATILITY)
    const knot = 6_848 * KNOT_SECONDS
    for (let second = knot - 3_000; second < knot + 3_000; second++) {
      const deviation = Math.sqrt(path.varianceRateAt(second))
      expect(Math.abs(path.at(second + 1) - path.at(second))).toBeLessThan(40 * deviation)
    }
  })

  it('differs for another key', () => {
    expect(createFractalPath(1, VOLATILITY).at(NOON)).not.toBe(createFractalPath(2, VOLATILITY).at(NOON))
  })
})
