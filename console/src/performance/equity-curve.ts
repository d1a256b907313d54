/** Equity curve, extended with live values. */

import type { components } from '@plimsoll/client'
import type { EquityPoint } from '../chart/equity-chart.tsx'
import { getSign, subtractDecimals, toPercent } from '../figures/decimal.ts'

/**
 * Extends the curve with live values: the last sample moves until it is one spacing away from the sample before it. A
 * high stays, as it may be the peak.
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
  /** The highest there was until the last sample; undefined where there is none. */
  readonly peak: Sample | undefined
}

/** Builds the curve. The reported peak counts from its own time: it may be before the curve, or between two samples. */
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
