/**
 * Relative strength index (RSI): value by value (`rsi`), and over a whole series as the reference of the tests
 * (`rsiSeries`).
 */

import { lagged } from './lagged.ts'
import { rma, rmaSeries } from './rma.ts'

/** Wilder's relative strength index, 0 to 100; 100 without losses, also in a market that never moved. */
export const rsi = (n: number): ((close: number) => number) => {
  const before = lagged(1)
  const gain = rma(n)
  const loss = rma(n)
  return (close) => {
    const change = close - before(close)
    return strength(gain(Math.max(change, 0)), loss(Math.max(-change, 0)))
  }
}

export const rsiSeries = (closes: readonly number[], n: number): number[] => {
  const changes = closes.map((close, i) => close - (closes[i - 1] ?? Number.NaN))
  const gains = changes.map((change) => Math.max(change, 0))
  const losses = changes.map((change) => Math.max(-change, 0))
  const averageLosses = rmaSeries(losses, n)
  return rmaSeries(gains, n).map((gain, i) => strength(gain, averageLosses[i] ?? Number.NaN))
}

/** 100 − 100/(1 + gain/loss), rearranged to preserve the precision of small gains. */
const strength = (gain: number, loss: number): number => (loss === 0 ? 100 : (100 * gain) / (gain + loss))
