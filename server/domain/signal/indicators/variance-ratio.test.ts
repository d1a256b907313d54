import { describe, expect, it } from 'vitest'
import { called } from '../../../../test/support/called.ts'
import { createRandom } from '../../../core/random.ts'
import { varianceRatio, varianceRatioSeries } from './variance-ratio.ts'

const walked = (steps: readonly number[]): number[] => {
  let price = 100
  return [price, ...steps].map((step, i) => {
    if (i > 0) price += step
    return price
  })
}

const last = (closes: readonly number[], q: number): number =>
  varianceRatioSeries(closes, { q, n: closes.length - 1 }).at(-1) ?? Number.NaN

describe('varianceRatio', () => {
  it('matches the formulas of Lo and MacKinlay computed by hand', () => {
    const closes = [100, 101.5, 101, 103.25, 102.5, 104, 103.5, 106, 105.25, 105.5]
    expect(last(closes, 3)).toBeCloseTo(0.3926466460848, 12)
  })

  it('returns 0 when every step is reversed', () => {
    expect(last(walked([1, -1, 1, -1, 1, -1, 1, -1]), 2)).toBe(0)
  })

  it('is above 1 when steps persist in their direction', () => {
    expect(last(walked([1, 1, 1, 1, 1, -1, -1, -1, -1, -1]), 2)).toBeGreaterThan(1.5)
  })

  it.each([1, 2, 3])('is about 1 for a random walk (seed %i)', (seed) => {
    const random = createRandom(seed)
    const closes = walked(Array.from({ length: 5_000 }, () => random() - 0.5))
    expect(Math.abs(last(closes, 4) - 1)).toBeLessThan(0.1)
  })

  it('uses only the last differences', () => {
    const [first, other] = [called(varianceRatio({ q: 2, n: 4 })), called(varianceRatio({ q: 2, n: 4 }))]
    const closes = walked([1, -2, 3, -1])
    const values = closes.map(first)
    expect([...walked([9, 9, 9]), ...closes].map(other).at(-1)).toBe(values.at(-1))
  })
})
