import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitLogistic } from './fit-logistic.ts'
import { type ProbabilityModel, probabilityBy } from './probability-model.ts'
import type { Sample } from './sample.ts'
import { orderSamples } from './sample-window.ts'

const fitTo = (samples: readonly Pick<Sample, 'score' | 'won' | 'weight'>[]): ProbabilityModel =>
  fitLogistic(orderSamples(samples.map((sample) => ({ ...sample, signalAtMs: 0, resolvedAtMs: 1 }))).byTime)

const scored = (score: number, wins: number, losses: number) => [
  ...Array.from({ length: wins }, () => ({ score, won: true, weight: 1 })),
  ...Array.from({ length: losses }, () => ({ score, won: false, weight: 1 })),
]

describe('fitLogistic', () => {
  it('matches the smoothed shares of two scores exactly', () => {
    // Targets 41/42 and 1/42: (10 · 41 + 30) / (42 · 40) and its complement.
    const model = fitTo([...scored(0, 10, 30), ...scored(1, 30, 10)])
    expect(probabilityBy(model, 0)).toBeCloseTo(440 / 1_680, 9)
    expect(probabilityBy(model, 1)).toBeCloseTo(1_240 / 1_680, 9)
    expect(probabilityBy(model, 0.5)).toBeCloseTo(0.5, 9)
  })

  it('stays finite when scores separate wins and losses', () => {
    const model = fitTo([...scored(1, 0, 30), ...scored(2, 30, 0)])
    expect(probabilityBy(model, 1)).toBeCloseTo(1 / 32, 6)
    expect(probabilityBy(model, 2)).toBeCloseTo(31 / 32, 6)
  })

  it('finds its maximum when a full Newton step would overshoot it', () => {
    const samples = [
      { score: -1_459, won: false, weight: 267 },
      { score: -13, won: false, weight: 4_682 },
      { score: 0, won: true, weight: 112 },
    ]
    const model = fitTo(samples)
    const expectedWins = samples.reduce((sum, { score, weight }) => sum + weight * probabilityBy(model, score), 0)
    expect(expectedWins).toBeCloseTo((112 * 113) / 114 + 4_949 / 4_951, 6)
    expect(probabilityBy(model, 0)).toBeGreaterThan(0.9)
  })

  it.each([
    ['scores that are all alike', [...scored(3, 20, 20)]],
    ['scores the wrong way round', [...scored(0, 30, 10), ...scored(1, 10, 30)]],
  ])('returns a constant for %s', (_, samples) => {
    expect(fitTo(samples)).toEqual({ kind: 'CONSTANT', p: expect.closeTo(0.5, 9) })
  })

  it('returns a constant for equal scores whose weighted mean is rounded', () => {
    const samples = [0.5, 0.2, 0.2].map((weight, nth) => ({ score: -5, won: nth === 0, weight }))
    expect(fitTo(samples).kind).toBe('CONSTANT')
  })

  const anySample = fc.record({
    score: fc.integer({ min: -50, max: 50 }).map((n) => n / 10),
    won: fc.boolean(),
    weight: fc.constantFrom(0.2, 0.5, 1),
  })

  it('never leaves [0, 1], never decreases, and does not depend on the unit of the score', () => {
    fc.assert(
      fc.property(fc.array(anySample, { minLength: 2, maxLength: 60 }), (samples) => {
        const model = fitTo(samples)
        const scaled = fitTo(samples.map((sample) => ({ ...sample, score: sample.score * 1e4 + 7e5 })))
        let last = 0
        for (let score = -6; score <= 6; score += 0.5) {
          const p = probabilityBy(model, score)
          expect(p).toBeGreaterThanOrEqual(last)
          expect(p).toBeLessThanOrEqual(1)
          expect(probabilityBy(scaled, score * 1e4 + 7e5)).toBeCloseTo(p, 6)
          last = p
        }
      }),
    )
  })

  it('always averages to the mean of the smoothed targets, as a maximum-likelihood fit must', () => {
    fc.assert(
      fc.property(fc.array(anySample, { minLength: 2, maxLength: 60 }), (samples) => {
        const total = samples.reduce((sum, { weight }) => sum + weight, 0)
        const wins = samples.reduce((sum, { won, weight }) => sum + (won ? weight : 0), 0)
        const targets = (wins * (wins + 1)) / (wins + 2) + (total - wins) / (total - wins + 2)
        const model = fitTo(samples)
        const expectedWins = samples.reduce((sum, { score, weight }) => sum + weight * probabilityBy(model, score), 0)
        expect(expectedWins).toBeCloseTo(targets, 6)
      }),
    )
  })
})
