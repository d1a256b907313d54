/**
 * Calibrates the scores of a strategy to win probabilities: fits a model to past outcomes, tests it out of sample, and
 * looks up a score.
 */

import { assert } from '../../../core/assert.ts'
import type { Instant } from '../../../core/instant.ts'
import { wilsonInterval } from '../../../core/statistics/wilson.ts'
import { fitLogistic } from './fit-logistic.ts'
import {
  type CurvePoint,
  fitIsotonic,
  type ProbabilityModel,
  probabilitiesBy,
  probabilityBy,
} from './probability-model.ts'
import {
  createScoredColumns,
  effectiveCount,
  type OrderedSamples,
  type Sample,
  type SampleColumns,
  type ScoredColumns,
  winShare,
} from './sample.ts'
import { orderSamples } from './sample-window.ts'
import { equalMassRanges, type ForecastColumns, type ForecastScores, scoreForecasts } from './score-forecasts.ts'

/** Calibrates samples in any order; those that are not known yet are ignored. */
export const calibrate = (samples: readonly Sample[], { asOfMs, ...terms }: DatedTerms): Calibration =>
  calibrateOrdered(orderSamples(samples.filter(({ resolvedAtMs }) => resolvedAtMs < asOfMs)), terms)

/**
 * Fits the model justified by the number of independent outcomes, and uses it only if it forecasts better than the base
 * rate.
 */
export const calibrateOrdered = (samples: OrderedSamples, terms: CalibrationTerms): Calibration => {
  const { prior } = terms
  assert(prior > 0 && prior < 1, 'a prior must be strictly between 0 and 1')
  const { wins, weights } = samples.byTime
  const n = weights.length
  const effectiveN = effectiveCount(weights)
  const baseRate = winShare(samples.byTime) ?? prior
  const known = { n, effectiveN, baseRate }
  if (effectiveN < PLATT_FROM) {
    const p = (effectiveN * baseRate + PRIOR_WEIGHT * prior) / (effectiveN + PRIOR_WEIGHT)
    const method = n === 0 ? 'PRIOR_ONLY' : 'SHRUNK'
    const scores = scoreForecasts({ ps: new Float64Array(n).fill(p), wins, weights }, 'IN_SAMPLE')
    return { ...known, ...describeConstant(samples, p), method, reverted: false, scores }
  }
  const method = effectiveN < ISOTONIC_FROM ? 'PLATT' : 'ISOTONIC'
  const learn = LEARNS[method]
  const scores = scoreForecasts(outOfSampleForecasts(samples, learn, terms), 'OUT_OF_SAMPLE')
  const reverted = (scores?.brierSkill ?? 0) <= 0
  const fitted = reverted
    ? describeConstant(samples, offCertainty(baseRate, effectiveN))
    : describeCurve(samples, learn.fitModel(samples[learn.order]))
  return { ...known, ...fitted, method, reverted, scores }
}

export type CalibrationMethod = 'PRIOR_ONLY' | 'SHRUNK' | 'PLATT' | 'ISOTONIC'

export interface CalibrationTerms {
  /** Win probability before outcomes are known. */
  readonly prior: number
  /** Maximum time a signal may stay open; also the embargo after a forecast span. */
  readonly horizonMs: number
}

interface DatedTerms extends CalibrationTerms {
  /** Outcomes resolved at or after this time are ignored. */
  readonly asOfMs: Instant
}

/** Calibration of the scores of one strategy version in one regime. Plain data. */
export interface Calibration {
  readonly method: CalibrationMethod
  /** Number of outcomes; `effectiveN` is the equivalent number of independent outcomes. */
  readonly n: number
  readonly effectiveN: number
  /** Share of wins; the prior without outcomes. */
  readonly baseRate: number
  /** True when the fitted curve did not forecast unseen outcomes better than the base rate, which is used instead. */
  readonly reverted: boolean
  /** Out-of-sample forecast scores when a curve is fitted, otherwise scores of the constant probability. */
  readonly scores: ForecastScores | null
  readonly model: ProbabilityModel
  /** Points of the model for a chart; empty without outcomes. */
  readonly curve: readonly CurvePoint[]
  /** Number of independent outcomes between this score and the next; in order of score. */
  readonly evidence: readonly { readonly fromScore: number; readonly effectiveN: number }[]
}

