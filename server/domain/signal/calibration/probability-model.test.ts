import { describe, expect, it } from 'vitest'
import { type ProbabilityModel, probabilityBy } from './probability-model.ts'

describe('probabilityBy', () => {
  it.each<[ProbabilityModel, number, number]>([
    [{ kind: 'CONSTANT', p: 0.3 }, 7, 0.3],
    [{ kind: 'LOGISTIC', slope: 2, centre: 1, intercept: 0 }, 1, 0.5],
    [{ kind: 'LOGISTIC', slope: 2, centre: 1, intercept: 0 }, 1.5, 1 / (1 + Math.exp(-1))],
    [{ kind: 'LOGISTIC', slope: 1, centre: 0, intercept: 0 }, -1e6, 0],
    [{ kind: 'POINTS', points: [{ score: 1, p: 0.4 }] }, 1, 0.4],
    [{ kind: 'POINTS', points: [{ score: 1, p: 0.4 }] }, 2, 0.4],
  ])('by %o maps %d to %d', (model, score, p) => {
    expect(probabilityBy(model, score)).toBeCloseTo(p, 12)
  })
})
