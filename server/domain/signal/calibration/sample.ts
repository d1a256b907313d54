/** Scored outcomes that a calibration is fitted to, as columns in order of time and of score. */

import type { Instant } from '../../../core/instant.ts'

/** Result of a scored signal. */
export interface Scored {
  /** Score on the strategy's own scale: higher is more confident. */
  readonly score: number
  readonly won: boolean
  readonly signalAtMs: Instant
  readonly resolvedAtMs: Instant
}

/** A scored signal and whether it won, for one strategy version in one regime. */
export interface Sample extends Scored {
  /** Uniqueness of the outcome, greater than 0 and up to 1: its weight among concurrent outcomes. */
  readonly weight: number
}

/** Scores, results and weights of samples, one per index: fitting reads them often, and columns are read fastest. */
export interface ScoredColumns {
  readonly scores: Float64Array
  /** 1 for a win, 0 for a loss. */
  readonly wins: Uint8Array
  readonly weights: Float64Array
}

/** Scored columns with the times of the samples. */
export interface SampleColumns extends ScoredColumns {
  readonly signalsMs: Float64Array
  readonly resolvedMs: Float64Array
}

/** The same samples in both orders. */
export interface OrderedSamples {
  /** In order of signal, then of resolution. */
  readonly byTime: SampleColumns
  /** In order of score; equal scores are in order of time. */
  readonly byScore: SampleColumns
  /** Index in order of time of each sample in order of score. */
  readonly places: Int32Array
}

export const compareTimes = (a: Scored, b: Scored): number =>
  a.signalAtMs - b.signalAtMs || a.resolvedAtMs - b.resolvedAtMs

export const createScoredColumns = (length: number): ScoredColumns => ({
  scores: new Float64Array(length),
  wins: new Uint8Array(length),
  weights: new Float64Array(length),
})

export const createColumns = (length: number): SampleColumns => ({
  ...createScoredColumns(length),
  signalsMs: new Float64Array(length),
  resolvedMs: new Float64Array(length),
})

/** Returns the number of independent outcomes to which the samples are equivalent. */
export const effectiveCount = (weights: Float64Array, from = 0, to = weights.length): number => {
  let sum = 0
  for (let index = from; index < to; index++) sum += weights[index] ?? 0
  return sum
}

/** Returns the weighted share of wins; null without samples. */
export const winShare = ({ weights, wins }: Pick<ScoredColumns, 'weights' | 'wins'>): number | null => {
  let [total, won] = [0, 0]
  for (let index = 0; index < weights.length; index++) {
    total += weights[index] ?? 0
    if (wins[index] === 1) won += weights[index] ?? 0
  }
  return total > 0 ? won / total : null
}
