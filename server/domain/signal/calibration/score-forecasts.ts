/** Scores of probability forecasts against their outcomes. */

import { effectiveCount, winShare } from './sample.ts'

/**
 * Returns the weighted scores of probability forecasts (Brier score, log loss, calibration error); null without
 * forecasts. Only the Brier score and the skill are computed at once, the others when they are first read. Forecasts of
 * the samples that they were learnt from have no skill.
 */
export const scoreForecasts = (
  forecasts: ForecastColumns,
  origin: 'IN_SAMPLE' | 'OUT_OF_SAMPLE',
): ForecastScores | null => {
  const baseRate = winShare(forecasts)
  if (baseRate === null) return null
  const brier = weightedMean(forecasts, (p, won) => (p - (won ? 1 : 0)) ** 2)
  const uncertainty = baseRate * (1 - baseRate)
  let bins: readonly ForecastBin[] | undefined
  const meanOfBins = (figure: (bin: ForecastBin) => number): number => {
    bins ??= binForecasts(forecasts)
    const total = bins.reduce((sum, { weight }) => sum + weight, 0)
    return bins.reduce((sum, bin) => sum + bin.weight * figure(bin), 0) / total
  }
  return {
    brier,
    brierSkill: uncertainty > 0 && origin === 'OUT_OF_SAMPLE' ? 1 - brier / uncertainty : null,
    get reliability() {
      return meanOfBins(({ predicted, observed }) => (predicted - observed) ** 2)
    },
    get resolution() {
      return meanOfBins(({ observed }) => (observed - baseRate) ** 2)
    },
    uncertainty,
    get ece10() {
      return meanOfBins(({ predicted, observed }) => Math.abs(predicted - observed))
    },
    get logLoss() {
      return weightedMean(forecasts, (p, won) => -Math.log(Math.max(CERTAINTY, won ? p : 1 - p)))
    },
    baseRate,
  }
}

/** Probability forecasts and their outcomes, one per index. */
export interface ForecastColumns {
  readonly ps: Float64Array
  /** 1 for a win, 0 for a loss. */
  readonly wins: Uint8Array
  readonly weights: Float64Array
}

/** Forecasts of similar probability: their mean, and the share of wins among them. */
interface ForecastBin {
  readonly weight: number
  readonly predicted: number
  readonly observed: number
}

const binForecasts = (forecasts: ForecastColumns): readonly ForecastBin[] => {
  const ordered = orderByForecast(forecasts)
  return equalMassRanges(ordered.ps, ordered.weights, BINS).map(({ from, to }) => {
    const [ps, wins, weights] = [
      ordered.ps.subarray(from, to),
      ordered.wins.subarray(from, to),
      ordered.weights.subarray(from, to),
    ]
    const members = { ps, wins, weights }
    return {
      weight: effectiveCount(weights),
      predicted: weightedMean(members, (p) => p),
      observed: winShare(members) ?? 0,
    }
  })
}

const orderByForecast = ({ ps, wins, weights }: ForecastColumns): ForecastColumns => {
  const order = Array.from(ps.keys()).sort((a, b) => (ps[a] ?? 0) - (ps[b] ?? 0))
  return {
    ps: Float64Array.from(order, (index) => ps[index] ?? 0),
    wins: Uint8Array.from(order, (index) => wins[index] ?? 0),
    weights: Float64Array.from(order, (index) => weights[index] ?? 0),
  }
}

/**
 * Quality of forecasts. `reliability − resolution + uncertainty` is the Brier score when forecasts are equal inside
 * each of the ten bins (Murphy, Journal of Applied Meteorology 12, 1973); otherwise it is close to it.
 */
export interface ForecastScores {
  /** Mean squared difference between probability and outcome: 0 is perfect. */
  readonly brier: number
  /**
   * Skill relative to always forecasting the share of wins, at most 1; null without uncertainty, and for forecasts of
   * the samples that they were learnt from.
   */
  readonly brierSkill: number | null
  readonly reliability: number
  readonly resolution: number
  readonly uncertainty: number
  /** Mean difference between forecast and observed share over ten bins of equal weight. */
  readonly ece10: number
  /** Log loss in nats. */
  readonly logLoss: number
  /** Share of wins. */
  readonly baseRate: number
}

const BINS = 10

/** Distance from certainty below which a wrong forecast is not penalised further. */
const CERTAINTY = 1e-15

const weightedMean = ({ ps, wins, weights }: ForecastColumns, figure: (p: number, won: boolean) => number): number => {
  let sum = 0
  for (let index = 0; index < ps.length; index++)
    sum += (weights[index] ?? 0) * figure(ps[index] ?? 0, wins[index] === 1)
  return sum / effectiveCount(weights)
}

/**
 * Splits ascending values into at most `count` groups of about equal weight; returns the first index of each and the
 * index after it. Equal values are never separated, so there may be fewer groups.
 */
export const equalMassRanges = (values: Float64Array, weights: Float64Array, count: number): IndexRange[] => {
  const total = effectiveCount(weights)
  const ranges: IndexRange[] = []
  let before = 0
  let filling = -1
  for (let from = 0, to = 0; from < values.length; from = to) {
    let weight = 0
    do weight += weights[to++] ?? 0
    while (to < values.length && values[to] === values[from])
    const group = Math.min(count - 1, Math.floor((count * (before + weight / 2)) / total))
    const range = group === filling ? ranges.at(-1) : undefined
    if (range) range.to = to
    else ranges.push({ from, to })
    filling = group
    before += weight
  }
  return ranges
}

interface IndexRange {
  readonly from: number
  to: number
}
