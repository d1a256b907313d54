/**
 * Percentile of realised volatility: value by value (`volatilityPercentile`), and over a whole series as the reference
 * of the tests (`volatilityPercentileSeries`).
 */

import { lagged } from './lagged.ts'
import { simpleReturn } from './simple-return.ts'
import { createWindow, overEach, push, windowSum } from './window.ts'

/**
 * Share of the last `over` values of realised volatility that do not exceed the current one, greater than 0 and up to
 * 1. Realised volatility is the root of the sum of squared returns (Andersen, Bollerslev, Diebold and Labys 2003,
 * "Modeling and Forecasting Realized Volatility", Econometrica 71(2)), here of simple returns of closes. Call it with
 * each close; the returned function computes the expensive value on demand and is valid until the next close.
 */
export const volatilityPercentile = (params: VolatilityPercentileParams): ((close: number) => () => number) => {
  const volatilityAt = realisedVolatility(params.window)
  const volatilities = createWindow(params.over)
  const { over } = params
  /** Number of values since the last NaN. */
  let known = 0
  const present = (): number =>
    known < over ? Number.NaN : rankLast(volatilities.values, volatilities.next, volatilities.next + over)
  return (close) => {
    const volatility = volatilityAt(close)
    known = Number.isNaN(volatility) ? 0 : known + 1
    push(volatilities, volatility)
    return present
  }
}

/** Realised volatility over a number of returns; call it with each close. */
export const realisedVolatility = (returns: number): ((close: number) => number) => {
  const before = lagged(1)
  const squares = createWindow(returns)
  return (close) => {
    push(squares, simpleReturn(before(close), close) ** 2)
    return Math.sqrt(windowSum(squares))
  }
}

export interface VolatilityPercentileParams {
  /** Number of returns in one value of realised volatility. */
  readonly window: number
  /** Number of values ranked, including the current one. */
  readonly over: number
}

export const volatilityPercentileSeries = (closes: readonly number[], params: VolatilityPercentileParams): number[] => {
  const squares = closes.map((close, i) => simpleReturn(closes[i - 1] ?? Number.NaN, close) ** 2)
  const volatilities = overEach(squares, params.window, (stretch) =>
    Math.sqrt(stretch.reduce((sum, square) => sum + square, 0)),
  )
  return overEach(volatilities, params.over, (stretch) => {
    if (stretch.some(Number.isNaN)) return Number.NaN
    const present = stretch.at(-1) ?? Number.NaN
    return stretch.filter((volatility) => volatility <= present).length / stretch.length
  })
}

/** Returns the share of the values of an index range that do not exceed the last one; none of them may be NaN. */
export const rankLast = (values: Float64Array, from: number, to: number): number => {
  const present = values[to - 1] as number
  let count = 0
  // A sum of comparisons, because the processor cannot predict branches on them.
  for (let i = from; i < to; i++) count += Number((values[i] as number) <= present)
  return count / (to - from)
}
