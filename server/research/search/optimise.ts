/** Parameter search for a strategy: evaluates trials round by round, and tests them for luck and overfitting. */

import { computeMean, computeMoments } from '../../core/statistics/moments.ts'
import { overfitProbability } from '../../core/statistics/overfit-probability.ts'
import { annualised, computeSharpe, deflatedSharpe, expectedMaximumSharpe } from '../../core/statistics/sharpe.ts'
import { findPromoted, RUNGS, rankTrials } from './asha.ts'
import { findPlateau } from './plateau.ts'
import type { Sampler } from './sampler.ts'
import { type Point, type Space, toParams } from './space.ts'
import type { Observation } from './tpe.ts'
import type { Evaluation, Trial } from './trial.ts'

/**
 * Evaluates points round by round until the number of trials is reached, no point is left, or the signal ends the
 * search after the current round. With a pruner, a round also continues the trials that are promoted. Returns the
 * trials in order, each with its evaluation on the longest range.
 */
export const search = async (parts: SearchParts): Promise<readonly Trial[]> => {
  const finished: Trial[] = []
  const rungs: Trial[][] = PRUNED_RANGES[parts.pruner].map(() => [])
  while (finished.length < parts.trials && !parts.signal.aborted) {
    const round = suggestRound(parts, finished)
    if (round.length === 0) break
    const first = round.map((point, index) => ({ number: finished.length + index, point }))
    await evaluateAll(parts, rungs, 0, first)
    for (let rung = 1; rung < rungs.length; rung++) {
      await evaluateAll(parts, rungs, rung, findPromoted(rungs[rung - 1] ?? [], rungs[rung] ?? []))
    }
    for (const trial of rungs.flat()) finished[trial.number] = trial
  }
  return finished
}

/** Evaluates trials on a rung, concurrently, and adds them to it in their order. */
const evaluateAll = async (
  parts: SearchParts,
  rungs: readonly Trial[][],
  rung: number,
  trials: readonly Pick<Trial, 'number' | 'point'>[],
): Promise<void> => {
  const share = PRUNED_RANGES[parts.pruner][rung] ?? 1
  rungs[rung]?.push(
    ...(await Promise.all(trials.map(({ number, point }) => runTrial(parts, { number, point, share })))),
  )
}

export const PRUNERS = ['none', 'asha'] as const

/** How trials are stopped early: not at all, or by asynchronous successive halving. */
export type Pruner = (typeof PRUNERS)[number]

/** Shares of the range on which a trial is evaluated. */
const PRUNED_RANGES: Record<Pruner, readonly number[]> = { none: [1], asha: RUNGS }

/**
 * Number of trials suggested per round. Part of the specification of a search: a different width gives different
 * trials.
 */
export const ROUND_WIDTH = 8

export const OBJECTIVES = ['sharpe', 'sortino', 'calmar', 'sqn', 'net'] as const

/** Objective that a search maximises. */
export type Objective = (typeof OBJECTIVES)[number]

export interface SearchParts {
  readonly space: Space
  readonly sampler: Sampler
  readonly pruner: Pruner
  readonly trials: number
  /**
   * Evaluates one point on a share of the range; calls may run concurrently, and their order of completion has no
   * effect.
   */
  readonly evaluate: (trial: Pick<Trial, 'params' | 'number' | 'share'>) => Promise<Evaluation>
  /** Receives every evaluation of a trial. */
  readonly onTrial: (trial: Trial) => void
  readonly signal: AbortSignal
}

const suggestRound = ({ sampler, pruner, trials }: SearchParts, finished: readonly Trial[]): readonly Point[] => {
  const round: Point[] = []
  const observed = pruner === 'none' ? toObservations(finished) : toRankedObservations(finished)
  while (round.length < ROUND_WIDTH && finished.length + round.length < trials) {
    const point = sampler.suggest(finished.length + round.length, observed, round)
    if (!point) break
    round.push(point)
  }
  return round
}

/** Converts trials to observations; a trial without a value counts as the worst. */
const toObservations = (trials: readonly Trial[]): readonly Observation[] => {
  const worst = trials.reduce((lowest, { value }) => Math.min(lowest, value ?? lowest), 0)
  return trials.map(({ point, value }) => ({ point, value: value ?? worst }))
}

/** Converts trials on ranges of different lengths, whose objectives cannot be compared, to observations of their ranks. */
const toRankedObservations = (trials: readonly Trial[]): readonly Observation[] => {
  const ranks = new Map(rankTrials(trials).map(({ number }, rank) => [number, -rank]))
  return trials.map(({ point, number }) => ({ point, value: ranks.get(number) ?? -trials.length }))
}

const runTrial = async (
  parts: SearchParts,
  { number, point, share }: Pick<Trial, 'number' | 'point' | 'share'>,
): Promise<Trial> => {
  const params = toParams(parts.space, point)
  const trial = { number, point, params, share, ...(await parts.evaluate({ params, number, share })) }
  parts.onTrial(trial)
  return trial
}

/** Verdict on all trials of a search. Ratios are annualised. */
export interface SearchVerdict {
  /** Chosen trial: the best plateau rather than the highest peak. Null when no trial has a value. */
  readonly chosen: Trial | null
  readonly best: Trial | null
  /** Maximum Sharpe ratio expected from this number of trials without skill; null when trials have no ratio. */
  readonly luck: number | null
  /** Probability that the Sharpe ratio of the chosen trial exceeds `luck` (deflated Sharpe ratio). */
  readonly deflatedSharpe: number | null
  /** Probability that the best trial in one half of the periods is not above the median in the other. */
  readonly overfit: number | null
  /** Mean objective of the trials with a value. */
  readonly mean: number | null
}

/**
 * Evaluates a search. Only trials on the whole range can be chosen; those that a pruner stopped count as attempts.
 * `earlierTrials` counts the trials of other searches of the same strategy, each of which makes a high ratio by luck
 * more likely.
 */
export const judgeSearch = (space: Space, trials: readonly Trial[], earlierTrials: number): SearchVerdict => {
  const complete = trials.filter(({ share }) => share === 1)
  const scored = complete.filter(({ value }) => value !== null)
  const ratios = trials.flatMap(({ returns }) => computeSharpe(returns)?.ratio ?? [])
  const variance = (computeMoments(ratios)?.deviation ?? 0) ** 2
  const tested = { count: trials.length + earlierTrials, variance }
  const chosen = findPlateau(space, complete)
  const sharpe = chosen && computeSharpe(chosen.returns)
  return {
    chosen,
    best: scored.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.number - b.number)[0] ?? null,
    luck: ratios.length < 2 ? null : annualised(expectedMaximumSharpe(tested)),
    deflatedSharpe: sharpe && ratios.length >= 2 ? deflatedSharpe(sharpe, tested) : null,
    overfit: overfitProbability(complete.map(({ returns }) => returns))?.value ?? null,
    mean: computeMean(scored.map(({ value }) => value ?? 0)),
  }
}
