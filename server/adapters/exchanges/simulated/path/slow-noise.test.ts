import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slowNoise } from './slow-noise.ts'

const PERIOD_MS = 60_000
const anyInstant = fc.integer({ min: 0, max: 2_000_000_000_000 })

describe('slowNoise', () => {
  it('stays within one of zero and moves slowly, at any time', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer(), (at, key) => {
        const noise = slowNoise(key, PERIOD_MS)
        expect(Math.abs(noise(at))).toBeLessThanOrEqual(1)
        expect(Math.abs(noise(at + 1_000) - noise(at))).toBeLessThan((2 * 1.5 * 1_000) / PERIOD_MS + 1e-9)
      }),
    )
  })

  it('returns the same result whatever was computed before', () => {
    fc.assert(
      fc.property(fc.array(anyInstant, { minLength: 1 }), (instants) => {
        const noise = slowNoise(7, PERIOD_MS)
        for (const at of instants) expect(noise(at)).toBe(slowNoise(7, PERIOD_MS)(at))
      }),
    )
  })
})
