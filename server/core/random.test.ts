import { describe, expect, it } from 'vitest'
import { createRandom, hash32 } from './random.ts'

const DRAWS = 20_000

const draws = (seed: number, count: number): number[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, random)
}

/** Nineteen degrees of freedom: an even spread passes this once in ten thousand times. */
const CHI_SQUARE_MAX = 50

const chiSquare = (values: readonly number[]): number => {
  const buckets = new Array<number>(20).fill(0)
  for (const value of values) {
    const bucket = Math.floor(value * buckets.length)
    buckets[bucket] = (buckets[bucket] ?? Number.NaN) + 1
  }
  expect(buckets).toHaveLength(20)
  const expected = values.length / buckets.length
  return buckets.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

describe('createRandom', () => {
  it('gives the same stream for the same seed, and another for another', () => {
    expect(draws(42, 50)).toEqual(draws(42, 50))
    expect(draws(42, 50)).not.toEqual(draws(43, 50))
    expect(draws(2 ** 40 + 42, 50)).not.toEqual(draws(42, 50))
  })

  it('gives the stream of its first version', () => {
    expect(draws(1, 3)).toEqual([0.5409854738973081, 0.7785343441646546, 0.7768809599801898])
  })

  it.each([0, 1, -1, 2 ** 31, 2 ** 53 - 1])('spreads its draws evenly over [0, 1) from seed %d', (seed) => {
    expect(chiSquare(draws(seed, DRAWS))).toBeLessThan(CHI_SQUARE_MAX)
  })

  it('spreads the first draws of neighbouring seeds evenly too', () => {
    const first = Array.from({ length: DRAWS }, (_, seed) => createRandom(seed)())
    expect(chiSquare(first)).toBeLessThan(CHI_SQUARE_MAX)
  })

  it('gives draws that do not predict the next', () => {
    const stream = draws(7, DRAWS)
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
    const products = stream.slice(1).map((draw, index) => (draw - 0.5) * ((stream[index] ?? 0) - 0.5))
    expect(Math.abs(mean(products))).toBeLessThan(0.003)
  })
})

describe('hash32', () => {
  it('is an unsigned 32-bit number that differs with every part and with their order', () => {
    const parts = [[1], [2], [1, 2], [2, 1], [1, 2, 0], [-1], [2 ** 32 + 1], [0], [], [-(2 ** 32) + 1]]
    const hashes = parts.map((list) => hash32(...list))
    expect(hashes.every((hash) => Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32)).toBe(true)
    expect(new Set(hashes).size).toBe(parts.length)
  })

  it('flips about half of its bits when one bit of the input flips', () => {
    let flipped = 0
    for (let bit = 0; bit < 31; bit++) {
      let difference = hash32(12_345) ^ hash32(12_345 ^ (1 << bit))
      for (; difference !== 0; difference &= difference - 1) flipped++
    }
    expect(flipped / 31).toBeGreaterThan(13)
    expect(flipped / 31).toBeLessThan(19)
  })
})
