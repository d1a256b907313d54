/** Order book streams of the Binance API: partial books and differences, at several intervals of exchange time. */

import type { Instant } from '../../../server/core/instant.ts'
import { type Lots, type Ticks, ticks } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import type { BookDelta, Level } from '../../../server/domain/market/order-book.ts'
import { levels } from '../../exchange/market/figures.ts'
import { isWanted, publish, type StreamHub } from '../../exchange/server/stream-hub.ts'

/** Depth streams of a symbol, one per depth and interval. */
export type DepthStreams = readonly Outlet[]

/** One depth stream of a symbol, with the changes since its last message. */
interface Outlet {
  readonly stream: string
  readonly everyMs: number
  /** Number of levels of a partial book; null for a stream of differences. */
  readonly top: number | null
  readonly bids: Map<Ticks, Lots>
  readonly asks: Map<Ticks, Lots>
  first: number
  previous: number | undefined
  dueMs: Instant
}

const PACES: readonly (readonly [suffix: string, everyMs: number])[] = [
  ['', 250],
  ['@0ms', 0],
  ['@100ms', 100],
  ['@250ms', 250],
  ['@500ms', 500],
]

const TOPS = [null, 5, 10, 20] as const

export const createDepthStreams = (symbol: string): DepthStreams =>
  TOPS.flatMap((top) =>
    PACES.map(([suffix, everyMs]) => ({
      stream: `${symbol.toLowerCase()}@depth${top ?? ''}${suffix}`,
      everyMs,
      top,
      bids: new Map(),
      asks: new Map(),
      first: 0,
      previous: undefined,
      dueMs: 0,
    })),
  )

/** Adds a change of the book to all streams, and publishes those that are due. */
export const publishDepth = (
  hub: StreamHub,
  outlets: DepthStreams,
  entry: InstrumentMarket,
  delta: BookDelta,
): void => {
  for (const outlet of outlets) {
    if (!isWanted(hub, outlet.stream)) {
      forget(outlet)
      continue
    }
    collect(outlet, delta)
    if (delta.exchangeTimeMs < outlet.dueMs) continue
    publish(hub, outlet.stream, () => toMessage(outlet, entry, delta))
    forget(outlet)
    outlet.dueMs = outlet.everyMs === 0 ? 0 : (Math.floor(delta.exchangeTimeMs / outlet.everyMs) + 1) * outlet.everyMs
  }
}

/** Discards the collected changes, which belong to a discarded book. */
export const dropDepth = (outlets: DepthStreams): void => {
  for (const outlet of outlets) forget(outlet)
}

const forget = (outlet: Outlet): void => {
  outlet.previous = undefined
  outlet.bids.clear()
  outlet.asks.clear()
}

const collect = (outlet: Outlet, { bids, asks, firstSequence, previousSequence }: BookDelta): void => {
  if (outlet.previous === undefined) {
    outlet.previous = previousSequence
    outlet.first = firstSequence
  }
  if (outlet.top !== null) return
  for (const { price, quantity } of bids) outlet.bids.set(price, quantity)
  for (const { price, quantity } of asks) outlet.asks.set(price, quantity)
}

const toMessage = (outlet: Outlet, { instrument, book }: InstrumentMarket, delta: BookDelta) => {
  const { symbol } = instrument
  const { top, first, previous } = outlet
  return {
    e: 'depthUpdate',
    E: delta.exchangeTimeMs,
    T: delta.exchangeTimeMs,
    s: symbol,
    ps: symbol,
    st: 1,
    U: first,
    u: delta.lastSequence,
    pu: previous ?? delta.previousSequence,
    b: levels(instrument, top === null ? inOrder(outlet.bids) : book.bids.top(top)),
    a: levels(instrument, top === null ? inOrder(outlet.asks) : book.asks.top(top)),
  }
}

const inOrder = (changes: ReadonlyMap<Ticks, Lots>): Level[] =>
  [...changes].map(([price, quantity]) => ({ price, quantity })).sort((a, b) => ticks(a.price) - ticks(b.price))
