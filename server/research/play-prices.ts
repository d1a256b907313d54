/** Exact driver: plays the prices within one minute to engine and exchange, skipping those without effect. */

import type { Instant } from '../core/instant.ts'
import type { Money } from '../domain/account/money.ts'
import type { Direction } from '../domain/signal/strategy.ts'
import { workingOrders } from '../engine/state/ledger.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { findSampleEquity, isSampled, type PointInTime } from './equity-samples.ts'
import { isAmbiguous, isLowFirst } from './intrabar-path.ts'
import { isUnsettled, nextCheckAt } from './next-check.ts'
import { isBusy, moveClock, noteEquity, type Playback, quote, showMark, tick } from './playback.ts'
import { type WalkedPrice, walkToPoint } from './price-walk.ts'
import {
  bookEvent,
  lastAtPoint,
  lastPoint,
  lastPrices,
  markAt,
  markAtPoint,
  markPrices,
  pointMs,
  pricePoint,
  type SymbolFeed,
} from './symbol-feed.ts'

/** Plays the prices within a minute, symbol by symbol at each point; the close is played with the candle. */
export const playPrices = (playback: Playback, feeds: readonly SymbolFeed[]): void => {
  const { state } = playback.engine
  const cursors = feeds.map((feed): Cursor => ({ feed, point: 0 }))
  for (let atMs = nextPointMs(cursors); atMs !== null; atMs = nextPointMs(cursors)) {
    const due = cursors.filter(({ feed, point }) => pointMs(feed, point) === atMs)
    const [{ point = 0 } = {}] = due
    const skippedEquity = findSkippedEquity(playback, feeds, { point, atMs })
    if (skippedEquity !== null) {
      if (!isSampled(state, atMs)) sampleEquity(playback, feeds, { point, atMs })
      playback.onEquity(atMs, skippedEquity, 'PRICE')
      for (const cursor of due) cursor.point++
      continue
    }
    for (const cursor of due) playPoint(playback, cursor.feed, cursor.point++, atMs)
    tick(playback)
    noteEquity(playback, atMs, 'PRICE')
    catchUp(playback, cursors)
  }
}

/** A symbol and the next point of its minute. */
interface Cursor {
  readonly feed: SymbolFeed
  point: number
}

/** Returns the time of the next point of a minute before its close; null if there is none. */
const nextPointMs = (cursors: readonly Cursor[]): Instant | null => {
  let nextMs: Instant | null = null
  for (const { feed, point } of cursors) {
    const atMs = pointMs(feed, point)
    if (point < lastPoint(feed) && (nextMs === null || atMs < nextMs)) nextMs = atMs
  }
  return nextMs
}

/** Decides which extreme of the minute comes first. */
export const orderExtremes = (
  { engine: { state }, path }: Pick<Playback, 'engine' | 'path'>,
  feeds: readonly SymbolFeed[],
): void => {
  for (const feed of feeds) feed.lowFirst = isLowFirst(path, directionIn(state, feed.symbol), markPrices(feed))
}

/** Returns the equity at a point of an assumed path if that price can be skipped, otherwise null. */
export const findSkippedEquity = (playback: Playback, feeds: readonly SymbolFeed[], at: PointInTime): Money | null =>
  playback.playsEverything || feeds.some(({ tradedPath }) => tradedPath !== null)
    ? null
    : findSampleEquity(playback.engine.state, feeds, at)

/** Plays the close of a minute. */
export const showClose = (playback: Playback, feed: SymbolFeed, atMs: Instant): void => {
  if (isBusy(playback.engine.state, feed.symbol)) return playPoint(playback, feed, lastPoint(feed), atMs)
  moveClock(playback, atMs)
  playback.engine.take(bookEvent(feed, { atMs, last: lastPrices(feed).close }))
  playback.exchange.mark(showMark(playback, feed, atMs))
}