/** Weight of the prior, in independent outcomes. */
const PRIOR_WEIGHT = 20

/** Minimum numbers of independent outcomes for fitting a logistic or an isotonic curve. */
const PLATT_FROM = 50
const ISOTONIC_FROM = 200

const FOLDS = 5

/** Maximum number of bins, and minimum number of outcomes per bin if that many exist. */
const BINS_MAX = 10
const BIN_OUTCOMES = 25

const CURVE_POINTS = 21

/**
 * Returns a function that calibrates with a given prior. The work is done ahead when no prior can affect it: when a
 * curve is fitted and every fold has training samples.
 */
export const calibrateAhead = (
  samples: OrderedSamples,
  horizonMs: CalibrationTerms['horizonMs'],
): ((prior: number) => Calibration) => {
  const calibrateBy = (prior: number): Calibration => calibrateOrdered(samples, { prior, horizonMs })
  const made = calibrateBy(ANY_PRIOR)
  if (made.method !== 'PLATT' && made.method !== 'ISOTONIC') return calibrateBy
  const { byTime } = samples
  const folds = purgedFolds(byTime, { count: FOLDS, embargoMs: horizonMs })
  const training = createScoredColumns(byTime.scores.length)
  return folds.every((fold) => pickTraining(byTime, fold, training).scores.length > 0) ? () => made : calibrateBy
}

const ANY_PRIOR = 0.5

/** Fit of a model, and the order of the samples that it requires. */
interface Learn {
  readonly fitModel: (samples: ScoredColumns) => ProbabilityModel
  readonly order: 'byTime' | 'byScore'
}

const LEARNS: Record<'PLATT' | 'ISOTONIC', Learn> = {
  PLATT: { fitModel: fitLogistic, order: 'byTime' },
  ISOTONIC: { fitModel: fitIsotonic, order: 'byScore' },
}

type Fitted = Pick<Calibration, 'model' | 'curve' | 'evidence'>

/** Forecasts each fold by a model of its training samples; in order of time. */
const outOfSampleForecasts = (
  samples: OrderedSamples,
  { fitModel, order }: Learn,
  { prior, horizonMs }: CalibrationTerms,
): ForecastColumns => {
  const { byTime, byScore, places } = samples
  const { wins, weights } = byTime
  const columns = createScoredColumns(wins.length)
  const folds = purgedFolds(byTime, { count: FOLDS, embargoMs: horizonMs })
  const foldNumbers = new Uint8Array(wins.length)
  const forecasts = folds.map((fold, index) => {
    foldNumbers.fill(index, fold.from, fold.to)
    const training = pickTraining(samples[order], fold, columns)
    const trainedOn = effectiveCount(training.weights)
    const readModel = probabilitiesBy(
      training.scores.length === 0 ? { kind: 'CONSTANT', p: prior } : fitModel(training),
    )
    return (score: number): number => offCertainty(readModel(score), trainedOn)
  })
  const ps = new Float64Array(wins.length)
  for (let index = 0; index < ps.length; index++) {
    const place = places[index] as number
    ps[place] = forecasts[foldNumbers[place] as number]?.(byScore.scores[index] as number) ?? Number.NaN
  }
  return { ps, wins, weights }
}

/** Copies the training samples of a fold to the start of other columns, and returns these. */
const pickTraining = (
  { scores, wins, weights, signalsMs, resolvedMs }: SampleColumns,
  { fromMs, toMs }: Fold,
  into: ScoredColumns,
): ScoredColumns => {
  let count = 0
  for (let index = 0; index < scores.length; index++) {
    into.scores[count] = scores[index] as number
    into.wins[count] = wins[index] as number
    into.weights[count] = weights[index] as number
    // A sum of comparisons, because the processor cannot predict branches on them; the next sample overwrites this one.
    count += Number((resolvedMs[index] as number) < fromMs) | Number((signalsMs[index] as number) > toMs)
  }
  return {
    scores: into.scores.subarray(0, count),
    wins: into.wins.subarray(0, count),
    weights: into.weights.subarray(0, count),
  }
}

