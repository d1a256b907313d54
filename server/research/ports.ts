/** Port through which a backtest trades at its exchange. */

import type { Instant } from '../core/instant.ts'
import type { Lots, Ticks } from '../domain/market/instrument.ts'
import type { MarkPrice } from '../domain/market/market-event.ts'
import type { VenueSink } from '../engine/model/ports.ts'
import type { VenueRequest } from '../engine/model/venue.ts'

/** A price reached by a market, with the range of its minute. */
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
  /** Maximum number of our lots that can be traded in the minute. */
  readonly capacity: Lots
  /** Trigger reached at this price; no triggered order is filled at a better price. Null if there is none. */
  readonly trigger: Ticks | null
}

/** Exchange of a backtest: the account rules of a paper account, over prices from candles, in virtual time. */
export interface BacktestExchange {
  open(sink: VenueSink): void
  send(request: VenueRequest): void
  /** Executes the orders waiting for the next price. */
  reach(point: PricePoint): void
  /** Returns when the next order in transit reaches the market of a symbol; null if there is none. */
  nextArrivalMs(symbol: string): Instant | null
  /** Processes a mark price: funding, triggers, liquidation. Triggered orders are executed at the current price. */
  mark(markPrice: MarkPrice): void
  /** Answers the pending requests and publishes the resulting events; returns false when there was nothing to do. */
  settle(): boolean
}
