/** Fast driver: applies the prices of the history to the market of the engine, and plays the points of a minute. */

import type { Instant } from '../../core/instant.ts'
import type { MarkPrice } from '../../domain/market/market-event.ts'
import { applySnapshot } from '../../domain/market/order-book.ts'
import { listTriggersPassed } from '../calm.ts'
import { repeatReadings } from '../idle.ts'
import { POINT_OFFSETS_MS, priceAtPoint } from '../intrabar-path.ts'
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

/** Applies the close of the minute to the engine's market. */
export const applyClose = (run: FastRun, atMs: Instant): void =>
  applyPrices(run, lastPrices(run.feed).close, markPrices(run.feed).close, atMs)

export const applyMark = ({ entry, state }: FastRun, mark: MarkPrice, atMs: Instant): void => {
  entry.markPrice = mark
  entry.markObservedAtMs = atMs
  entry.observedAtMs = atMs
  state.market.clockMs = Math.max(state.market.clockMs, atMs)
}

/** Moves the market to a point of its minute, stopping at every trigger on the way. */
export const playPoint = (run: FastRun, point: number, atMs: Instant): void => {
  const { feed, state, clock } = run
  const [last, mark] = [lastPrices(feed), markPrices(feed)]
  const to = priceAtPoint(mark, point, feed.lowFirst)
  if (point > 0) {
    const from = priceAtPoint(mark, point - 1, feed.lowFirst)
    const basis = last.open - mark.open
    const lengthMs = (POINT_OFFSETS_MS[point] ?? 0) - (POINT_OFFSETS_MS[point - 1] ?? 0)
    for (const trigger of listTriggersPassed(state, feed, point)) {
      const at = Math.min(last.high, Math.max(last.low, trigger + basis))
      const passesMs = atMs - Math.ceil((lengthMs * (to - trigger)) / (to - from))
      reach(run, { last: at, mark: trigger, atMs: Math.max(clock.nowMs, passesMs), trigger })
    }
  }
  reach(run, { last: priceAtPoint(last, point, feed.lowFirst), mark: to, atMs, trigger: null })
}

interface Reached {
  readonly last: number
  readonly mark: number
  readonly atMs: Instant
  readonly trigger: number | null
}

/** Moves the market to a price: waiting orders trade, then triggered ones. */
const reach = (run: FastRun, { last, mark, atMs, trigger }: Reached): void => {
  applyPrices(run, last, mark, atMs)
  run.point = pricePoint(run.feed, { atMs, last }, trigger)
  run.matchedMs = Math.max(run.matchedMs, atMs)
  tradePending(run, run.point)
  tradeTriggered(run, run.point, atMs)
}
