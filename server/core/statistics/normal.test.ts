import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalCdf, normalQuantile } from './normal.ts'

const relative = (value: number, expected: number): number => Math.abs(value / expected - 1)

describe('normalCdf', () => {
  it.each([
    [-37, 5.72557122252458e-300],
    [-10, 7.61985302416053e-24],
    [-5, 2.86651571879194e-7],
    [-3, 0.00134989803163009],
    [-1.5, 0.0668072012688581],
    [-1, 0.158655253931457],
    [0, 0.5],
    [0.5, 0.691462461274013],
    [1, 0.841344746068543],
    [1.96, 0.97500210485178],
    [3, 0.99865010196837],
    [6, 0.999999999013412],
  ])('at %f is %d to twelve digits', (z, expected) => {
    expect(relative(normalCdf(z), expected)).toBeLessThan(1e-12)
  })

  it('is 0 and 1 at the ends of the line', () => {
    expect([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY].map(normalCdf)).toEqual([0, 1])
  })
})

describe('normalQuantile', () => {
  it.each([
    [1e-300, -37.0470962993612],
    [1e-10, -6.36134090240406],
    [0.001, -3.09023230616781],
    [0.025, -1.95996398454005],
    [0.1, -1.2815515655446],
    [0.3, -0.524400512708041],
    [0.975, 1.95996398454005],
    [0.999999, 4.7534243088229],
  ])('at %d is %f to twelve digits', (p, expected) => {
    expect(relative(normalQuantile(p), expected)).toBeLessThan(1e-11)
  })

  it('is infinite at 0 and 1', () => {
    expect([0, 0.5, 1].map((p) => normalQuantile(p) + 0)).toEqual([
      Number.NEGATIVE_INFINITY,
      expect.closeTo(0, 15),
      Number.POSITIVE_INFINITY,
    ])
  })

  it('always inverts the distribution', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), (p) => {
        expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 13)
      }),
    )
  })
})
