/** Fast driver: bars of an interval, read from the columns of a history. */

import { assert } from '../../core/assert.ts'
import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import { type Bar, barConverter, createConversions } from '../../domain/signal/bar.ts'
import { mergeRows } from '../columns.ts'
import type { InstrumentHistory } from '../history.ts'

/** Returns the bar that opens at an instant. */
export type ReadBar = (openMs: Instant) => Bar

/** Creates the reader of the bars of gapless columns, equal to the bars that the engine builds from candles. */
export const createBarReader = (history: InstrumentHistory, interval: Interval): ReadBar => {
  const rows = intervalLength(interval) / MINUTE_MS
  return rows === 1 ? createMinuteReader(history) : createMergedReader(history, rows)
}

const createMergedReader = ({ last, instrument }: InstrumentHistory, rows: number): ReadBar => {
  const toBar = barConverter(instrument)
  return (openMs) => {
    const from = (openMs - last.fromMs) / MINUTE_MS
    return toBar(mergeRows(last, from, from + rows))
  }
}

const createMinuteReader = ({ last, instrument }: InstrumentHistory): ReadBar => {
  const { fromMs, length, open, high, low, close, volume, takerBuyVolume } = last
  const { toPrice, toSize } = createConversions(instrument)
  return (openMs) => {
    const row = (openMs - fromMs) / MINUTE_MS
    assert(row >= 0 && row < length, 'a bar must be within its columns')
    const takerBuy = takerBuyVolume?.[row] ?? Number.NaN
    return {
      openMs,
      open: toPrice(open[row] ?? 0),
      high: toPrice(high[row] ?? 0),
      low: toPrice(low[row] ?? 0),
      close: toPrice(close[row] ?? 0),
      volume: toSize(volume[row] ?? 0),
      takerBuyVolume: Number.isNaN(takerBuy) ? null : toSize(takerBuy),
    }
  }
}
