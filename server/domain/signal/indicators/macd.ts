/**
 * Moving average convergence divergence (MACD): value by value (`macd`), and over a whole series as the reference of
 * the tests (`macdSeries`).
 */

import { ema, emaSeries } from './ema.ts'

/**
 * Returns the fast minus the slow EMA (MACD), the EMA of that difference from its first value (signal), and their
 * difference (histogram).
 */
export const macd = (params: MacdParams): ((close: number) => Macd) => {
  const fast = ema(params.fast)
  const slow = ema(params.slow)
  const smooth = ema(params.signal)
  return (close) => {
    const line = fast(close) - slow(close)
    const signal = smooth(line)
    return { macd: line, signal, histogram: line - signal }
  }
}

export interface MacdParams {
  readonly fast: number
  readonly slow: number
  readonly signal: number
}

export interface Macd {
  readonly macd: number
  readonly signal: number
  readonly histogram: number
}

export const macdSeries = (closes: readonly number[], params: MacdParams): Macd[] => {
  const slows = emaSeries(closes, params.slow)
  const lines = emaSeries(closes, params.fast).map((fast, i) => fast - (slows[i] ?? Number.NaN))
  return emaSeries(lines, params.signal).map((signal, i) => {
    const line = lines[i] ?? Number.NaN
    return { macd: line, signal, histogram: line - signal }
  })
}
