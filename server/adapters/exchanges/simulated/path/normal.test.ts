import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slowNoise, toNormal } from './normal.ts'

const toHash = (probability: number): number => Math.floor(probability * 0x1_0000_0000)

describe('normalOf', () => {
  it.each([
    [0.5, 0],
    [0.841344746, 1],
    [0.975, 1.959963985],
    [0.999, 3.090232306],
    [0.02, -2.053748911],
    [0.0001, -3.719016485],
  ])('puts probability %f at %f', (probability, expected) => {
    expect(toNormal(toHash(probability))).toBeCloseTo(expected, 5)
  })

  it('is finite and symmetric at the ends of the hash', () => {
    expect(toNormal(0)).toBeCloseTo(-toNormal(0xffff_ffff), 6)
    expect(toNormal(0)).toBeLessThan(-6)
  })

  it('has mean 0 and variance 1 over evenly spread hashes', () => {
    const count = 10_000
    const values = Array.from({ length: count }, (_, index) => toNormal(toHash((index + 0.5) / count)))
    const mean = values.reduce((sum, value) => sum + value, 0) / count
    const variance = values.reduce((sum, value) => sum + value ** 2, 0) / count
    expect(mean).toBeCloseTo(0, 6)
    expect(variance).toBeCloseTo(1, 2)
  })
})

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
