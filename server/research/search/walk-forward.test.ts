import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../core/instant.ts'
import type { Evaluation, Trial } from './trial.ts'
import { judgeWalk, splitWindows, type WalkedWindow, type WalkPlan } from './walk-forward.ts'

const days = (
  plan: Record<'train' | 'test' | 'embargo' | 'holdout' | 'length', number>,
  anchored = false,
): WalkPlan => ({
  fromMs: 0,
  toMs: plan.length * DAY_MS,
  trainMs: plan.train * DAY_MS,
  testMs: plan.test * DAY_MS,
  embargoMs: plan.embargo * DAY_MS,
  holdoutMs: plan.holdout * DAY_MS,
  anchored,
})

const inDays = (plan: WalkPlan) =>
  splitWindows(plan).map(({ train, test, isHoldout }) => [
    ...[train.fromMs, train.toMs, test.fromMs, test.toMs].map((at) => at / DAY_MS),
    isHoldout,
  ])

describe('splitWindows', () => {
  it('moves the training range along, or keeps its start', () => {
    const plan = { train: 10, test: 5, embargo: 1, holdout: 4, length: 30 }
    expect(inDays(days(plan))).toEqual([
      [0, 10, 11, 16, false],
      [5, 15, 16, 21, false],
      [10, 20, 21, 26, false],
      [15, 25, 26, 30, true],
    ])
    expect(inDays(days(plan, true)).map(([from]) => from)).toEqual([0, 0, 0, 0])
  })

  it('returns no window in a range that is too short', () => {
    expect(splitWindows(days({ train: 10, test: 5, embargo: 1, holdout: 0, length: 15 }))).toEqual([])
  })

  it('never trains on test data, nor within the embargo before it; tests are consecutive', () => {
    const length = fc.integer({ min: 1, max: 30 })
    const plans = fc.record({
      train: length,
      test: length,
      embargo: fc.nat({ max: 5 }),
      holdout: fc.nat({ max: 20 }),
      length: fc.integer({ min: 1, max: 200 }),
    })
    fc.assert(
      fc.property(plans, fc.boolean(), (plan, anchored) => {
        const windows = splitWindows(days(plan, anchored))
        for (const [index, { train, test, isHoldout }] of windows.entries()) {
          expect(train.toMs + plan.embargo * DAY_MS).toBe(test.fromMs)
          expect(train.toMs - train.fromMs).toBeGreaterThanOrEqual(plan.train * DAY_MS)
          expect(test.toMs).toBeLessThanOrEqual((plan.length - (isHoldout ? 0 : plan.holdout)) * DAY_MS)
          const before = windows[index - 1]
          if (before && !isHoldout) expect(test.fromMs).toBe(before.test.toMs)
        }
      }),
    )
  })
})

describe('judgeWalk', () => {
  const evaluation = (daily: number, net: string): Evaluation => ({
    value: 1,
    trades: 40,
    net,
    engine: 'exact',
    returns: Array.from({ length: 20 }, (_, day) => daily + (day % 2 === 0 ? 0.001 : -0.001)),
  })
  const walked = (trained: number, tested: number, isHoldout = false): WalkedWindow => {
    const range = { fromMs: 0, toMs: DAY_MS }
    const chosen: Trial = { number: 0, point: [0], params: {}, share: 1, ...evaluation(trained, '1') }
    return {
      window: { train: range, test: range, isHoldout },
      searchId: 'opt_1',
      chosen,
      tested: evaluation(tested, String(tested)),
    }
  }

  it('counts only the tests, and evaluates the holdout separately', () => {
    const verdict = judgeWalk([
      walked(0.002, 0.001),
      walked(0.004, -0.001),
      walked(0.002, 0.002),
      walked(0.001, 9, true),
    ])
    expect(verdict).toMatchObject({ windows: 3, positive: 2 / 3, trades: 120, holdoutNet: '9' })
    expect(verdict.efficiency).toBeCloseTo(0.5)
    expect(verdict.sharpe).toBeGreaterThan(0)
  })

  it('has no efficiency when training lost, and no ratio for a few days', () => {
    expect(judgeWalk([walked(-0.002, 0.001)])).toMatchObject({ efficiency: null, sharpe: null, positive: 1 })
    expect(judgeWalk([])).toMatchObject({ windows: 0, positive: null, efficiency: null })
  })

  it('counts a window without a choice as a failure', () => {
    const nothing: WalkedWindow = { ...walked(0.001, 0.001), chosen: null, tested: null }
    expect(judgeWalk([walked(0.001, 0.001), nothing]).positive).toBe(0.5)
  })
})
