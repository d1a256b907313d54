import { assert } from '../../../core/assert.ts'
import type { Instant } from '../../../core/instant.ts'
import type { InstrumentEvent } from '../../../domain/market/market-event.ts'
import { TICK_MS, type TickView } from './agents/tick-view.ts'
import type { Fill, Side } from './book/half-book.ts'
import type { MatchingBook, NewOrder, Placed } from './book/matching-book.ts'

/** Publishes an event of a part of the market. */
export type Emit = (event: InstrumentEvent) => void

/** Trade ids are the tick's number with the trade's number in the tick behind it. */
const TRADES_A_TICK_MAX = 10_000

/** Maximum trades waiting for the next tick; beyond this they are not published. */
const WAITING_MAX = TRADES_A_TICK_MAX / 2

/** Publishes every trade in an order book. Trade ids grow with time, also from one run of the program to the next. */
export interface TradeTape {
  /** Time of arrival of the order being matched. */
  readonly timeMs: Instant
  /** Opens the order book for one tick (numbered since 1970); first it publishes the trades kept for it. */
  open(tick: number, emit: Emit): TickView['send']
  /** Enters an order between two ticks; its trades are published at the beginning of the next one. */
  enter(order: NewOrder, atMs: Instant): Placed
}

export const createTradeTape = (symbol: string, book: MatchingBook, startMs: Instant): TradeTape => {
  let timeMs = startMs
  let waiting: { readonly fill: Fill; readonly takerSide: Side }[] = []

  return {
    get timeMs() {
      return timeMs
    },
    open(tick, emit) {
      let trades = 0
      timeMs = tick * TICK_MS
      const publish = ({ price, quantity }: Fill, takerSide: Side): void => {
        const tradeId = String(tick * TRADES_A_TICK_MAX + trades++)
        emit({
          kind: 'trade',
          trade: { symbol, tradeId, sequence: null, price, quantity, takerSide, tradedAtMs: timeMs },
        })
      }
      for (const { fill, takerSide } of waiting) publish(fill, takerSide)
      waiting = []
      return (order, offsetMs) => {
        timeMs = Math.max(timeMs, tick * TICK_MS + offsetMs)
        const placed = book.place(order)
        for (const fill of placed.fills) publish(fill, order.side)
        assert(trades <= TRADES_A_TICK_MAX, 'more trades in a tick than their ids can distinguish')
        return placed
      }
    },
    enter(order, atMs) {
      timeMs = Math.max(timeMs, atMs)
      const placed = book.place(order)
      for (const fill of placed.fills) if (waiting.length < WAITING_MAX) waiting.push({ fill, takerSide: order.side })
      return placed
    },
  }
}
