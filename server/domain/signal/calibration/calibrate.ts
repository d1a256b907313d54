/**
 * Calibrates the scores of a strategy to win probabilities: fits a model to past outcomes, tests it out of sample, and
 * looks up a score.
 */

import { assert } from '../../../core/assert.ts'
import type { Instant } from '../../../core/instant.ts'
import { wilsonInterval } from '../../../core/statistics/wilson.ts'
import { fitLogistic } from './fit-logistic.ts'
import { type CurvePoint, fitIsotonic, type ProbabilityModel, probabilityBy } from './probability-model.ts'
import {
  effectiveCount,
  orderByScore,
  pickSamples,
  type Sample,
  type ScoredColumns,
  toSampleColumns,
  toScoredColumns,
  winShare,
} from './sample.ts'
import { equalMassBins, type Forecast, type ForecastScores, scoreForecasts } from './score-forecasts.ts'

/**
 * Fits the model justified by the number of independent outcomes, and uses it only if it forecasts better than the base
 * rate.
 */
export const calibrate = (all: readonly Sample[], terms: CalibrationTerms): Calibration => {
  const { prior, asOfMs } = terms
  assert(prior > 0 && prior < 1, 'a prior must be strictly between 0 and 1')
  const samples = all.filter(({ resolvedAtMs }) => resolvedAtMs < asOfMs)
  const effectiveN = effectiveCount(samples)
  const baseRate = winShare(samples) ?? prior
  const known = { n: samples.length, effectiveN, baseRate }
  if (effectiveN < PLATT_FROM) {
    const p = (effectiveN * baseRate + PRIOR_WEIGHT * prior) / (effectiveN + PRIOR_WEIGHT)
    const method = samples.length === 0 ? 'PRIOR_ONLY' : 'SHRUNK'
    const scores = scoreForecasts(samples.map(({ won, weight }) => ({ p, won, weight })))
    const skilless = scores && { ...scores, brierSkill: null }
    return { ...known, ...describeConstant(samples, p), method, reverted: false, scores: skilless }
  }
  const method = effectiveN < ISOTONIC_FROM ? 'PLATT' : 'ISOTONIC'
  const learn = LEARNS[method]
  const scores = scoreForecasts(outOfSampleForecasts(samples, learn, terms))
  const reverted = (scores?.brierSkill ?? 0) <= 0
  const fitted = reverted
    ? describeConstant(samples, offCertainty(baseRate, effectiveN))
    : describeCurve(samples, fitAll(samples, learn))
  return { ...known, ...fitted, method, reverted, scores }
}

export type CalibrationMethod = 'PRIOR_ONLY' | 'SHRUNK' | 'PLATT' | 'ISOTONIC'

export interface CalibrationTerms {
  /** Win probability before outcomes are known. */
  readonly prior: number
  /** Maximum time a signal may stay open; also the embargo after a forecast span. */
  readonly horizonMs: number
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
  samples: readonly Sample[],
  terms: Omit<CalibrationTerms, 'prior'>,
): ((prior: number) => Calibration) => {
  const calibrateBy = (prior: number): Calibration => calibrate(samples, { ...terms, prior })
  const made = calibrateBy(ANY_PRIOR)
  if (made.method !== 'PLATT' && made.method !== 'ISOTONIC') return calibrateBy
  const folds = purgedFolds(samples, { count: FOLDS, embargoMs: terms.horizonMs })
  return folds.every(({ learnsFrom }) =>
    samples.some(({ signalAtMs, resolvedAtMs }) => learnsFrom(signalAtMs, resolvedAtMs)),
  )
    ? () => made
    : calibrateBy
}

const ANY_PRIOR = 0.5

/** Fit of a model, and the order of the samples that it requires. */
interface Learn {
  readonly fitModel: (samples: ScoredColumns) => ProbabilityModel
  readonly order: 'TIME' | 'SCORE'
}

const LEARNS: Record<'PLATT' | 'ISOTONIC', Learn> = {
  PLATT: { fitModel: fitLogistic, order: 'TIME' },
  ISOTONIC: { fitModel: fitIsotonic, order: 'SCORE' },
}

const fitAll = (samples: readonly Sample[], { fitModel, order }: Learn): ProbabilityModel => {
  const columns = toScoredColumns(samples)
  return fitModel(order === 'TIME' ? columns : pickSamples(columns, orderByScore(columns)))
}

type Fitted = Pick<Calibration, 'model' | 'curve' | 'evidence'>

