/** Walk-forward: windows of training and test, and the verdict over all of them. */

import type { Instant, TimeRange } from '../../core/instant.ts'
import { computeMean } from '../../core/statistics/moments.ts'
import { computeQuantile } from '../../core/statistics/quantile.ts'
import { annualised, computeSharpe, PERIODS_A_YEAR } from '../../core/statistics/sharpe.ts'
import type { Evaluation, Trial } from './optimise.ts'

/** Splits a range into windows whose tests follow each other; none when the range is too short for one. */
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
  /** Time between the end of a training range and the test after it, so that no open trade is in both. */
  readonly embargoMs: number
  /** End of the range that no search may use; 0 for none. */
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

/** One window after its search and its test. */
export interface WalkedWindow {
  readonly window: WalkWindow
  readonly searchId: string
  /** Null where no trial has a value; nothing is traded in the test then. */
  readonly chosen: Trial | null
  readonly tested: Evaluation | null
}

/** Verdict on all tests; the holdout is judged apart. Ratios are of a year. */
export interface WalkVerdict {
  readonly windows: number
  /** Share of the tests with a positive result. */
  readonly positive: number | null
  /** Median over the windows of the annual return in the test ÷ that in training (Pardo 2008); null without one. */
  readonly efficiency: number | null
  /** Sharpe ratio of the tests in a row; null for too few days. */
  readonly sharpe: number | null
  readonly trades: number
  readonly holdoutNet: string | null
}

/** Days below which a ratio is noise. */
const DAYS_MIN = 30

/** Judges a walk-forward by its tests, whose ranges were never searched. */
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

/** Null where training did not gain: there is nothing to keep. */
const computeEfficiency = (chosen: Trial | null, tested: Evaluation | null): number | null => {
  const trained = chosen && annualReturn(chosen.returns)
  const out = tested && annualReturn(tested.returns)
  return trained === null || out === null || trained <= 0 ? null : out / trained
}

const annualReturn = (returns: readonly number[]): number | null => {
  const mean = computeMean(returns)
  return mean === null ? null : mean * PERIODS_A_YEAR
}
