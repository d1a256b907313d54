/** Fast driver: regime of the market at each bar of a history, computed once for all runs over the same columns. */

import { assert } from '../../core/assert.ts'
import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import { type Interval, intervalLength, intervalStart } from '../../domain/market/interval.ts'
import type { Bar } from '../../domain/signal/bar.ts'
import { beginTrend, regimeIn, VOLATILITY } from '../../domain/signal/gauge.ts'
import { rankLast, realisedVolatility } from '../../domain/signal/indicators/volatility-percentile.ts'
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
 * Returns the reader of the regimes of these columns. Their figures are computed period by period when first read, by
 * the gauge of the lane that is active in the period.
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
  const periods = new Map<number, PeriodFigures>()
  const readPeriod = (period: number): PeriodFigures => {
    const startMs = Math.max(warmFromMs, (period - 1) * PERIOD_BARS * barMs)
    const endMs = Math.min((period + 1) * PERIOD_BARS * barMs, toMs)
    const count = Math.max(0, (endMs - startMs) / barMs)
    const create = (): Float64Array => new Float64Array(count)
    const figures = {
      fromMs: startMs,
      adx: create(),
      slope: create(),
      volatility: create(),
      ranked: new Int32Array(count),
    }
    const [trendAt, volatilityAt] = [beginTrend(), realisedVolatility(VOLATILITY.window)]
    let ranked = 0
    for (let row = 0; row < count; row++) {
      const bar = barAt(startMs + row * barMs)
      const { adx, slope } = trendAt(bar)
      figures.adx[row] = adx
      figures.slope[row] = slope
      const volatility = volatilityAt(bar.close)
      ranked = Number.isNaN(volatility) ? 0 : ranked + 1
      figures.volatility[row] = volatility
      figures.ranked[row] = ranked
    }
    return figures
  }
  return (openMs) => {
    const period = periodIndex(interval, openMs)
    const figures = periods.get(period) ?? readPeriod(period)
    periods.set(period, figures)
    return regimeAt(figures, (openMs - figures.fromMs) / barMs)
  }
}

/** Figures of the bars of a period and of those before it, from which the regimes follow. */
interface PeriodFigures {
  /** Opening time of the first bar. */
  readonly fromMs: Instant
  readonly adx: Float64Array
  readonly slope: Float64Array
  readonly volatility: Float64Array
  /** Number of volatilities since the last NaN. */
  readonly ranked: Int32Array
}

const regimeAt = ({ adx, slope, volatility, ranked }: PeriodFigures, row: number): Regime => {
  assert(row >= 0 && row < adx.length, 'a bar must be within its columns')
  const { over } = VOLATILITY
  return regimeIn({
    adx: adx[row] ?? Number.NaN,
    slope: slope[row] ?? Number.NaN,
    volatilityPercentile: (ranked[row] ?? 0) < over ? Number.NaN : rankLast(volatility, row + 1 - over, row + 1),
  })
}
