import type { Instant } from '../../core/instant.ts'
import type { Component } from '../../domain/microstructure/component.ts'
import type { MarketPicture } from '../../domain/microstructure/market-picture.ts'
import type { MicroEvent } from '../../domain/microstructure/micro-event.ts'
import type { MicroReading } from '../../domain/microstructure/micro-reading.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** A finding with its prices and sizes as text. */
export interface EventTruth extends Pick<MicroEvent, 'kind' | 'atMs' | 'side'> {
  readonly priceBand: { readonly low: string; readonly high: string }
  readonly size: string
}

/** Market picture of one instrument, with its signs of manipulation. */
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
  /** Every sign that is measured of the market itself. */
  readonly components: readonly Component[]
  /** The newest, oldest first. */
  readonly events: readonly EventTruth[]
}

/** Measurements of every watched market. */
export const marketPicture = defineInput<readonly PictureTruth[]>({
  kind: 'STATISTICS',
  source: 'market.microstructure',
  what: 'What is measured of books and trades',
  producedBy: 'engine',
  maxAgeMs: () => 2 * atOnce(),
})
