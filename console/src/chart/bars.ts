import type { CandlestickData, HistogramData, UTCTimestamp } from 'lightweight-charts'
import type { Candle } from './candles.ts'
import { type ChartColours, withAlpha } from './create-chart.ts'

/** Converts an instant to the time of the chart library. */
export const chartTime = (atMs: number): UTCTimestamp => (atMs / 1_000) as UTCTimestamp

/** Converts a candle for drawing, the only place where prices become floats. */
export const toBar = ({ openTimeMs, open, high, low, close }: Candle): CandlestickData<UTCTimestamp> => ({
  time: chartTime(openTimeMs),
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
})

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
