import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CostFigures, computeCost } from './compute-cost.ts'

/** A spread cost of half a basis point: a quarter of one, crossed twice. */
const figures = (changes: Partial<CostFigures> = {}): CostFigures => ({
  feeIn: 0.00055,
  feeOut: 0.00055,
  spreadIn: 0.00005,
  spreadOut: 0.00005,
  takerExit: true,
  bookWalk: 0,
  notional: 5_000,
  dayVolume: 2e9,
  dayVolatility: 0.025,
  impactFactor: 1,
  funding: 0.0001,
  adverse: 0,
  ...changes,
})

describe('costOf', () => {
  it('adds fees, spread, impact and funding', () => {
    const { total, bps } = computeCost(figures())
    expect(bps).toEqual({
      fees: expect.closeTo(11, 9),
      spread: expect.closeTo(0.5, 9),
      impact: expect.closeTo(0.3952847, 7),
      funding: expect.closeTo(1, 9),
      adverse: 0,
      total: expect.closeTo(12.8952847, 7),
    })
    expect(total * 1e4).toBeCloseTo(bps.total, 12)
  })

  it.each<[string, Partial<CostFigures>, object]>([
    ['the impact from the order book, when it is larger', { bookWalk: 0.0002 }, { impact: expect.closeTo(2, 9) }],
    [
      'the square-root law, when the order book shows less',
      { bookWalk: 0.00001 },
      { impact: expect.closeTo(0.3952847, 7) },
    ],
    ['the factor that was fitted', { impactFactor: 2 }, { impact: expect.closeTo(0.7905694, 7) }],
    ['no second half spread where the exit rests', { takerExit: false }, { spread: expect.closeTo(0.25, 9) }],
    [
      'funding that is received',
      { funding: -0.0003 },
      { funding: expect.closeTo(-3, 9), total: expect.closeTo(8.8952847, 7) },
    ],
    [
      'what resting entries lose',
      { adverse: 0.0004 },
      { adverse: expect.closeTo(4, 9), total: expect.closeTo(16.8952847, 7) },
    ],
  ])('counts %s', (_, changes, expected) => {
    expect(computeCost(figures(changes)).bps).toMatchObject(expected)
  })

  it('is always the sum of its parts, and never falls when one of them rises', () => {
    const part = fc.integer({ min: 0, max: 1_000 }).map((n) => n / 1e6)
    const anyFigures = fc
      .record({
        feeIn: part,
        feeOut: part,
        spreadIn: part,
        spreadOut: part,
        bookWalk: part,
        funding: part,
        adverse: part,
      })
      .map(figures)
    const named = fc.constantFrom(
      'feeIn',
      'feeOut',
      'spreadIn',
      'spreadOut',
      'bookWalk',
      'funding',
      'adverse',
      'notional',
    )
    fc.assert(
      fc.property(anyFigures, named, part, (given, name, more) => {
        const { total, bps } = computeCost(given)
        expect(bps.fees + bps.spread + bps.impact + bps.funding + bps.adverse).toBeCloseTo(bps.total, 9)
        expect(computeCost({ ...given, [name]: given[name] + more }).total).toBeGreaterThanOrEqual(total - 1e-15)
      }),
    )
  })
})
