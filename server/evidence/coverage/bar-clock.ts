import { DAY_MS, type Instant, SECOND_MS } from '../../core/instant.ts'
import { type Interval, intervalLength, intervalStart } from '../../domain/market/interval.ts'
import type { Series } from '../../domain/signal/series.ts'
import type { TruthSources } from '../evidence-sources.ts'

/** Time allowed to process a bar that has ended. */
const EVALUATION_DELAY_MS = 10 * SECOND_MS

/** Returns the clock by which bars close: the platform clock, unless the market has its own, as a recording does. */
export const barClock = ({ state: { market, rules } }: Pick<TruthSources, 'state'>, nowMs: Instant): Instant =>
  rules.clockChecked ? Math.max(nowMs, market.clockMs) : market.clockMs

/** Bars of one series in the last day: closed ones, by the clock alone, and processed ones. */
export interface BarCount {
  readonly evaluated: number
  readonly expected: number
}

/**
 * Counts closed and processed bars. Bars before the first processed one do not count: the market had not begun, or was
 * not watched. For a series that never processed any, bars are expected from the start of the process on.
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
