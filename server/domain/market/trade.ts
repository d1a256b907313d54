import type { Instant } from '../../core/instant.ts'
import type { Lots, Ticks } from './instrument.ts'

/** A trade the market made (ours are fills). */
export interface Trade {
  readonly symbol: string
  readonly tradeId: string
  /** The venue's running number when it counts without holes, so that a dropped trade shows; else null. */
  readonly sequence: number | null
  readonly price: Ticks
  readonly quantity: Lots
  readonly takerSide: 'BUY' | 'SELL'
  readonly tradedAtMs: Instant
}
