/** Market gauge for one timeframe: the indicators by which the regime is classified. */

import type { Bar } from './bar.ts'
import { adx } from './indicators/adx.ts'
import { atr } from './indicators/atr.ts'
import { ema } from './indicators/ema.ts'
import { lagged } from './indicators/lagged.ts'
import { volatilityPercentile } from './indicators/volatility-percentile.ts'
import { classifyRegime, type Regime } from './regime.ts'

/** Indicators of trend and volatility on the bars of one series; NaN until enough bars are available. */
export interface Gauge {
  readonly atr: number
  readonly adx: number
  /** Percentile of the current volatility among the last bars, 0 to 1. */
  readonly volatilityPercentile: number
  /** Change in the slow average over its lag, in average true ranges. */
  readonly slope: number
}

const WINDOW = 14
const SLOW = 50
const SLOPE_BARS = 10
/** Returns in one value of realised volatility, and values among which the newest one is ranked. */
export const VOLATILITY = { window: 20, over: 480 }

/** Starts reading a series; call it once per closed bar, in order. The returned gauge is valid until the next bar. */
export const beginGauge = (): ((bar: Bar) => () => Gauge) => {
  const trendAt = beginTrend()
  const volatilityAt = volatilityPercentile(VOLATILITY)
  return (bar) => {
    const trend = trendAt(bar)
    const readVolatilityPercentile = volatilityAt(bar.close)
    return () => ({ ...trend, volatilityPercentile: readVolatilityPercentile() })
  }
}

/** Starts reading the trend of a series; call it once per closed bar, in order. */
export const beginTrend = (): ((bar: Bar) => Omit<Gauge, 'volatilityPercentile'>) => {
  const rangeAt = atr(WINDOW)
  const strengthAt = adx(WINDOW)
  const slowAt = ema(SLOW)
  const before = lagged(SLOPE_BARS)
  return (bar) => {
    const range = rangeAt(bar)
    const { adx: strength } = strengthAt(bar)
    const slow = slowAt(bar.close)
    const change = slow - before(slow)
    return { atr: range, adx: strength, slope: range > 0 ? change / range : Number.NaN }
  }
}

/** Returns the regime by the gauge of a series. */
export const regimeIn = ({ adx, volatilityPercentile, slope }: Omit<Gauge, 'atr'>): Regime =>
  classifyRegime({ adx: known(adx), rvPercentile: known(volatilityPercentile), slope: known(slope) })

const known = (figure: number): number | null => (Number.isFinite(figure) ? figure : null)
