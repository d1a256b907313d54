/**
 * Stochastic oscillator: value by value (`stochastic`), and over a whole series as the reference of the tests
 * (`stochasticSeries`).
 */

import type { Bar } from '../bar.ts'
import { highest, highestSeries } from './highest.ts'
import { lowest, lowestSeries } from './lowest.ts'
import { sma, smaSeries } from './sma.ts'

/** Position of the close in the range of the last bars, 0 to 100; 0 when there is no range, as in TA-Lib. */
export const stochastic = (params: StochasticParams): ((bar: Bar) => Stochastic) => {
  const highestAt = highest(params.k)
  const lowestAt = lowest(params.k)
  const smoothK = sma(params.smooth)
  const smoothD = sma(params.d)
  return (bar) => {
    const k = smoothK(position(bar.close, lowestAt(bar.low), highestAt(bar.high)))
    return { k, d: smoothD(k) }
  }
}

export interface StochasticParams {
  /** Number of bars in the range. */
  readonly k: number
  /** Length of the moving average %D of %K. */
  readonly d: number
  /** Smoothing length of %K; 1 for the fast stochastic. */
  readonly smooth: number
}

export interface Stochastic {
  readonly k: number
  readonly d: number
}

export const stochasticSeries = (bars: readonly Bar[], params: StochasticParams): Stochastic[] => {
  const highs = highestSeries(
    bars.map(({ high }) => high),
    params.k,
  )
  const lows = lowestSeries(
    bars.map(({ low }) => low),
    params.k,
  )
  const positions = bars.map(({ close }, i) => position(close, lows[i] ?? Number.NaN, highs[i] ?? Number.NaN))
  const ks = smaSeries(positions, params.smooth)
  const ds = smaSeries(ks, params.d)
  return ks.map((k, i) => ({ k, d: ds[i] ?? Number.NaN }))
}

const position = (close: number, low: number, high: number): number =>
  high === low ? 0 : (100 * (close - low)) / (high - low)
