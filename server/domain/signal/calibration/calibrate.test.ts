import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/support/runs.ts'
import { HOUR_MS } from '../../../core/instant.ts'
import { createRandom } from '../../../core/random.ts'
import { calibrate, calibrateScore } from './calibrate.ts'
import type { Sample } from './sample.ts'

const START_MS = Date.UTC(2026, 0, 1)
const TERMS = { prior: 0.4, horizonMs: HOUR_MS, asOfMs: Date.UTC(2030, 0, 1) }

interface Drawn {
  readonly count: number
  /** The probability of a win at a score from 0 to 1. */
  readonly chance: (score: number) => number
  readonly seed?: number
  readonly weight?: number
}

/** One an hour, each open for half of it. */
const drawn = ({ count, chance, seed = 1, weight = 1 }: Drawn): Sample[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, index) => {
    const score = random()
    const signalAtMs = START_MS + index * HOUR_MS
    return { score, won: random() < chance(score), weight, signalAtMs, resolvedAtMs: signalAtMs + HOUR_MS / 2 }
  })
}

const winProbability = (score: number): number => 0.1 + 0.7 * score

describe('calibrate', () => {
  it('returns the prior without outcomes', () => {
    const calibration = calibrate([], TERMS)
    expect(calibration).toEqual({
      method: 'PRIOR_ONLY',
      n: 0,
      effectiveN: 0,
      baseRate: 0.4,
      reverted: false,
      scores: null,
      model: { kind: 'CONSTANT', p: 0.4 },
      curve: [],
      evidence: [],
    })
    expect(calibrateScore(calibration, 3)).toEqual({ p: 0.4, ci: [0, 1], wins: 0, losses: 0 })
  })

  it('shrinks few outcomes to the prior, by their effective number', () => {
    const samples = drawn({ count: 40, chance: () => 1, weight: 0.5 })
    const calibration = calibrate(samples, TERMS)
    expect(calibration).toMatchObject({ method: 'SHRUNK', n: 40, effectiveN: 20, baseRate: 1, reverted: false })
    // (20 · 1 + 20 · 0.4) / 40
    expect(calibrateScore(calibration, 0.5)).toMatchObject({
      p: expect.closeTo(0.7, 12),
      wins: expect.closeTo(14, 12),
      losses: expect.closeTo(6, 12),
    })
    expect(calibration.scores).toMatchObject({ brier: expect.closeTo(0.09, 12), brierSkill: null })
  })

  it.each([
    [49, 1, 'SHRUNK'],
    [50, 1, 'PLATT'],
    [199, 1, 'PLATT'],
    [200, 1, 'ISOTONIC'],
    [390, 0.5, 'PLATT'],
  ])('of %d outcomes of weight %d is %s', (count, weight, method) => {
    expect(calibrate(drawn({ count, chance: winProbability, weight }), TERMS).method).toBe(method)
  })

  it.each([
    ['PLATT', 190, 0.12],
    ['ISOTONIC', 2_000, 0.12],
  ])('%s learns from informative scores', (method, count, within) => {
    const calibration = calibrate(drawn({ count, chance: winProbability, seed: 7 }), TERMS)
    expect(calibration).toMatchObject({ method, reverted: false })
    expect(calibration.scores?.brierSkill).toBeGreaterThan(0.05)
    for (const score of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const { p, ci } = calibrateScore(calibration, score)
      expect(Math.abs(p - winProbability(score))).toBeLessThan(within)
      expect(ci[0]).toBeLessThan(p)
      expect(ci[1]).toBeGreaterThan(p)
    }
  })

  it.each([
    ['PLATT', 150],
    ['ISOTONIC', 1_500],
  ])('%s reverts to the base rate and reports it when scores carry no information', (method, count) => {
    const samples = drawn({ count, chance: () => 0.4, seed: 3 })
    const calibration = calibrate(samples, TERMS)
    const baseRate = samples.filter(({ won }) => won).length / count
    expect(calibration).toMatchObject({ method, reverted: true, baseRate: expect.closeTo(baseRate, 12) })
    expect(calibration.scores?.brierSkill).toBeLessThanOrEqual(0)
    for (const score of [0, 0.5, 1]) expect(calibrateScore(calibration, score).p).toBeCloseTo(baseRate, 12)
  })

  it('is never certain, even when all outcomes were wins', () => {
    const calibration = calibrate(drawn({ count: 300, chance: () => 1 }), TERMS)
    expect(calibration).toMatchObject({ reverted: true, baseRate: 1 })
    expect(calibrateScore(calibration, 0.5).p).toBeCloseTo(1 - 0.5 / 301, 12)
  })

  it('ignores outcomes that were not resolved yet', () => {
    const samples = drawn({ count: 300, chance: winProbability })
    const [last] = samples.slice(99)
    const asOfMs = last?.resolvedAtMs ?? 0
    const early = calibrate(samples, { ...TERMS, asOfMs })
    expect(early.n).toBe(99)
    expect(early).toEqual(calibrate(samples.slice(0, 99), TERMS))
  })

  it('scores no forecast with outcomes that began within a horizon after it', () => {
    const samples = drawn({ count: 100, chance: winProbability })
    const [near, far] = [HOUR_MS, 1_000 * HOUR_MS].map((horizonMs) => calibrate(samples, { ...TERMS, horizonMs }))
    // The first fifth has nothing to learn from and gets the prior.
    expect(far?.scores?.brier).not.toBe(near?.scores?.brier)
    expect(far?.model).toEqual(near?.model)
  })

  it('does not depend on the order of the outcomes', () => {
    const samples = drawn({ count: 250, chance: winProbability })
    const { scores, ...rest } = calibrate(samples.toReversed(), TERMS)
    const expected = calibrate(samples, TERMS)
    expect(scores?.brier).toBeCloseTo(expected.scores?.brier ?? Number.NaN, 12)
    expect(rest.method).toBe(expected.method)
    for (const score of [0.2, 0.8]) {
      expect(calibrateScore({ ...rest, scores }, score).p).toBeCloseTo(calibrateScore(expected, score).p, 12)
    }
  })

  it('fits a curve to a share of the outcomes and a constant to all of them', () => {
    const curved = calibrate(drawn({ count: 1_000, chance: winProbability }), TERMS)
    expect(curved.evidence.map(({ effectiveN }) => effectiveN)).toEqual(new Array(10).fill(100))
    const { wins, losses } = calibrateScore(curved, 0.5)
    expect(wins + losses).toBeCloseTo(100, 9)
    const level = calibrate(drawn({ count: 300, chance: () => 0.5, seed: 3 }), TERMS)
    expect(level.evidence).toEqual([{ fromScore: expect.any(Number), effectiveN: 300 }])
  })

  it('rejects a certain prior', () => {
    expect(() => calibrate([], { ...TERMS, prior: 1 })).toThrow('between 0 and 1')
  })
})

