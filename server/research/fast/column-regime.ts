/** Fast driver: regime of the market at each bar of a history, computed once for all runs over the same columns. */

import { assert } from '../../core/assert.ts'
import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import { type Interval, intervalLength, intervalStart } from '../../domain/market/interval.ts'
import type { Bar } from '../../domain/signal/bar.ts'
import { beginGauge, regimeIn } from '../../domain/signal/gauge.ts'
import type { Regime } from '../../domain/signal/regime.ts'
import { PERIOD_BARS, periodIndex } from '../../domain/signal/series.ts'
import type { CandleColumns } from '../history.ts'

/** Bars of an interval, read by their opening time. */
interface RegimeSource {
  readonly interval: Interval
  /** Opening time of the first bar. */
  readonly warmFromMs: Instant
  readonly barAt: (openMs: Instant) => Bar
}

/** Returns the regime after the bar that opens at an instant. */
export type ReadRegime = (openMs: Instant) => Regime

/**
 * Returns the reader of the regimes of these columns. Regimes are computed period by period when first read, by the
 * gauge of the lane that is active in the period.
 */
export const readRegimes = (columns: CandleColumns, source: RegimeSource): ReadRegime => {
  const key = `${source.interval} ${source.warmFromMs}`
  const known = readers.get(columns) ?? new Map<string, ReadRegime>()
  readers.set(columns, known)
  const reader = known.get(key) ?? createReader(columns, source)
  known.set(key, reader)
  return reader
}

/** Readers by columns, then by interval and first bar: the trials of a search share them. */
const readers = new WeakMap<CandleColumns, Map<string, ReadRegime>>()

const createReader = ({ fromMs, length }: CandleColumns, { interval, warmFromMs, barAt }: RegimeSource): ReadRegime => {
  const barMs = intervalLength(interval)
  const toMs = intervalStart(interval, fromMs + length * MINUTE_MS)
  const periods = new Map<number, readonly Regime[]>()
  const readPeriod = (period: number): readonly Regime[] => {
    const startMs = Math.max(warmFromMs, period * PERIOD_BARS * barMs)
    const endMs = Math.min((period + 1) * PERIOD_BARS * barMs, toMs)
    const read = beginGauge()
    const regimes: Regime[] = []
    for (let openMs = Math.max(warmFromMs, startMs - PERIOD_BARS * barMs); openMs < endMs; openMs += barMs) {
      const gauge = read(barAt(openMs))
      if (openMs >= startMs) regimes.push(regimeIn(gauge()))
    }
    return regimes
  }
  return (openMs) => {
    const period = periodIndex(interval, openMs)
    const regimes = periods.get(period) ?? readPeriod(period)
    periods.set(period, regimes)
    const startMs = Math.max(warmFromMs, period * PERIOD_BARS * barMs)
    const regime = regimes[(openMs - startMs) / barMs]
    assert(regime !== undefined, 'a bar must be within its columns')
    return regime
  }
}
