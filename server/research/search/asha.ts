import type { Trial } from './trial.ts'

/**
 * Shares of the range on which ASHA evaluates a trial, one after the other (asynchronous successive halving: Li et al.,
 * A System for Massively Parallel Hyperparameter Tuning, 2020). The ranges have the same start.
 */
export const RUNGS = [0.25, 0.5, 1] as const

/** One of this many trials of a rung continues on the next one. */
const REDUCTION = 3

/**
 * Returns the trials that continue on the next rung: the best third of all trials evaluated on their rung so far,
 * rounded up, without those that have already continued. A trial may continue long after its first evaluation, when
 * others have turned out worse.
 */
export const findPromoted = (onRung: readonly Trial[], onNext: readonly Trial[]): readonly Trial[] => {
  const best = rankTrials(onRung).slice(0, Math.ceil(onRung.length / REDUCTION))
  const continued = new Set(onNext.map(({ number }) => number))
  return best.filter(({ number }) => !continued.has(number))
}

/**
 * Sorts trials, the best first: by the share of the range, then by the objective. A trial with too few trades for an
 * objective ranks below the others of its rung, by its number of trades.
 */
export const rankTrials = (trials: readonly Trial[]): readonly Trial[] =>
  trials.toSorted(
    (a, b) =>
      b.share - a.share ||
      Number(b.value !== null) - Number(a.value !== null) ||
      (b.value ?? b.trades) - (a.value ?? a.trades) ||
      a.number - b.number,
  )
