import type { CandlestickData, HistogramData, UTCTimestamp } from 'lightweight-charts'
import type { Candle } from './candles.ts'
import type { ChartColours } from './create-chart.ts'

/** An instant as the chart counts it. */
export const chartTime = (atMs: number): UTCTimestamp => (atMs / 1_000) as UTCTimestamp

/** A candle as it is drawn: this alone may be a float. */
export const toBar = ({ openTimeMs, open, high, low, close }: Candle): CandlestickData<UTCTimestamp> => ({
  time: chartTime(openTimeMs),
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
})

/** Its volume, in the faint colour of where the price went. */
export const toVolumeBar = (
  { openTimeMs, open, close, volume }: Candle,
  { up, down }: ChartColours,
): HistogramData<UTCTimestamp> => ({
  time: chartTime(openTimeMs),
  value: Number(volume),
  color: faint(Number(close) < Number(open) ? down : up),
})

const faint = (colour: string): string => colour.replace('rgb(', 'rgba(').replace(')', ', 0.45)')
