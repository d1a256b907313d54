import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeEdge, type EdgeFigures, type Grade } from './compute-edge.ts'

/** Right 54 times of 120, for twice what is risked. */
const figures = (changes: Partial<EdgeFigures> = {}): EdgeFigures => ({
  pTarget: 0.45,
  pStop: 0.55,
  pTime: 0,
  targetReturn: 0.012,
  stopReturn: 0.006,
  meanTimeReturn: 0,
  cost: 0.00128952847,
  calibrationBin: { wins: 54, losses: 66 },
  calibrated: true,
  vetoed: false,
  ...changes,
})

describe('edgeOf', () => {
  it('returns the edge of a candidate and its lower bound', () => {
    expect(computeEdge(figures())).toEqual({
      grossEdgeBps: expect.closeTo(21, 9),
      netEdgeBps: expect.closeTo(8.1047153, 7),
      netEdgeLcbBps: expect.closeTo(-2.2081876, 6),
      breakEvenP: expect.closeTo(0.4049738, 7),
      costShare: expect.closeTo(0.00128952847 / 0.0054, 9),
      // 0.45 − 0.55 · (0.006 + C) / (0.012 − C)
      kellyFraction: expect.closeTo(0.0756709, 6),
      grade: 'C',
    })
  })

  it.each<[string, Partial<EdgeFigures>, Grade]>([
    ['ten times the evidence', { calibrationBin: { wins: 540, losses: 660 } }, 'B'],
    ['a better probability', { pTarget: 0.6, pStop: 0.4, calibrationBin: { wins: 72, losses: 48 } }, 'A'],
    ['only a prior', { pTarget: 0.6, pStop: 0.4, calibrated: false, calibrationBin: { wins: 72, losses: 48 } }, 'C'],
    ['a veto', { pTarget: 0.6, pStop: 0.4, vetoed: true, calibrationBin: { wins: 72, losses: 48 } }, 'REJECT'],
    ['a probability below break-even', { pTarget: 0.4, pStop: 0.6 }, 'REJECT'],
    ['nothing to gain but time', { pTarget: 0, pStop: 0, pTime: 1, meanTimeReturn: 0.002 }, 'B'],
    [
      'costs that are received, and no more than luck',
      { cost: -0.003, calibrationBin: { wins: 0.9, losses: 1.1 } },
      'C',
    ],
  ])('grades %s', (_, changes, grade) => {
    expect(computeEdge(figures(changes)).grade).toBe(grade)
  })

  it('counts a timeout at its mean return', () => {
    const edge = computeEdge(figures({ pTarget: 0.4, pStop: 0.4, pTime: 0.2, meanTimeReturn: 0.001 }))
    expect(edge.grossEdgeBps).toBeCloseTo(0.4 * 120 - 0.4 * 60 + 0.2 * 10, 9)
  })

  it('returns no share without capital at risk and caps the Kelly fraction', () => {
    expect(computeEdge(figures({ pTarget: 0, pStop: 1 }))).toMatchObject({ costShare: null, kellyFraction: 0 })
    expect(computeEdge(figures({ pTarget: 0.95, pStop: 0.05 })).kellyFraction).toBe(0.25)
    expect(computeEdge(figures({ cost: 0.012 })).kellyFraction).toBe(0)
  })

  it.each<[string, Partial<EdgeFigures>]>([
    ['probabilities that are not one together', { pStop: 0.5 }],
    ['a stop at the entry', { stopReturn: 0 }],
  ])('refuses %s', (_, changes) => {
    expect(() => computeEdge(figures(changes))).toThrow('Invariant')
  })

  const anyFigures = fc
    .record({
      target: fc.integer({ min: 0, max: 100 }),
      time: fc.integer({ min: 0, max: 100 }),
      targetReturn: fc.integer({ min: 1, max: 300 }).map((n) => n / 1e4),
      stopReturn: fc.integer({ min: 1, max: 300 }).map((n) => n / 1e4),
      meanTimeReturn: fc.integer({ min: -50, max: 50 }).map((n) => n / 1e4),
      cost: fc.integer({ min: -20, max: 100 }).map((n) => n / 1e4),
      trials: fc.integer({ min: 0, max: 400 }),
      calibrated: fc.boolean(),
    })
    .map(({ target, time, trials, ...rest }): EdgeFigures => {
      const pTarget = target / 100
      const pTime = (1 - pTarget) * (time / 100)
      const wins = pTarget * trials
      return {
        ...rest,
        pTarget,
        pTime,
        pStop: 1 - pTarget - pTime,
        calibrationBin: { wins, losses: trials - wins },
        vetoed: false,
      }
    })

  it('never returns a lower bound above the edge, and grades by both', () => {
    fc.assert(
      fc.property(anyFigures, (given) => {
        const { netEdgeBps, netEdgeLcbBps, kellyFraction, grade } = computeEdge(given)
        expect(netEdgeLcbBps).toBeLessThanOrEqual(netEdgeBps)
        expect(kellyFraction).toBeGreaterThanOrEqual(0)
        expect(kellyFraction).toBeLessThanOrEqual(0.25)
        expect(grade === 'REJECT').toBe(netEdgeBps <= 0)
        if (grade === 'A' || grade === 'B') expect([given.calibrated, netEdgeLcbBps > 0]).toEqual([true, true])
        if (grade === 'A') expect(netEdgeLcbBps).toBeGreaterThanOrEqual(given.cost * 1e4 - 1e-9)
        if (grade === 'C' && given.calibrated) expect(netEdgeLcbBps).toBeLessThanOrEqual(0)
      }),
    )
  })

  it('never improves with higher costs', () => {
    const order = ['REJECT', 'C', 'B', 'A']
    fc.assert(
      fc.property(anyFigures, fc.integer({ min: 1, max: 50 }), (given, more) => {
        const edge = computeEdge(given)
        const dearer = computeEdge({ ...given, cost: given.cost + more / 1e4 })
        expect(dearer.netEdgeBps).toBeLessThan(edge.netEdgeBps)
        expect(dearer.netEdgeLcbBps).toBeLessThan(edge.netEdgeLcbBps)
        expect(dearer.breakEvenP).toBeGreaterThan(edge.breakEvenP)
        expect(dearer.kellyFraction).toBeLessThanOrEqual(edge.kellyFraction)
        expect(order.indexOf(dearer.grade)).toBeLessThanOrEqual(order.indexOf(edge.grade))
      }),
    )
  })
})
