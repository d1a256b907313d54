/** Converts candles to the price bars and volume bars of the chart library. */

import type { CandlestickData, HistogramData, LineData, UTCTimestamp } from 'lightweight-charts'
import type { Candle } from './candles.ts'
import type { Shape } from './chart-appearance.ts'
import { type ChartColours, withAlpha } from './create-chart.ts'

/** Converts candles to the bars or points of a chart style. */
export const toBars = (candles: readonly Candle[], shape: Shape): PriceBar[] => {
  const bars = candles.map(toBar)
  if (shape === 'heikinAshi') return heikinAshi(bars)
  return shape === 'line' || shape === 'area' ? bars.map(({ time, close }) => ({ time, value: close })) : bars
}

type CandleBar = CandlestickData<UTCTimestamp>
export type PriceBar = CandleBar | LineData<UTCTimestamp>

/** Converts an instant to the time of the chart library. */
export const chartTime = (atMs: number): UTCTimestamp => (atMs / 1_000) as UTCTimestamp

/** Converts a candle to a bar of floats for drawing. */
const toBar = ({ openTimeMs, open, high, low, close }: Candle): CandleBar => ({
  time: chartTime(openTimeMs),
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
})

/** Converts bars to Heikin-Ashi bars, each averaged with the previous one, oldest first. */
const heikinAshi = (bars: readonly CandleBar[]): CandleBar[] => {
  const averaged: CandleBar[] = []
  for (const { time, open, high, low, close } of bars) {
    const before = averaged.at(-1)
    const begun = before ? (before.open + before.close) / 2 : (open + close) / 2
    const ended = (open + high + low + close) / 4
    averaged.push({
      time,
      open: begun,
      high: Math.max(high, begun, ended),
      low: Math.min(low, begun, ended),
      close: ended,
    })
  }
  return averaged
}

/** Converts a candle to its volume bar, in the faint colour of its direction. */
export const toVolumeBar = (
  { openTimeMs, open, close, volume }: Candle,
  { up, down }: ChartColours,
): HistogramData<UTCTimestamp> => ({
  time: chartTime(openTimeMs),
  value: Number(volume),
  color: withAlpha(Number(close) < Number(open) ? down : up, FAINT),
})

const FAINT = 0.4
