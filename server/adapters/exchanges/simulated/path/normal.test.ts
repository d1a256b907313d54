import { describe, expect, it } from 'vitest'
import { toNormal } from './normal.ts'

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
