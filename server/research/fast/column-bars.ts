import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import { type Candle, mergeCandles } from '../../domain/market/candle.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import { type Bar, barConverter } from '../../domain/signal/bar.ts'
import { toCandle } from '../columns.ts'
import type { InstrumentHistory } from '../history.ts'

/**
 * Bars of an interval for the fast driver, computed from gapless one-minute columns in the same way as the engine
 * computes them from candles.
 */
export interface ColumnBars {
  /** Returns the bar that opens at an instant; all of its minutes must be within the columns. */
  barAt(openMs: Instant): Bar
  candleAt(openMs: Instant): Candle
}

export const createColumnBars = ({ last, instrument }: InstrumentHistory, interval: Interval): ColumnBars => {
  const toBar = barConverter(instrument)
  const rows = intervalLength(interval) / MINUTE_MS
  const candleAt = (openMs: Instant): Candle => {
    const from = (openMs - last.fromMs) / MINUTE_MS
    let merged = { ...toCandle(last, instrument.symbol, from), interval }
    for (let row = from + 1; row < from + rows; row++) {
      merged = { ...mergeCandles(merged, toCandle(last, instrument.symbol, row)), interval }
    }
    return merged
  }
  return { candleAt, barAt: (openMs) => toBar(candleAt(openMs)) }
}
