/** Port through which a backtest trades at its exchange. */

import type { Instant } from '../core/instant.ts'
import type { Lots, Ticks } from '../domain/market/instrument.ts'
import type { MarkPrice } from '../domain/market/market-event.ts'
import type { VenueSink } from '../engine/model/ports.ts'
import type { VenueRequest } from '../engine/model/venue.ts'

/** A price that a market reached, with the limits of the minute it belongs to. */
export interface PricePoint {
  readonly symbol: string
  readonly atMs: Instant
  readonly minuteMs: Instant
  readonly last: Ticks
  readonly bid: Ticks
  readonly ask: Ticks
  /** Lowest bid and highest ask of the minute. */
  readonly lowest: Ticks
  readonly highest: Ticks
  /** Most lots of ours that trade in the minute. */
  readonly capacity: Lots
  /** Trigger that is reached here: no order it sets off trades at a better price. Null where none is. */
  readonly trigger: Ticks | null
}

/** Exchange of a backtest: the account rules of a paper account, over prices from candles, in virtual time. */
export interface BacktestExchange {
  open(sink: VenueSink): void
  send(request: VenueRequest): void
  /** Trades the orders that wait for the next price. */
  reach(point: PricePoint): void
  /** Takes a mark price: funding, triggers, liquidation. What it sets off trades at the current price. */
  mark(markPrice: MarkPrice): void
  /** Answers the requests so far and publishes what follows; returns false when there was nothing to do. */
  settle(): boolean
}
