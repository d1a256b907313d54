/**
 * Walk of a price from one point of its minute to the next, with the prices on the way at which something can happen:
 * triggers, and orders that reach the market.
 */

import type { Instant } from '../core/instant.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { listTriggersBetween } from './equity-samples.ts'
import { lastAtPoint, lastPrices, markAtPoint, markPrices, pointMs, type SymbolFeed } from './symbol-feed.ts'

/** A price on the way to a point of a minute. */
export interface WalkedPrice {
  readonly last: number
  readonly mark: number
  readonly atMs: Instant
  /** Trigger passed at this price; null if there is none. */
  readonly trigger: number | null
}

export interface PriceWalk {
  readonly state: EngineState
  readonly feed: SymbolFeed
  /** Index of the point to walk to, and its time. */
  readonly point: number
  readonly atMs: Instant
  readonly clock: { readonly nowMs: Instant }
  /** Returns when the next order in transit reaches the market; null if there is none. */
  readonly nextArrivalMs: () => Instant | null
}

/**
 * Yields the prices on the way to a point of the minute in the order in which they are reached, then the point itself.
 * What the caller does at a price, such as a fill with a new stop, decides which prices follow.
 */
export function* walkToPoint(walk: PriceWalk): Generator<WalkedPrice> {
  const { point, atMs } = walk
  if (point > 0) yield* walkBetween(walk)
  yield { ...pointPrices(walk.feed, point), atMs, trigger: null }
}

const pointPrices = (feed: SymbolFeed, point: number): Pick<WalkedPrice, 'last' | 'mark'> => ({
  last: lastAtPoint(feed, point),
  mark: markAtPoint(feed, point),
})

/** Yields the prices between the preceding point and this one. */
function* walkBetween({ state, feed, point, atMs, clock, nextArrivalMs }: PriceWalk): Generator<WalkedPrice> {
  const [start, end] = [pointPrices(feed, point - 1), pointPrices(feed, point)]
  const lengthMs = pointMs(feed, point) - pointMs(feed, point - 1)
  const startMs = atMs - lengthMs
  for (let from = start.mark; ; ) {
    const [trigger] = listTriggersBetween(state, feed, from, end.mark)
    const leftMs = trigger === undefined ? 0 : (lengthMs * (end.mark - trigger)) / (end.mark - start.mark)
    const triggeredMs = atMs - Math.ceil(leftMs)
    const arrivesMs = Math.max(startMs, Math.ceil(nextArrivalMs() ?? Number.POSITIVE_INFINITY))
    if (arrivesMs < triggeredMs) {
      const share = (arrivesMs - startMs) / lengthMs
      from = start.mark + Math.trunc((end.mark - start.mark) * share)
      const last = start.last + Math.round((end.last - start.last) * share)
      yield { last, mark: from, atMs: Math.max(clock.nowMs, arrivesMs), trigger: null }
    } else if (trigger === undefined) return
    else {
      from = trigger
      yield { last: lastAtTrigger(feed, trigger), mark: trigger, atMs: Math.max(clock.nowMs, triggeredMs), trigger }
    }
  }
}

/** Returns the last price when the mark price passes a trigger: as far from it as at the open, within the minute. */
const lastAtTrigger = (feed: SymbolFeed, trigger: number): number => {
  const last = lastPrices(feed)
  return Math.min(last.high, Math.max(last.low, trigger + last.open - markPrices(feed).open))
}
