/**
 * Keltner channel: value by value (`keltner`), and over a whole series as the reference of the tests (`keltnerSeries`).
 */

import type { Bar } from '../bar.ts'
import { atr, atrSeries } from './atr.ts'
import { type Bands, bandsAround } from './bands.ts'
import { ema, emaSeries } from './ema.ts'

/** EMA of the closes ± `k` average true ranges. */
export const keltner = (params: KeltnerParams): ((bar: Bar) => Bands) => {
  const middle = ema(params.ema)
  const range = atr(params.atr)
  return (bar) => bandsAround(middle(bar.close), params.k * range(bar))
}

export interface KeltnerParams {
  /** Length of the middle line's EMA of closes. */
  readonly ema: number
  readonly atr: number
  readonly k: number
}

export const keltnerSeries = (bars: readonly Bar[], params: KeltnerParams): Bands[] => {
  const closes = bars.map(({ close }) => close)
  const ranges = atrSeries(bars, params.atr)
  return emaSeries(closes, params.ema).map((middle, i) => bandsAround(middle, params.k * (ranges[i] ?? Number.NaN)))
}
