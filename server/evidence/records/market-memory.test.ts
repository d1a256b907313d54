import { describe, expect, it } from 'vitest'
import { addSample, createSamples, durationQuantiles } from './market-memory.ts'

const of = (count: number, size = 1_000) => {
  const samples = createSamples(size)
  for (let value = 1; value <= count; value++) addSample(samples, value)
  return durationQuantiles(samples)
}

describe('sample statistics', () => {
  it.each([
    [0, { p50: null, p99: null, n: 0 }],
    [19, { p50: null, p99: null, n: 19 }],
    [20, { p50: 10, p99: null, n: 20 }],
    [99, { p50: 50, p99: null, n: 99 }],
    [100, { p50: 50, p99: 99, n: 100 }],
  ])('of %i', (count, durations) => {
    expect(of(count)).toEqual(durations)
  })

  it('is that of the newest samples', () => {
    expect(of(300, 200)).toEqual({ p50: 200, p99: 298, n: 200 })
  })
})
