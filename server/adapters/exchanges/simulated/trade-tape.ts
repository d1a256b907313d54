import { assert } from '../../../core/assert.ts'
import type { InstrumentEvent } from '../../../domain/market/market-event.ts'
import { TICK_MS, type TickView } from './agents/tick-view.ts'
import type { MatchingBook } from './book/matching-book.ts'

/** Where a part of the market tells what happened. */
export type Emit = (event: InstrumentEvent) => void

/** Trade ids are the tick's number with the trade's number in the tick behind it. */
const TRADES_A_TICK_MAX = 10_000

/**
 * The way into a book for one tick (numbered since 1970) that tells of every trade. Trade ids grow with time, also from
 * one run of the program to the next.
 */
export const createTradeTape =
  (symbol: string, book: MatchingBook) =>
  (tick: number, emit: Emit): TickView['send'] => {
    let trades = 0
    let latestMs = 0
    return (order, offsetMs) => {
      const placed = book.place(order)
      latestMs = Math.max(latestMs, offsetMs)
      const tradedAtMs = tick * TICK_MS + latestMs
      for (const { price, quantity } of placed.fills) {
        const tradeId = String(tick * TRADES_A_TICK_MAX + trades++)
        const trade = { symbol, tradeId, sequence: null, price, quantity, takerSide: order.side, tradedAtMs }
        emit({ kind: 'trade', trade })
      }
      assert(trades <= TRADES_A_TICK_MAX, 'more trades in a tick than their ids can tell apart')
      return placed
    }
  }