describe('a calibrated probability', () => {
  const anySamples = fc
    .record({
      count: fc.integer({ min: 1, max: 320 }),
      seed: fc.nat(1_000),
      slope: fc.constantFrom(-0.6, 0, 0.6),
      weight: fc.constantFrom(0.3, 1),
    })
    .map(({ slope, ...rest }) => drawn({ ...rest, chance: (score) => 0.5 + slope * (score - 0.5) }))

  it('is never certain, never falls with the score, and always lies inside its interval', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        const calibration = calibrate(samples, TERMS)
        let last = 0
        for (let score = -0.2; score <= 1.2; score += 0.05) {
          const { p, ci } = calibrateScore(calibration, score)
          expect(p).toBeGreaterThan(0)
          expect(p).toBeLessThan(1)
          expect(p).toBeGreaterThanOrEqual(last - 1e-12)
          expect(ci[0]).toBeLessThanOrEqual(p + 1e-12)
          expect(ci[1]).toBeGreaterThanOrEqual(p - 1e-12)
          last = p
        }
      }),
      { numRuns: runs(24) },
    )
  })

  it('of few outcomes always lies between their mean and the prior, nearer to the mean with more outcomes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.nat(1_000),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (count, seed, prior) => {
          const once = drawn({ count, chance: () => 0.5, seed })
          const twice = [...once, ...once]
          const [few, more] = [once, twice].map((samples) => calibrate(samples, { ...TERMS, prior }))
          const [a, b] = [
            calibrateScore(few ?? calibrate([], TERMS), 0).p,
            calibrateScore(more ?? calibrate([], TERMS), 0).p,
          ]
          const mean = few?.baseRate ?? Number.NaN
          expect(a).toBeGreaterThanOrEqual(Math.min(mean, prior) - 1e-12)
          expect(a).toBeLessThanOrEqual(Math.max(mean, prior) + 1e-12)
          expect(Math.abs(b - mean)).toBeLessThanOrEqual(Math.abs(a - mean) + 1e-12)
        },
      ),
    )
  })
})
