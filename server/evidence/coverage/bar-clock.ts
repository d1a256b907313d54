import { DAY_MS, type Instant, SECOND_MS } from '../../core/instant.ts'
import { type Interval, intervalLength, intervalStart } from '../../domain/market/interval.ts'
import type { Series } from '../../domain/signal/series.ts'
import type { TruthSources } from '../evidence-sources.ts'

/** A bar that is over has so long to be told. */
const EVALUATION_DELAY_MS = 10 * SECOND_MS

/** The clock by which bars close: ours, unless the market has one of its own, as a recording has. */
export const barClock = ({ state: { market, rules } }: Pick<TruthSources, 'state'>, nowMs: Instant): Instant =>
  rules.clockChecked ? Math.max(nowMs, market.clockMs) : market.clockMs

/** Bars of one series of the last day: how many closed, by the clock alone, and how many of these were told. */
export interface BarCount {
  readonly evaluated: number
  readonly expected: number
}

/**
 * What closed before the first bar that was ever told is nobody's fault: the market had not begun, or was not watched. A
 * series that was never told anything is expected from the start of the process on.
 */
export const countBars = (
  series: Pick<Series, 'record'> | undefined,
  interval: Interval,
  { clockMs, bootedAtMs }: { readonly clockMs: Instant; readonly bootedAtMs: Instant },
): BarCount => {
  const beganMs = series?.record.firstMs ?? nextOpen(interval, Math.min(bootedAtMs, clockMs))
  const fromMs = Math.max(beganMs, nextOpen(interval, clockMs - DAY_MS))
  const toMs = intervalStart(interval, clockMs - EVALUATION_DELAY_MS)
  const evaluated = (series?.record.barOpensMs ?? []).filter((openMs) => openMs >= fromMs && openMs < toMs).length
  return { evaluated, expected: Math.max(0, Math.round((toMs - fromMs) / intervalLength(interval))) }
}

const nextOpen = (interval: Interval, atMs: Instant): Instant => {
  const openMs = intervalStart(interval, atMs)
  return openMs === atMs ? atMs : openMs + intervalLength(interval)
}
