/** Trades of the market, and the buffer of the newest ones of an instrument. */

import type { Instant } from '../../core/instant.ts'
import type { Lots, Ticks } from './instrument.ts'

/** The newest trades of an instrument. */
export interface TradeTape {
  /** Number of trades ever added. */
  readonly count: number
  add(trade: Trade): void
  /** Newest first. */
  newest(limit: number): Trade[]
}

/** Maximum number of trades in one response. */
export const TAPE_MAX = 1_000

export const createTradeTape = (): TradeTape => {
  const ring: Trade[] = []
  let count = 0
  return {
    get count() {
      return count
    },
    add(trade) {
      ring[count % TAPE_MAX] = trade
      count++
    },
    newest(limit) {
      const trades: Trade[] = []
      for (let index = count - 1; index >= 0 && index >= count - TAPE_MAX && trades.length < limit; index--) {
        trades.push(ring[index % TAPE_MAX] as Trade)
      }
      return trades
    },
  }
}

/** A trade on the market (our own are fills). */
export interface Trade {
  readonly symbol: string
  readonly tradeId: string
  /** Venue trade number if numbering is gapless, so that dropped trades can be detected; otherwise null. */
  readonly sequence: number | null
  readonly price: Ticks
  readonly quantity: Lots
  readonly takerSide: 'BUY' | 'SELL'
  readonly tradedAtMs: Instant
}
