import { effectiveCount, winShare } from './sample.ts'

/**
 * Returns the weighted scores of probability forecasts (Brier score, log loss, calibration error); null without
 * forecasts. Only the Brier score and the skill are computed at once, the others when they are first read.
 */
export const scoreForecasts = (forecasts: readonly Forecast[]): ForecastScores | null => {
  const baseRate = winShare(forecasts)
  if (baseRate === null) return null
  const brier = weightedMean(forecasts, ({ p, won }) => (p - (won ? 1 : 0)) ** 2)
  const uncertainty = baseRate * (1 - baseRate)
  let bins: readonly ForecastBin[] | undefined
  const readBins = (): readonly ForecastBin[] => {
    bins ??= binForecasts(forecasts)
    return bins
  }
  return {
    brier,
    brierSkill: uncertainty > 0 ? 1 - brier / uncertainty : null,
    get reliability() {
      return weightedMean(readBins(), ({ predicted, observed }) => (predicted - observed) ** 2)
    },
    get resolution() {
      return weightedMean(readBins(), ({ observed }) => (observed - baseRate) ** 2)
    },
    uncertainty,
    get ece10() {
      return weightedMean(readBins(), ({ predicted, observed }) => Math.abs(predicted - observed))
    },
    get logLoss() {
      return weightedMean(forecasts, ({ p, won }) => -Math.log(Math.max(CERTAINTY, won ? p : 1 - p)))
    },
    baseRate,
  }
}

/** Forecasts of similar probability: their mean, and the share of wins among them. */
interface ForecastBin {
  readonly weight: number
  readonly predicted: number
  readonly observed: number
}

const binForecasts = (forecasts: readonly Forecast[]): readonly ForecastBin[] =>
  equalMassBins(forecasts, BINS, ({ p }) => p).map((members) => ({
    weight: effectiveCount(members),
    predicted: weightedMean(members, ({ p }) => p),
    observed: winShare(members) ?? 0,
  }))

/** Forecast probability and its outcome. */
export interface Forecast {
  readonly p: number
  readonly won: boolean
  readonly weight: number
}

/**
 * Quality of forecasts. `reliability − resolution + uncertainty` is the Brier score when forecasts are equal inside
 * each of the ten bins (Murphy, Journal of Applied Meteorology 12, 1973); otherwise it is close to it.
 */
export interface ForecastScores {
  /** Mean squared difference between probability and outcome: 0 is perfect. */
  readonly brier: number
  /** Skill relative to always forecasting the share of wins, at most 1; null when there was no uncertainty. */
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

const weightedMean = <T extends { readonly weight: number }>(
  items: readonly T[],
  figure: (item: T) => number,
): number => items.reduce((sum, item) => sum + item.weight * figure(item), 0) / effectiveCount(items)

/**
 * Sorts the items by a value into at most `count` groups of about equal weight. Equal values are never separated, so
 * there may be fewer groups.
 */
export const equalMassBins = <T extends { readonly weight: number }>(
  items: readonly T[],
  count: number,
  toValue: (item: T) => number,
): T[][] => {
  const total = effectiveCount(items)
  const ordered = items.toSorted((a, b) => toValue(a) - toValue(b))
  const values = ordered.map(toValue)
  const bins: T[][] = []
  let before = 0
  let filling = -1
  for (let from = 0, to = 0; from < ordered.length; from = to) {
    let weight = 0
    do weight += ordered[to++]?.weight ?? 0
    while (to < values.length && values[to] === values[from])
    const index = Math.min(count - 1, Math.floor((count * (before + weight / 2)) / total))
    if (index !== filling) bins.push([])
    for (const item of ordered.slice(from, to)) bins.at(-1)?.push(item)
    filling = index
    before += weight
  }
  return bins
}
