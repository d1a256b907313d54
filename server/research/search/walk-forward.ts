/** Walk-forward: training and test windows, and the verdict over all of them. */

import type { Instant, TimeRange } from '../../core/instant.ts'
import { computeMean } from '../../core/statistics/moments.ts'
import { computeQuantile } from '../../core/statistics/quantile.ts'
import { annualised, computeSharpe, PERIODS_A_YEAR } from '../../core/statistics/sharpe.ts'
import type { Evaluation, Trial } from './trial.ts'

/** Splits a range into windows with consecutive tests; empty when the range is too short. */
export const splitWindows = (plan: WalkPlan): readonly WalkWindow[] => {
  const { fromMs, trainMs, testMs, embargoMs, holdoutMs, anchored } = plan
  const endMs = plan.toMs - holdoutMs
  const trainBefore = (testFromMs: Instant): TimeRange => {
    const toMs = testFromMs - embargoMs
    return { fromMs: anchored ? fromMs : toMs - trainMs, toMs }
  }
  const windows: WalkWindow[] = []
  const firstTestMs = fromMs + trainMs + embargoMs
  for (let testFromMs = firstTestMs; testFromMs + testMs <= endMs; testFromMs += testMs) {
    const test = { fromMs: testFromMs, toMs: testFromMs + testMs }
    windows.push({ train: trainBefore(testFromMs), test, isHoldout: false })
  }
  if (holdoutMs > 0 && endMs >= firstTestMs)
    windows.push({ train: trainBefore(endMs), test: { fromMs: endMs, toMs: plan.toMs }, isHoldout: true })
  return windows
}

/** Window lengths of a walk-forward, in milliseconds. */
export interface WalkPlan extends TimeRange {
  readonly trainMs: number
  readonly testMs: number
  /** Time between the end of a training range and the test after it, so that no open trade spans both. */
  readonly embargoMs: number
  /** Length of the holdout at the end of the range, which no search may use; 0 for none. */
  readonly holdoutMs: number
  /** True when every training range begins at the start. */
  readonly anchored: boolean
}

/** Parameters are searched in `train` and tested in `test`. */
export interface WalkWindow {
  readonly train: TimeRange
  readonly test: TimeRange
  /** True for the last window, whose test is the holdout. */
  readonly isHoldout: boolean
}

/** A window after its search and test. */
export interface WalkedWindow {
  readonly window: WalkWindow
  readonly searchId: string
  /** Null when no trial has a value; nothing is then traded in the test. */
  readonly chosen: Trial | null
  readonly tested: Evaluation | null
}

/** Verdict on all tests; the holdout is evaluated separately. Ratios are annualised. */
export interface WalkVerdict {
  readonly windows: number
  /** Share of tests with a positive result. */
  readonly positive: number | null
  /**
   * Median over the windows of annualised test return ÷ annualised training return (Pardo 2008); null if there is none.
   */
  readonly efficiency: number | null
  /** Sharpe ratio of the concatenated tests; null with too few days. */
  readonly sharpe: number | null
  readonly trades: number
  readonly holdoutNet: string | null
}

/** Days below which a ratio is noise. */
const DAYS_MIN = 30

/** Evaluates a walk-forward by its tests, whose ranges were never searched. */
export const judgeWalk = (walked: readonly WalkedWindow[]): WalkVerdict => {
  const tests = walked.filter(({ window }) => !window.isHoldout)
  const results = tests.flatMap(({ tested }) => (tested ? [tested] : []))
  const returns = results.flatMap((result) => result.returns)
  const sharpe = returns.length < DAYS_MIN ? null : computeSharpe(returns)
  const efficiencies = tests.flatMap(({ chosen, tested }) => computeEfficiency(chosen, tested) ?? [])
  const holdout = walked.find(({ window }) => window.isHoldout)
  return {
    windows: tests.length,
    positive: tests.length === 0 ? null : results.filter(({ net }) => Number(net) > 0).length / tests.length,
    efficiency:
      efficiencies.length === 0
        ? null
        : computeQuantile(
            efficiencies.toSorted((a, b) => a - b),
            0.5,
          ),
    sharpe: sharpe && annualised(sharpe.ratio),
    trades: results.reduce((sum, { trades }) => sum + trades, 0),
    holdoutNet: holdout?.tested?.net ?? null,
  }
}

/** Computes the efficiency of a window; null when training made no profit. */
const computeEfficiency = (chosen: Trial | null, tested: Evaluation | null): number | null => {
  const trained = chosen && annualReturn(chosen.returns)
  const out = tested && annualReturn(tested.returns)
  return trained === null || out === null || trained <= 0 ? null : out / trained
}

const annualReturn = (returns: readonly number[]): number | null => {
  const mean = computeMean(returns)
  return mean === null ? null : mean * PERIODS_A_YEAR
}
