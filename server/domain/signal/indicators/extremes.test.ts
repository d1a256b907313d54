import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bar } from '../bar.ts'
import { donchian } from './donchian.ts'
import { highest } from './highest.ts'
import { lagged } from './lagged.ts'
import { lowest } from './lowest.ts'

const barBetween = (low: number, high: number): Bar => ({
  openMs: 0,
  open: low,
  high,
  low,
  close: high,
  volume: 1,
  takerBuyVolume: null,
})

describe('extremes', () => {
  it('include the current value', () => {
    expect([3, 1, 2, 5].map(highest(2))).toEqual([Number.NaN, 3, 2, 5])
    expect([3, 1, 2, 5].map(lowest(2))).toEqual([Number.NaN, 1, 1, 2])
  })

  it.each([
    ['highest', highest, Math.max, Number.NEGATIVE_INFINITY],
    ['lowest', lowest, Math.min, Number.POSITIVE_INFINITY],
  ] as const)('always are the %s of the full window, whatever passed through it', (_, extremeOf, pick, none) => {
    const anyValue = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-0, Number.NaN), fc.double())
    fc.assert(
      fc.property(fc.array(anyValue, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (xs, n) => {
        const direct = xs.map((_, i) =>
          i + 1 < n ? Number.NaN : xs.slice(i + 1 - n, i + 1).reduce((a, b) => pick(a, b), none),
        )
        expect(xs.map(extremeOf(n))).toEqual(direct)
      }),
    )
  })

  it.each([0, -1, 1.5, Number.NaN])('are never those of %s values', (n) => {
    expect(() => highest(n)).toThrow('Invariant: a window must have at least one value')
  })

  it('of a Donchian channel exclude the current bar, so that it can break out', () => {
    const none = { high: Number.NaN, low: Number.NaN, middle: Number.NaN }
    const bars = [barBetween(1, 3), barBetween(2, 5), barBetween(4, 9), barBetween(8, 9)]
    expect(bars.map(donchian(2))).toEqual([
      none,
      none,
      { high: 5, low: 1, middle: 3 },
      { high: 9, low: 2, middle: 5.5 },
    ])
  })
})

describe('lagged', () => {
  it('returns each value after the given number of steps', () => {
    expect([1, 2, 3, 4].map(lagged(2))).toEqual([Number.NaN, Number.NaN, 1, 2])
  })
})
