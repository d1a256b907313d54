/** Scored outcomes that a calibration is fitted to, their effective number, and their win rate. */

import type { Instant } from '../../../core/instant.ts'

/** A scored signal and whether it won, for one strategy version in one regime. */
export interface Sample {
  /** Score on the strategy's own scale: higher is more confident. */
  readonly score: number
  readonly won: boolean
  /** Uniqueness of the outcome, greater than 0 and up to 1: its weight among concurrent outcomes. */
  readonly weight: number
  readonly signalAtMs: Instant
  readonly resolvedAtMs: Instant
}

/** Returns the number of independent outcomes to which the samples are equivalent. */
export const effectiveCount = (samples: readonly Pick<Sample, 'weight'>[]): number => {
  let sum = 0
  for (const { weight } of samples) sum += weight
  return sum
}

/** Returns the weighted share of wins; null without samples. */
export const winShare = (samples: readonly Pick<Sample, 'weight' | 'won'>[]): number | null => {
  let [total, wins] = [0, 0]
  for (const { weight, won } of samples) {
    total += weight
    if (won) wins += weight
  }
  return total > 0 ? wins / total : null
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

export const toScoredColumns = (samples: readonly Pick<Sample, 'score' | 'won' | 'weight'>[]): ScoredColumns => {
  const columns = createColumns(samples.length)
  for (const [index, { score, won, weight }] of samples.entries()) {
    columns.scores[index] = score
    columns.wins[index] = won ? 1 : 0
    columns.weights[index] = weight
  }
  return columns
}

export const toSampleColumns = (samples: readonly Sample[]): SampleColumns => {
  const [signalsMs, resolvedMs] = [new Float64Array(samples.length), new Float64Array(samples.length)]
  for (const [index, { signalAtMs, resolvedAtMs }] of samples.entries()) {
    signalsMs[index] = signalAtMs
    resolvedMs[index] = resolvedAtMs
  }
  return { ...toScoredColumns(samples), signalsMs, resolvedMs }
}

const createColumns = (length: number): ScoredColumns => ({
  scores: new Float64Array(length),
  wins: new Uint8Array(length),
  weights: new Float64Array(length),
})

/** Returns the order of the samples by score; equal scores keep their order. */
export const orderByScore = ({ scores }: ScoredColumns): readonly number[] => {
  const order: number[] = []
  for (let index = 0; index < scores.length; index++) order.push(index)
  return order.sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0))
}

/** Returns the scored columns of these samples, in this order. */
export const pickSamples = ({ scores, wins, weights }: ScoredColumns, indexes: readonly number[]): ScoredColumns => {
  const picked = createColumns(indexes.length)
  for (let to = 0; to < indexes.length; to++) {
    const from = indexes[to] ?? 0
    picked.scores[to] = scores[from] ?? Number.NaN
    picked.wins[to] = wins[from] ?? 0
    picked.weights[to] = weights[from] ?? 0
  }
  return picked
}