const describeConstant = ({ byScore: { scores, weights } }: OrderedSamples, p: number): Fitted => {
  const ends = scores.length === 0 ? [] : [...new Set(scoreRange(scores))]
  return {
    model: { kind: 'CONSTANT', p },
    curve: ends.map((score) => ({ score, p })),
    evidence: ends.slice(0, 1).map((fromScore) => ({ fromScore, effectiveN: effectiveCount(weights) })),
  }
}

const describeCurve = ({ byScore: { scores, weights } }: OrderedSamples, raw: ProbabilityModel): Fitted => {
  const effectiveN = effectiveCount(weights)
  const count = Math.max(1, Math.min(BINS_MAX, Math.floor(effectiveN / BIN_OUTCOMES)))
  const model = modelOffCertainty(raw, effectiveN)
  return {
    model,
    curve: model.kind === 'POINTS' ? model.points : drawn(scores, model),
    evidence: equalMassRanges(scores, weights, count).map(({ from, to }) => ({
      fromScore: scores[from] ?? Number.NaN,
      effectiveN: effectiveCount(weights, from, to),
    })),
  }
}

const drawn = (scores: Float64Array, model: ProbabilityModel): CurvePoint[] => {
  const [low, high] = scoreRange(scores)
  return Array.from({ length: CURVE_POINTS }, (_, index) => {
    const score = low + ((high - low) * index) / (CURVE_POINTS - 1)
    return { score, p: probabilityBy(model, score) }
  })
}

const scoreRange = (scores: Float64Array): [low: number, high: number] => [scores[0] ?? 0, scores.at(-1) ?? 0]

/** Keeps a probability away from 0 and 1 by half an outcome among `effectiveN`. */
const offCertainty = (p: number, effectiveN: number): number => {
  const edge = 0.5 / (effectiveN + 1)
  return Math.min(1 - edge, Math.max(edge, p))
}

/** Keeps the probabilities of a model away from 0 and 1; a logistic curve fitted to smoothed targets already is. */
const modelOffCertainty = (model: ProbabilityModel, effectiveN: number): ProbabilityModel =>
  model.kind === 'POINTS'
    ? { kind: 'POINTS', points: model.points.map(({ score, p }) => ({ score, p: offCertainty(p, effectiveN) })) }
    : model

/** Consecutive samples to forecast, and the times that their training samples must not touch. */
interface Fold {
  readonly from: number
  readonly to: number
  /** Training samples are resolved before this time, or their signals are later than the other. */
  readonly fromMs: Instant
  readonly toMs: Instant
}

/**
 * Splits the samples, in order of time, into `count` consecutive test folds, each with the training samples that contain
 * no information about it: they do not overlap it in time, and do not start within `embargoMs` after it (López de Prado,
 * *Advances in Financial Machine Learning*, ch. 7).
 */
export const purgedFolds = (
  { signalsMs, resolvedMs }: Pick<SampleColumns, 'signalsMs' | 'resolvedMs'>,
  { count, embargoMs }: { readonly count: number; readonly embargoMs: number },
): Fold[] => {
  const { length } = signalsMs
  return Array.from({ length: count }, (_, fold): Fold => {
    const from = Math.floor((fold * length) / count)
    const to = Math.floor(((fold + 1) * length) / count)
    let lastMs = 0
    for (let index = from; index < to; index++) lastMs = Math.max(lastMs, resolvedMs[index] ?? 0)
    return { from, to, fromMs: signalsMs[from] ?? 0, toMs: lastMs + embargoMs }
  }).filter(({ from, to }) => from < to)
}

/** Win probability and the evidence for it. */
interface CalibratedProbability {
  readonly p: number
  /** Wilson interval, 95%; the full range without evidence. */
  readonly ci: readonly [low: number, high: number]
  /** Number of independent outcomes near the score, split by `p`: the parameters of a beta distribution. */
  readonly wins: number
  readonly losses: number
}

/** Returns the calibrated probability of a score. */
export const calibrateScore = ({ model, evidence }: Calibration, score: number): CalibratedProbability => {
  const p = probabilityBy(model, score)
  const bin = evidence.findLast(({ fromScore }) => fromScore <= score) ?? evidence[0]
  const trials = bin?.effectiveN ?? 0
  const wins = p * trials
  return { p, ci: wilsonInterval({ successes: wins, trials }), wins, losses: trials - wins }
}
