import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitIsotonic, type ProbabilityModel, probabilityBy } from './probability-model.ts'
import { orderSamples } from './sample-window.ts'

interface Scored {
  readonly score: number
  readonly won: boolean
  readonly weight: number
}

const fitTo = (samples: readonly Scored[]): ProbabilityModel =>
  fitIsotonic(orderSamples(samples.map((sample) => ({ ...sample, signalAtMs: 0, resolvedAtMs: 1 }))).byScore)

const outcomes = (...wins: readonly (0 | 1)[]): Scored[] =>
  wins.map((win, score) => ({ score, won: win === 1, weight: 1 }))

const winShare = (samples: readonly Scored[]): number =>
  samples.reduce((sum, { won, weight }) => sum + (won ? weight : 0), 0) /
  samples.reduce((sum, { weight }) => sum + weight, 0)

describe('fitIsotonic', () => {
  it('pools decreasing values', () => {
    expect(fitTo(outcomes(0, 1, 0, 0, 1, 1))).toEqual({
      kind: 'POINTS',
      points: [
        { score: 0, p: 0 },
        { score: 1, p: expect.closeTo(1 / 3, 12) },
        { score: 3, p: expect.closeTo(1 / 3, 12) },
        { score: 4, p: 1 },
        { score: 5, p: 1 },
      ],
    })
  })

  it('interpolates linearly between its steps and is constant outside them', () => {
    const model = fitTo(outcomes(0, 1, 0, 0, 1, 1))
    expect([-9, 0.5, 2, 3.5, 9].map((score) => probabilityBy(model, score))).toEqual([
      0,
      expect.closeTo(1 / 6, 12),
      expect.closeTo(1 / 3, 12),
      expect.closeTo(2 / 3, 12),
      1,
    ])
  })

  it('pools by weight, and equal scores first', () => {
    const model = fitTo([
      { score: 1, won: true, weight: 0.5 },
      { score: 1, won: false, weight: 0.25 },
      { score: 2, won: false, weight: 0.25 },
    ])
    expect(probabilityBy(model, 1)).toBeCloseTo(0.5, 12)
  })

  const anySamples = fc.array(
    fc.record({ score: fc.nat(12), won: fc.boolean(), weight: fc.constantFrom(0.25, 0.5, 1) }),
    { minLength: 1, maxLength: 40 },
  )

  it('always equals the max-min of means over stretches around a score', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        const model = fitTo(samples)
        const scores = [...new Set(samples.map(({ score }) => score))]
        for (const at of scores) {
          const meansFrom = scores
            .filter((from) => from <= at)
            .map((from) =>
              Math.min(
                ...scores
                  .filter((to) => to >= at)
                  .map((to) => winShare(samples.filter(({ score }) => score >= from && score <= to))),
              ),
            )
          expect(probabilityBy(model, at)).toBeCloseTo(Math.max(...meansFrom), 10)
        }
      }),
    )
  })

  it('never decreases, nor leaves [0, 1]', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        const model = fitTo(samples)
        let last = 0
        for (let score = -1; score <= 13; score += 0.25) {
          const p = probabilityBy(model, score)
          expect(p).toBeGreaterThanOrEqual(last - 1e-12)
          expect(p).toBeLessThanOrEqual(1 + 1e-12)
          last = p
        }
      }),
    )
  })
})
