import { describe, expect, it } from 'vitest'
import { calibrate, calibrateScore } from './calibrate.ts'

const CALIBRATION = {
  ...calibrate([], { prior: 0.4, horizonMs: 1, asOfMs: 0 }),
  model: {
    kind: 'POINTS' as const,
    points: [
      { score: 1, p: 0.2 },
      { score: 3, p: 0.6 },
    ],
  },
  evidence: [
    { fromScore: 1, effectiveN: 30 },
    { fromScore: 2, effectiveN: 50 },
  ],
}

describe('probabilityOf', () => {
  it.each<[string, number, object]>([
    ['below all scores', 0, { p: 0.2, wins: 6, losses: 24 }],
    ['in the first group', 1.5, { p: 0.3, wins: 9, losses: 21 }],
    ['where the second group begins', 2, { p: 0.4, wins: 20, losses: 30 }],
    ['above all scores', 9, { p: 0.6, wins: 30, losses: 20 }],
  ])('bases %s on the outcomes near it', (_, score, expected) => {
    const { p, wins, losses } = calibrateScore(CALIBRATION, score)
    const rounded = [p, wins, losses].map((figure) => Number(figure.toFixed(9)))
    expect(rounded).toEqual(Object.values(expected))
  })

  it('returns the Wilson interval of the outcomes', () => {
    const { ci } = calibrateScore(
      { ...CALIBRATION, model: { kind: 'CONSTANT', p: 0.6 }, evidence: [{ fromScore: 0, effectiveN: 30 }] },
      5,
    )
    expect(ci[0]).toBeCloseTo(0.423204, 6)
    expect(ci[1]).toBeCloseTo(0.754094, 6)
  })
})
