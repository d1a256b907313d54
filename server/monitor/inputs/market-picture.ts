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

/** What one instrument's market looks like, and what in it looks like manipulation. */
export interface PictureTruth {
  readonly symbol: string
  /** As the exchange tells them; null where it does not. */
  readonly markPrice: string | null
  readonly fundingRate: string | null
  readonly fundingIntervalMs: number | null
  readonly nextFundingAtMs: Instant | null
  readonly openInterest: string | null
  readonly picture: MarketPicture
  readonly tradeAgeMs: number | null
  /** How far the newest closed minute is behind the last one that is over. */
  readonly klineLagMs: number | null
  readonly window: MicroReading['window'] & {
    /** How much of it was watched. */
    readonly watchedMs: number
  }
  /** Every sign that is measured of the market itself. */
  readonly components: readonly Component[]
  /** The newest, oldest first. */
  readonly events: readonly EventTruth[]
}

/** What is measured of every market that is watched. */
export const marketPicture = defineInput<readonly PictureTruth[]>({
  kind: 'STATISTICS',
  source: 'market.microstructure',
  what: 'What is measured of books and trades',
  producedBy: 'engine',
  maxAgeMs: () => 2 * atOnce(),
})
