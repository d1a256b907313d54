/** Market inputs of the monitor: feed quality, order-book and trade measurements, and statistics of stored candles. */

import type { Instant } from '../../core/instant.ts'
import type { Component } from '../../domain/microstructure/component.ts'
import type { MarketPicture } from '../../domain/microstructure/market-picture.ts'
import type { MicroEvent } from '../../domain/microstructure/micro-event.ts'
import type { MicroReading } from '../../domain/microstructure/micro-reading.ts'
import { atOnce, defineInput, limitOrZero } from '../frame/input.ts'

/** Feed quality of one instrument. */
export interface FeedTruth {
  readonly symbol: string
  readonly bookState: 'SYNCED' | 'RESYNCING' | 'STALE'
  readonly bookAgeMs: number | null
  readonly markAgeMs: number | null
}

/** Feed quality of the market; observed at the time of the oldest mark price among the instruments. */
export const feeds = defineInput<readonly FeedTruth[]>({
  kind: 'HEARTBEAT',
  source: 'market.feed',
  what: 'Prices of every instrument',
  producedBy: 'market source',
  maxAgeMs: ({ data }) => limitOrZero(data.maxMarkAgeMs),
})

/** Sign of manipulation, with its prices and size as decimal strings. */
export interface EventTruth extends Pick<MicroEvent, 'kind' | 'atMs' | 'side'> {
  readonly priceBand: { readonly low: string; readonly high: string }
  readonly size: string
}

/** Market conditions of one instrument, with its signs of manipulation. */
export interface PictureTruth {
  readonly symbol: string
  /** Prices published by the exchange; null when it does not publish them. */
  readonly markPrice: string | null
  readonly fundingRate: string | null
  readonly fundingIntervalMs: number | null
  readonly nextFundingAtMs: Instant | null
  readonly openInterest: string | null
  readonly picture: MarketPicture
  readonly tradeAgeMs: number | null
  /** Delay of the newest closed minute behind the last one that has ended. */
  readonly klineLagMs: number | null
  readonly window: MicroReading['window'] & {
    /** Observed part of the window. */
    readonly watchedMs: number
  }
  /** All signs measured in the market itself. */
  readonly components: readonly Component[]
  /** The newest events, oldest first. */
  readonly events: readonly EventTruth[]
}

/** Market conditions of every watched instrument. */
export const marketPicture = defineInput<readonly PictureTruth[]>({
  kind: 'STATISTICS',
  source: 'market.microstructure',
  what: 'The measurements of order books and trades',
  producedBy: 'engine',
  maxAgeMs: () => 2 * atOnce(),
})

/** Volatility and trend of one instrument over the last thirty days of stored candles; null when there are too few. */
export interface HistoryTruth {
  readonly symbol: string
  readonly rv1hPct: number | null
  readonly rv24hPct: number | null
  readonly parkinson24hPct: number | null
  /** Percentile of the current hour among the previous ones, however few. */
  readonly rvPercentile: number | null
  /** Number of hours the current one is compared with. */
  readonly hours: number
  /** Periods of the last day with incomplete minutes. */
  readonly gaps24h: number
  /** ADX of the unbroken hourly candles up to now. */
  readonly adx14_1h: number | null
  readonly slope: number | null
  readonly bars: number
}

export const marketHistory = defineInput<readonly HistoryTruth[]>({
  kind: 'STATISTICS',
  source: 'store.candles',
  what: 'Volatility and trend of the stored candles',
  producedBy: 'engine store',
  maxAgeMs: ({ monitor }) => monitor.maxStatisticsAgeMs,
})
