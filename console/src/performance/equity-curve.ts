/** Equity curve with drawdown: built from the samples of the API and extended by live values. */

import type { components } from '@plimsoll/client'
import type { EquityPoint } from '../chart/equity-chart.tsx'
import { getSign, subtractDecimals, toPercent } from '../figures/decimal.ts'

/**
 * Appends a live value. It replaces the last sample within one spacing of the previous sample, except a local high,
 * which may be the peak.
 */
export const extendCurve = (samples: readonly Sample[], next: Sample, spacingMs: number): readonly Sample[] => {
  const [before, last] = [samples.at(-2), samples.at(-1)]
  if (last && Date.parse(next.at) <= Date.parse(last.at)) return samples
  const isNear = before && last && Date.parse(last.at) - Date.parse(before.at) < spacingMs
  const moves = isNear && !(isHigher(last, before) && isHigher(last, next))
  return [...(moves ? samples.slice(0, -1) : samples), next]
}

type Portfolio = components['schemas']['Portfolio']

type Sample = Pick<EquityPoint, 'at' | 'equity'>

/** Builds the curve from loaded samples; the peak may be after the last of them. */
export const readCurve = (
  { asOf, equity, series }: Pick<Portfolio, 'asOf' | 'equity' | 'series'>,
  spacingMs: number,
): readonly Sample[] => extendCurve(series?.points ?? [], { at: asOf, equity }, spacingMs)

const isHigher = (a: Sample, b: Sample): boolean => getSign(subtractDecimals(a.equity, b.equity)) > 0

interface Curve {
  /** Samples with their drawdown from the highest equity so far. */
  readonly points: readonly EquityPoint[]
  /** Highest equity up to the last sample; undefined without samples. */
  readonly peak: Sample | undefined
}

/**
 * Adds the drawdown to each sample. The peak reported by the API counts from its own time, which may be before the
 * first sample or between two samples.
 */
export const buildCurve = (
  samples: readonly Sample[],
  { peakEquity, peakAt }: Pick<Portfolio['drawdown'], 'peakEquity' | 'peakAt'>,
): Curve => {
  let peak: Sample | undefined
  const raise = (to: Sample): void => {
    if (!peak || isHigher(to, peak)) peak = to
  }
  const points: EquityPoint[] = []
  for (const { at, equity } of samples) {
    if (peakEquity !== null && peakAt !== null && peakAt <= at) raise({ equity: peakEquity, at: peakAt })
    raise({ equity, at })
    const highest = peak?.equity ?? equity
    points.push({ at, equity, belowPeakPct: toPercent(subtractDecimals(equity, highest), highest) ?? 0 })
  }
  return { points, peak }
}
