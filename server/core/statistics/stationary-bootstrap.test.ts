import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { computeDigest } from '../digest.ts'
import { createRandom } from '../random.ts'
import { meanBlockLength, meanInterval } from './stationary-bootstrap.ts'

const SEED = computeDigest('trades')
const TRADES = [1.2, -0.6, 1.1, -0.7, -0.65, 2, -0.6, 0.9, -0.55, 1.3]

const runInterval = (values: readonly number[], seed = SEED) => {
  const steps = meanInterval(values, seed)
  let pauses = 0
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { interval: step.value, pauses }
    pauses++
  }
}

describe('the stationary bootstrap of a mean', () => {
  it.each([
    [1, 1],
    [8, 2],
    [9, 3],
    [27, 3],
    [28, 4],
    [1_000, 10],
    [10_000, 22],
  ])('draws a series of %i in blocks of %i on average', (n, length) => {
    expect(meanBlockLength(n)).toBe(length)
  })

  it('returns the same for the same seed, and nearly the same for another', () => {
    const { interval } = runInterval(TRADES)
    expect(runInterval(TRADES).interval).toEqual(interval)
    const other = runInterval(TRADES, computeDigest('other')).interval
    expect(other).not.toEqual(interval)
    for (const side of [0, 1]) expect(Math.abs((other?.[side] ?? 9) - (interval?.[side] ?? 0))).toBeLessThan(0.05)
  })

  it('matches the theory for independent values', () => {
    const random = createRandom(7)
    const values = Array.from({ length: 900 }, () => random() + random() - 1)
    const mean = values.reduce((sum, value) => sum + value, 0) / 900
    const [low = 0, high = 0] = runInterval(values).interval ?? []
    const error = Math.sqrt(1 / 6 / 900)
    expect(low).toBeLessThan(mean)
    expect(high).toBeGreaterThan(mean)
    expect((high - low) / (2 * 1.96 * error)).toBeGreaterThan(0.85)
    expect((high - low) / (2 * 1.96 * error)).toBeLessThan(1.15)
  })

  it('is wider when good and bad values are clustered', () => {
    const runs = Array.from({ length: 400 }, (_, index) => (Math.floor(index / 20) % 2 === 0 ? 1 : -1))
    const mixed = Array.from({ length: 400 }, (_, index) => (hashBit(index) ? 1 : -1))
    const width = (values: readonly number[]) => {
      const [low = 0, high = 0] = runInterval(values).interval ?? []
      return high - low
    }
    expect(width(runs)).toBeGreaterThan(1.5 * width(mixed))
  })

  it('never leaves the range of the sample', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 2, maxLength: 20 }), (values) => {
        const [low, high] = runInterval(values).interval ?? [Number.NaN, Number.NaN]
        expect(low).toBeLessThanOrEqual(high)
        expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
        expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
      }),
      { numRuns: runs(8) },
    )
  })

  it('returns null for fewer than two values', () => {
    expect([runInterval([]).interval, runInterval([1]).interval]).toEqual([null, null])
  })

  it('yields often enough over ten thousand values', () => {
    const random = createRandom(3)
    expect(runInterval(Array.from({ length: 10_000 }, random)).pauses).toBeGreaterThan(30)
  })
})

const random = createRandom(11)
const BITS = Array.from({ length: 400 }, () => random() < 0.5)
const hashBit = (index: number): boolean => BITS[index] ?? false
