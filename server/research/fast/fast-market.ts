/** Fast driver: applies the prices of the history to the market of the engine, and plays the points of a minute. */

import type { Instant } from '../../core/instant.ts'
import type { MarkPrice } from '../../domain/market/market-event.ts'
import { applySnapshot } from '../../domain/market/order-book.ts'
import { repeatReadings } from '../idle.ts'
import { type WalkedPrice, walkToPoint } from '../price-walk.ts'
import { bookEvent, lastPrices, markAt, markPrices, pricePoint } from '../symbol-feed.ts'
import { tradePending, tradeTriggered } from './fast-orders.ts'
import type { FastRun } from './fast-run.ts'

/** Applies the order book around a last price, and the mark price, like events of the market. */
const applyPrices = (run: FastRun, last: number, mark: number, atMs: Instant): void => {
  const { clock, state, entry, feed } = run
  clock.nowMs = atMs
  repeatReadings(state, atMs)
  applySnapshot(entry.book, bookEvent(feed, { atMs, last }).snapshot)
  entry.bookObservedAtMs = atMs
  applyMark(run, markAt(feed, mark, atMs), atMs)
}

/** Applies the open of the minute to the engine's market. */
export const applyOpen = (run: FastRun, atMs: Instant): void =>
  applyPrices(run, lastPrices(run.feed).open, markPrices(run.feed).open, atMs)

/** Applies the close of the minute to the engine's market. */
export const applyClose = (run: FastRun, atMs: Instant): void =>
  applyPrices(run, lastPrices(run.feed).close, markPrices(run.feed).close, atMs)

export const applyMark = ({ entry, state }: FastRun, mark: MarkPrice, atMs: Instant): void => {
  entry.markPrice = mark
  entry.markObservedAtMs = atMs
  entry.observedAtMs = atMs
  state.market.clockMs = Math.max(state.market.clockMs, atMs)
}

/** Moves the market to a point of its minute, stopping at every trigger and every arrival of an order on the way. */
export const playPoint = (run: FastRun, point: number, atMs: Instant): void => {
  const { feed, state, clock } = run
  const nextArrivalMs = (): Instant | null => run.pending?.dueMs ?? null
  for (const price of walkToPoint({ state, feed, point, atMs, clock, nextArrivalMs })) reach(run, price)
}

/** Moves the market to a price: waiting orders trade, then triggered ones. */
const reach = (run: FastRun, { last, mark, atMs, trigger }: WalkedPrice): void => {
  applyPrices(run, last, mark, atMs)
  const price = pricePoint(run.feed, { atMs, last }, trigger)
  run.matchedMs = Math.max(run.matchedMs, atMs)
  tradePending(run, price)
  tradeTriggered(run, price, atMs)
}
