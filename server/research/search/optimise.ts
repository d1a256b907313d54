/** Parameter search for a strategy: evaluates trials round by round, and tests them for luck and overfitting. */

import { computeMean, computeMoments } from '../../core/statistics/moments.ts'
import { overfitProbability } from '../../core/statistics/overfit-probability.ts'
import { annualised, computeSharpe, deflatedSharpe, expectedMaximumSharpe } from '../../core/statistics/sharpe.ts'
import type { Driver } from '../driver.ts'
import { findPlateau } from './plateau.ts'
import type { Sampler } from './sampler.ts'
import { type Point, type Space, toParams } from './space.ts'
import type { Observation } from './tpe.ts'

/**
 * Evaluates points round by round until the number of trials is reached, no point is left, or the signal ends the
 * search after the current round. Returns the trials in order.
 */
export const search = async (parts: SearchParts): Promise<readonly Trial[]> => {
  const finished: Trial[] = []
  while (finished.length < parts.trials && !parts.signal.aborted) {
    const round = suggestRound(parts, finished)
    if (round.length === 0) break
    finished.push(...(await Promise.all(round.map((point, index) => runTrial(parts, finished.length + index, point)))))
  }
  return finished
}

/**
 * Number of trials suggested per round. Part of the specification of a search: a different width gives different
 * trials.
 */
export const ROUND_WIDTH = 8

export const OBJECTIVES = ['sharpe', 'sortino', 'calmar', 'sqn', 'net'] as const

/** Objective that a search maximises. */
export type Objective = (typeof OBJECTIVES)[number]

/** Result of a backtest at one point. */
export interface Evaluation {
  /** Objective, higher is better; null when the sample is too small. */
  readonly value: number | null
  readonly trades: number
  readonly net: string
  /** Daily UTC returns, over the same days in every trial. */
  readonly returns: readonly number[]
  /** Driver that ran it. */
  readonly engine: Driver
}

export interface Trial extends Evaluation {
  readonly number: number
  readonly point: Point
  readonly params: Readonly<Record<string, number>>
}

export interface SearchParts {
  readonly space: Space
  readonly sampler: Sampler
  readonly trials: number
  /** Evaluates one point; calls may run concurrently, and their order of completion has no effect. */
  readonly evaluate: (params: Readonly<Record<string, number>>, number: number) => Promise<Evaluation>
  readonly onTrial: (trial: Trial) => void
  readonly signal: AbortSignal
}

const suggestRound = ({ sampler, trials }: SearchParts, finished: readonly Trial[]): readonly Point[] => {
  const round: Point[] = []
  const observed = toObservations(finished)
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

const runTrial = async (parts: SearchParts, number: number, point: Point): Promise<Trial> => {
  const params = toParams(parts.space, point)
  const trial = { number, point, params, ...(await parts.evaluate(params, number)) }
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
 * Evaluates a search. `earlierTrials` counts the trials of other searches of the same strategy, each of which makes a
 * high ratio by luck more likely.
 */
export const judgeSearch = (space: Space, trials: readonly Trial[], earlierTrials: number): SearchVerdict => {
  const scored = trials.filter(({ value }) => value !== null)
  const ratios = trials.flatMap(({ returns }) => computeSharpe(returns)?.ratio ?? [])
  const variance = (computeMoments(ratios)?.deviation ?? 0) ** 2
  const tested = { count: trials.length + earlierTrials, variance }
  const chosen = findPlateau(space, trials)
  const sharpe = chosen && computeSharpe(chosen.returns)
  return {
    chosen,
    best: scored.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.number - b.number)[0] ?? null,
    luck: ratios.length < 2 ? null : annualised(expectedMaximumSharpe(tested)),
    deflatedSharpe: sharpe && ratios.length >= 2 ? deflatedSharpe(sharpe, tested) : null,
    overfit: overfitProbability(trials.map(({ returns }) => returns))?.value ?? null,
    mean: computeMean(scored.map(({ value }) => value ?? 0)),
  }
}
