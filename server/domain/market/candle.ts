/** Candles: creation from a trade or a quiet minute, adding a trade, and merging into longer candles. */

import type { Instant, TimeRange } from '../../core/instant.ts'
import { mergeRanges } from '../../core/time-ranges.ts'
import { type Lots, lots, type Ticks } from './instrument.ts'
import { type Interval, intervalLength } from './interval.ts'
import type { Trade } from './trade-tape.ts'

/** Price movement from `openMs` up to, not including, `closeOf(candle)`. */
export interface Candle {
  readonly symbol: string
  readonly interval: Interval
  readonly openMs: Instant
  readonly open: Ticks
  readonly high: Ticks
  readonly low: Ticks
  readonly close: Ticks
  readonly volume: Lots
  /** Σ price · quantity in tick·lots. */
  readonly turnover: bigint
  /** Null when a source does not report it. */
  readonly tradeCount: number | null
  readonly takerBuyVolume: Lots | null
  /** Unobserved ranges inside the candle; empty for a complete candle. */
  readonly missing: readonly TimeRange[]
}

/** Identity and last price of a closed candle. */
export type CandleClose = Pick<Candle, 'symbol' | 'interval' | 'openMs' | 'close'>

/** The first instant after the candle. */
export const closeTime = (candle: Pick<Candle, 'interval' | 'openMs'>): Instant =>
  candle.openMs + intervalLength(candle.interval)

export const candleOfTrade = (trade: Trade, interval: Interval, openMs: Instant): Candle =>
  addTrade(flatCandle({ symbol: trade.symbol, interval, openMs, price: trade.price }), trade)

/** Returns a candle for a period of unbroken stream without trades. */
export const flatCandle = (at: Pick<Candle, 'symbol' | 'interval' | 'openMs'> & { price: Ticks }): Candle => ({
  symbol: at.symbol,
  interval: at.interval,
  openMs: at.openMs,
  open: at.price,
  high: at.price,
  low: at.price,
  close: at.price,
  volume: lots(0),
  turnover: 0n,
  tradeCount: 0,
  takerBuyVolume: lots(0),
  missing: [],
})

export const addTrade = (candle: Candle, { price, quantity, takerSide }: Trade): Candle => ({
  ...candle,
  high: price > candle.high ? price : candle.high,
  low: price < candle.low ? price : candle.low,
  close: price,
  volume: lots(candle.volume + quantity),
  turnover: candle.turnover + BigInt(price) * BigInt(quantity),
  tradeCount: (candle.tradeCount ?? 0) + 1,
  takerBuyVolume: takerSide === 'BUY' ? lots((candle.takerBuyVolume ?? 0) + quantity) : candle.takerBuyVolume,
})

/** Returns whether the candle has no trades; its price is then that of the previous candle. */
const isQuiet = ({ volume }: Candle): boolean => volume === 0

/** A candle that is still changed in place; it becomes a `Candle` when no one changes it anymore. */
export type FormingCandle = { -readonly [Field in keyof Candle]: Candle[Field] }

/** Merges `next` into `first`, which keeps its interval and opening time. */
export const mergeCandles = (first: Candle, next: Candle): Candle => {
  const merged = { ...first }
  addCandle(merged, next)
  return merged
}

/**
 * Adds the candle `next` to the end of `forming`. Open, high and low come from minutes with trades: a quiet start counts
 * only until the first trade.
 */
export const addCandle = (forming: FormingCandle, next: Candle): void => {
  const begins = isQuiet(forming) && !isQuiet(next)
  if (begins) forming.open = next.open
  if (begins || next.high > forming.high) forming.high = next.high
  if (begins || next.low < forming.low) forming.low = next.low
  forming.close = next.close
  forming.volume = lots(forming.volume + next.volume)
  forming.turnover += next.turnover
  forming.tradeCount = sumOrNull(forming.tradeCount, next.tradeCount)
  forming.takerBuyVolume = sumOrNull(forming.takerBuyVolume, next.takerBuyVolume) as Lots | null
  if (next.missing.length > 0) forming.missing = mergeRanges([...forming.missing, ...next.missing])
}

const sumOrNull = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)
