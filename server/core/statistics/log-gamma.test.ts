import { describe, expect, it } from 'vitest'
import { logGamma } from './beta.ts'

describe('logGamma', () => {
  it.each([
    [0.5, 0.5723649429247],
    [1, 0],
    [1.5, -0.120782237635245],
    [3.7, 1.42807232666539],
    [10, 12.8018274800815],
    [54.5, 162.323305458171],
    [100_000, 1_051_287.7089736569],
  ])('of %d is %d', (x, expected) => {
    expect(Math.abs(logGamma(x) - expected)).toBeLessThan(1e-14 * Math.max(1, expected))
  })

  it('grows by the logarithm of its argument', () => {
    for (let x = 0.25; x < 40; x += 0.25) expect(logGamma(x + 1) - logGamma(x)).toBeCloseTo(Math.log(x), 12)
  })
})
