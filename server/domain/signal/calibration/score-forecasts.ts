import { effectiveCount, winShare } from './sample.ts'

/**
 * Returns the weighted scores of probability forecasts (Brier score, log loss, calibration error); null without
 * forecasts.
 */
export const scoreForecasts = (forecasts: readonly Forecast[]): ForecastScores | null => {
  const baseRate = winShare(forecasts)
  if (baseRate === null) return null
  const brier = weightedMean(forecasts, ({ p, won }) => (p - (won ? 1 : 0)) ** 2)
  const uncertainty = baseRate * (1 - baseRate)
  const bins = equalMassBins(forecasts, BINS, ({ p }) => p).map((members) => ({
    weight: effectiveCount(members),
    predicted: weightedMean(members, ({ p }) => p),
    observed: winShare(members) ?? 0,
  }))
  return {
    brier,
    brierSkill: uncertainty > 0 ? 1 - brier / uncertainty : null,
    reliability: weightedMean(bins, ({ predicted, observed }) => (predicted - observed) ** 2),
    resolution: weightedMean(bins, ({ observed }) => (observed - baseRate) ** 2),
    uncertainty,
    ece10: weightedMean(bins, ({ predicted, observed }) => Math.abs(predicted - observed)),
    logLoss: weightedMean(forecasts, ({ p, won }) => -Math.log(Math.max(CERTAINTY, won ? p : 1 - p))),
    baseRate,
  }
}

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
    do to++
    while (to < values.length && values[to] === values[from])
    const group = ordered.slice(from, to)
    const weight = effectiveCount(group)
    const index = Math.min(count - 1, Math.floor((count * (before + weight / 2)) / total))
    if (index === filling) bins.at(-1)?.push(...group)
    else bins.push(group)
    filling = index
    before += weight
  }
  return bins
}