/** Makes the engine sample the equity at a point without effect on the exchange. */
const sampleEquity = (playback: Playback, feeds: readonly SymbolFeed[], { point, atMs }: PointInTime): void => {
  moveClock(playback, atMs)
  for (const feed of feeds) {
    quote(playback.engine, feed, { last: lastAtPoint(feed, point), mark: markAtPoint(feed, point), atMs })
  }
  tick(playback)
}

/** Returns the direction of the position, or of the entry in transit. */
const directionIn = ({ ledger }: EngineState, symbol: string): Direction | null => {
  const position = ledger.positions.get(symbol)
  if (position) return position.direction
  const entry = workingOrders(ledger).find(({ terms }) => terms.symbol === symbol && !terms.reduceOnly)
  return entry ? (entry.terms.side === 'BUY' ? 'LONG' : 'SHORT') : null
}

/** Returns whether the minute reaches both the stop and the target of a position or an entry. */
export const isAmbiguousFor = (state: EngineState, feed: SymbolFeed): boolean => {
  const { ledger } = state
  const position = ledger.positions.get(feed.symbol)
  const entry = workingOrders(ledger).find(({ terms, plan }) => terms.symbol === feed.symbol && plan !== null)
  const plan = position?.protection.plan ?? entry?.plan
  const direction = directionIn(state, feed.symbol)
  if (!plan || direction === null) return false
  const barriers = { direction, stopLoss: plan.stopLoss.price, takeProfit: plan.takeProfit?.price ?? null }
  return isAmbiguous(markPrices(feed), barriers)
}

/** Moves a symbol to a point of its minute, stopping at every trigger and every arrival of an order on the way. */
const playPoint = (playback: Playback, feed: SymbolFeed, point: number, atMs: Instant): void => {
  for (const price of walkTo(playback, feed, { point, atMs })) showPrice(playback, feed, price)
}

const walkTo = ({ engine, exchange, clock }: Playback, feed: SymbolFeed, at: PointInTime): Generator<WalkedPrice> => {
  const nextArrivalMs = (): Instant | null => exchange.nextArrivalMs(feed.symbol)
  return walkToPoint({ state: engine.state, feed, ...at, clock, nextArrivalMs })
}

/** Applies a price to the engine, then to the exchange, which executes waiting and triggered orders. */
const showPrice = (playback: Playback, feed: SymbolFeed, { last, mark, atMs, trigger }: WalkedPrice): void => {
  const { engine, exchange } = playback
  moveClock(playback, atMs)
  const markPrice = quote(engine, feed, { last, mark, atMs })
  exchange.reach(pricePoint(feed, { atMs, last }, trigger))
  exchange.mark(markPrice)
  engine.settle()
}

/**
 * Runs the engine's tasks due before the next price, on the way to the next points, while a position or an order is unsettled.
 * The market remains at its last price meanwhile.
 */
const catchUp = (playback: Playback, cursors: readonly Cursor[]): void => {
  const { engine, clock } = playback
  for (let count = 0; count < CATCH_UP_MAX && isUnsettled(engine.state); count++) {
    const dueMs = nextCheckAt(engine.state, clock.nowMs)
    if (cursors.some((cursor) => dueMs >= nextPriceMs(playback, cursor))) return
    for (const { feed } of cursors) playStillMinute(playback, feed, dueMs)
    clock.nowMs = dueMs
    tick(playback)
  }
}

const nextPriceMs = (playback: Playback, { feed, point }: Cursor): Instant => {
  const atMs = pointMs(feed, point)
  return walkTo(playback, feed, { point, atMs }).next().value?.atMs ?? atMs
}

const playStillMinute = ({ engine, clock, exchange }: Playback, feed: SymbolFeed, atMs: Instant): void => {
  clock.nowMs = atMs
  const markPrice = markAt(feed, feed.lastMark, atMs)
  engine.take(bookEvent(feed, { atMs, last: feed.lastPrice }))
  engine.take({ kind: 'markPrice', markPrice })
  exchange.mark(markPrice)
  engine.settle()
}

/** Maximum number of tasks between two prices; the rest continues with the next price. */
const CATCH_UP_MAX = 100
