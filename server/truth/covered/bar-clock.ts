import { DAY_MS, type Instant, SECOND_MS } from '../../core/instant.ts'
import { type Interval, lengthOf, openOf } from '../../domain/market/interval.ts'
import type { Series } from '../../domain/signal/series.ts'
import type { TruthSources } from '../truth-sources.ts'

/** A bar that is over has so long to be told. */
const TELLING_MS = 10 * SECOND_MS

/** The clock by which bars close: ours, unless the market has one of its own, as a recording has. */
export const barClock = ({ state: { market, rules } }: Pick<TruthSources, 'state'>, nowMs: Instant): Instant =>
  rules.clockChecked ? Math.max(nowMs, market.clockMs) : market.clockMs

/** Bars of one series of the last day: how many closed, by the clock alone, and how many of these were told. */
export interface BarCount {
  readonly told: number
  readonly expected: number
}

/**
 * What closed before the first bar that was ever told is nobody's fault: the market had not begun, or was not watched. A
 * series that was never told anything is expected from the start of the process on.
 */
export const countBars = (
  series: Pick<Series, 'heard'> | undefined,
  interval: Interval,
  { clockMs, bootedAtMs }: { readonly clockMs: Instant; readonly bootedAtMs: Instant },
): BarCount => {
  const beganMs = series?.heard.firstMs ?? nextOpen(interval, Math.min(bootedAtMs, clockMs))
  const fromMs = Math.max(beganMs, nextOpen(interval, clockMs - DAY_MS))
  const toMs = openOf(interval, clockMs - TELLING_MS)
  const told = (series?.heard.toldMs ?? []).filter((openMs) => openMs >= fromMs && openMs < toMs).length
  return { told, expected: Math.max(0, Math.round((toMs - fromMs) / lengthOf(interval))) }
}

const nextOpen = (interval: Interval, atMs: Instant): Instant => {
  const openMs = openOf(interval, atMs)
  return openMs === atMs ? atMs : openMs + lengthOf(interval)
}
