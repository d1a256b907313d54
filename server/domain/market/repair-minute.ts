import { withoutRange } from '../../core/time-ranges.ts'
import { type Candle, closeTime } from './candle.ts'
import { type CandleBuilder, withGaps } from './candle-builder.ts'
import { type Lots, lots, ticks } from './instrument.ts'

/**
 * Replaces the minute that closed last by the exchange's own candle, and repairs the longer candles with it. Returns
 * the candles to publish again: the minute and the longer candles that closed with it; none when another minute has
 * closed.
 */
export const repairMinute = (builder: CandleBuilder, whole: Candle): Candle[] => {
  const [broken] = builder.previous
  if (broken?.openMs !== whole.openMs) return []
  const minute = { fromMs: whole.openMs, toMs: closeTime(whole) }
  const mended = (candle: Candle): Candle => ({
    ...exchanged(candle, broken, whole),
    missing: withoutRange(candle.missing, minute),
  })
  builder.gaps = withoutRange(builder.gaps, minute)
  for (const [interval, candle] of builder.longer) {
    if (candle.openMs <= whole.openMs) builder.longer.set(interval, mended(candle))
  }
  builder.previous = builder.previous.map((candle) => withGaps(builder, candle === broken ? whole : mended(candle)))
  return [...builder.previous]
}

/** A longer candle whose last minute is another than it was made with. */
const exchanged = (candle: Candle, broken: Candle, whole: Candle): Candle => ({
  ...candle,
  ...pricesWith(candle, whole, { isFirst: candle.volume === broken.volume }),
  close: whole.close,
  volume: lots(candle.volume - broken.volume + whole.volume),
  turnover: candle.turnover - broken.turnover + whole.turnover,
  tradeCount: counted(candle.tradeCount, broken.tradeCount, whole.tradeCount),
  takerBuyVolume: counted(candle.takerBuyVolume, broken.takerBuyVolume, whole.takerBuyVolume) as Lots | null,
})

/** Open, high and low; those of the minute alone where nothing traded in the candle before it. */
const pricesWith = (candle: Candle, whole: Candle, { isFirst }: { readonly isFirst: boolean }): Prices => ({
  open: isFirst ? whole.open : candle.open,
  high: isFirst ? whole.high : ticks(Math.max(candle.high, whole.high)),
  low: isFirst ? whole.low : ticks(Math.min(candle.low, whole.low)),
})

type Prices = Pick<Candle, 'open' | 'high' | 'low'>

const counted = (all: number | null, less: number | null, more: number | null): number | null =>
  all === null || less === null || more === null ? null : all - less + more
