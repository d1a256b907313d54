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

/**
 * Merges `next` into `first`, which keeps its interval and opening time. Open, high and low come from minutes with
 * trades: a quiet start counts only until the first trade.
 */
export const mergeCandles = (first: Candle, next: Candle): Candle => {
  const begins = isQuiet(first) && !isQuiet(next)
  return {
    symbol: first.symbol,
    interval: first.interval,
    openMs: first.openMs,
    open: begins ? next.open : first.open,
    high: begins || next.high > first.high ? next.high : first.high,
    low: begins || next.low < first.low ? next.low : first.low,
    close: next.close,
    volume: lots(first.volume + next.volume),
    turnover: first.turnover + next.turnover,
    tradeCount: sumOrNull(first.tradeCount, next.tradeCount),
    takerBuyVolume: sumOrNull(first.takerBuyVolume, next.takerBuyVolume) as Lots | null,
    missing: next.missing.length === 0 ? first.missing : mergeRanges([...first.missing, ...next.missing]),
  }
}

const sumOrNull = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)