const outOfSampleForecasts = (
  samples: readonly Sample[],
  { fitModel, order }: Learn,
  { prior, horizonMs }: CalibrationTerms,
): Forecast[] => {
  const ordered = samples.toSorted(inTime)
  const columns = toSampleColumns(ordered)
  const inOrder = order === 'SCORE' ? orderByScore(columns) : null
  return purgedFolds(ordered, { count: FOLDS, embargoMs: horizonMs }).flatMap(({ tested, learnsFrom }) => {
    const learns = (index: number): boolean => learnsFrom(columns.signalsMs[index] ?? 0, columns.resolvedMs[index] ?? 0)
    const learnt: number[] = []
    let trainedOn = 0
    for (let index = 0; index < ordered.length; index++) {
      if (!learns(index)) continue
      learnt.push(index)
      trainedOn += columns.weights[index] ?? 0
    }
    const model: ProbabilityModel =
      learnt.length === 0
        ? { kind: 'CONSTANT', p: prior }
        : fitModel(pickSamples(columns, inOrder ? inOrder.filter(learns) : learnt))
    return tested.map(({ score, won, weight }) => ({
      p: offCertainty(probabilityBy(model, score), trainedOn),
      won,
      weight,
    }))
  })
}

const describeConstant = (samples: readonly Sample[], p: number): Fitted => {
  const ends = samples.length === 0 ? [] : [...new Set(scoreRange(samples))]
  return {
    model: { kind: 'CONSTANT', p },
    curve: ends.map((score) => ({ score, p })),
    evidence: ends.slice(0, 1).map((fromScore) => ({ fromScore, effectiveN: effectiveCount(samples) })),
  }
}

const describeCurve = (samples: readonly Sample[], raw: ProbabilityModel): Fitted => {
  const effectiveN = effectiveCount(samples)
  const count = Math.max(1, Math.min(BINS_MAX, Math.floor(effectiveN / BIN_OUTCOMES)))
  const bins = equalMassBins(samples, count, ({ score }) => score)
  const model = modelOffCertainty(raw, effectiveN)
  return {
    model,
    curve: model.kind === 'POINTS' ? model.points : drawn(samples, model),
    evidence: bins.map((bin) => ({ fromScore: bin[0]?.score ?? Number.NaN, effectiveN: effectiveCount(bin) })),
  }
}

const drawn = (samples: readonly Sample[], model: ProbabilityModel): CurvePoint[] => {
  const [low, high] = scoreRange(samples)
  return Array.from({ length: CURVE_POINTS }, (_, index) => {
    const score = low + ((high - low) * index) / (CURVE_POINTS - 1)
    return { score, p: probabilityBy(model, score) }
  })
}

const scoreRange = (samples: readonly Sample[]): [low: number, high: number] => [
  samples.reduce((low, { score }) => Math.min(low, score), Number.POSITIVE_INFINITY),
  samples.reduce((high, { score }) => Math.max(high, score), Number.NEGATIVE_INFINITY),
]

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

interface Fold<T> {
  /** Test fold: consecutive samples to forecast. */
  readonly tested: readonly T[]
  /** Returns whether a sample of these times may be used to train the forecasts of the fold; a tested sample may not. */
  readonly learnsFrom: (signalAtMs: Instant, resolvedAtMs: Instant) => boolean
}

type Timed = Pick<Sample, 'signalAtMs' | 'resolvedAtMs'>

const inTime = (a: Timed, b: Timed): number => a.signalAtMs - b.signalAtMs || a.resolvedAtMs - b.resolvedAtMs

/**
 * Splits the samples into `count` consecutive test folds, each with the training samples that contain no information
 * about it: they do not overlap it in time, and do not start within `embargoMs` after it (López de Prado, *Advances in
 * Financial Machine Learning*, ch. 7).
 */
export const purgedFolds = <T extends Timed>(
  samples: readonly T[],
  { count, embargoMs }: { readonly count: number; readonly embargoMs: number },
): Fold<T>[] => {
  const ordered = samples.toSorted(inTime)
  return Array.from({ length: count }, (_, fold): Fold<T> => {
    const start = Math.floor((fold * ordered.length) / count)
    const end = Math.floor(((fold + 1) * ordered.length) / count)
    const tested = ordered.slice(start, end)
    const fromMs = tested[0]?.signalAtMs ?? 0
    const toMs = tested.reduce((last, { resolvedAtMs }) => Math.max(last, resolvedAtMs), 0) + embargoMs
    return {
      tested,
      learnsFrom: (signalAtMs, resolvedAtMs) => resolvedAtMs < fromMs || signalAtMs > toMs,
    }
  }).filter(({ tested }) => tested.length > 0)
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
