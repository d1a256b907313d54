import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advanceSketch, createQuantileSketch, estimateQuantile, tally } from './quantile-sketch.ts'

const aSketch = () => createQuantileSketch({ from: 1, octaves: 40, slices: 3, sliceMs: 1_000 })

describe('a quantile sketch', () => {
  it('is within a sixteenth of the true quantile', () => {
    const anySize = fc.oneof(fc.integer({ min: 1, max: 2 ** 33 }), fc.double({ min: 1, max: 1e9, noNaN: true }))
    fc.assert(
      fc.property(fc.array(anySize, { minLength: 1 }), fc.constantFrom(0, 0.01, 0.5, 0.99, 1), (sizes, share) => {
        const sketch = aSketch()
        advanceSketch(sketch, 0)
        for (const size of sizes) tally(sketch, size)
        const exact = sizes.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * sizes.length) - 1)] ?? 0
        const estimate = estimateQuantile(sketch, share)
        expect(estimate?.n).toBe(sizes.length)
        expect(Math.abs((estimate?.value ?? 0) / exact - 1)).toBeLessThanOrEqual(1 / 16)
      }),
    )
  })

  it('drops a slice when its time is over', () => {
    const sketch = aSketch()
    for (const at of [0, 1_000, 2_000, 3_000]) {
      advanceSketch(sketch, at)
      tally(sketch, 8)
    }
    expect(estimateQuantile(sketch, 0.5)?.n).toBe(3)
    advanceSketch(sketch, 9_000)
    expect(estimateQuantile(sketch, 0.5)).toBeUndefined()
  })

  it('counts late values in the current slice', () => {
    const sketch = aSketch()
    advanceSketch(sketch, 5_000)
    advanceSketch(sketch, 1_000)
    tally(sketch, 8)
    expect(estimateQuantile(sketch, 1)?.n).toBe(1)
  })
})
