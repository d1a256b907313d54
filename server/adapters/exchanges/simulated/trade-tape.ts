import { assert } from '../../../core/assert.ts'
import type { Instant } from '../../../core/instant.ts'
import type { InstrumentEvent } from '../../../domain/market/market-event.ts'
import { TICK_MS, type TickView } from './agents/tick-view.ts'
import type { Fill, Side } from './book/half-book.ts'
import type { MatchingBook, NewOrder, Placed } from './book/matching-book.ts'

/** Where a part of the market tells what happened. */
export type Emit = (event: InstrumentEvent) => void

/** Trade ids are the tick's number with the trade's number in the tick behind it. */
const TRADES_A_TICK_MAX = 10_000

/** Trades that wait for a tick to be told in; beyond this they are not told. */
const WAITING_MAX = TRADES_A_TICK_MAX / 2

/** Tells of every trade in a book. Trade ids grow with time, also from one run of the program to the next. */
export interface TradeTape {
  /** When the order that is being matched came in. */
  readonly timeMs: Instant
  /** The way into the book for one tick (numbered since 1970); first it tells what was kept for it. */
  open(tick: number, emit: Emit): TickView['send']
  /** The way into the book between two ticks; its trades are told at the beginning of the next one. */
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
        assert(trades <= TRADES_A_TICK_MAX, 'more trades in a tick than their ids can tell apart')
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
