/** State of a backtest in the exact driver, and the steps that move its clock, its engine and its prices. */

import type { Instant } from '../core/instant.ts'
import type { Money } from '../domain/account/money.ts'
import type { MarkPrice } from '../domain/market/market-event.ts'
import type { Fact } from '../engine/model/facts.ts'
import { workingOrders } from '../engine/state/ledger.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { computeEquity } from '../engine/trading/exposure.ts'
import { toCandle } from './columns.ts'
import type { Resolution } from './driver.ts'
import type { WantedTrades } from './history.ts'
import { isAtRest, repeatReadings } from './idle.ts'
import type { IntrabarPath } from './intrabar-path.ts'
import type { BacktestExchange } from './ports.ts'
import { bookEvent, markAt, markPrices, type SymbolFeed } from './symbol-feed.ts'
import type { VirtualEngine } from './virtual-engine.ts'

/** A backtest in progress. */
export interface Playback extends PlaybackParts {
  readonly engine: VirtualEngine
  readonly counts: PlaybackCounts
}

/** Engine, exchange and prices of a backtest, and the range to play. */
export interface PlaybackParts {
  readonly state: EngineState
  readonly exchange: BacktestExchange
  /** Time of engine and exchange, advanced only by the playback. */
  readonly clock: { nowMs: Instant }
  /** Feeds in processing order. */
  readonly feeds: readonly SymbolFeed[]
  readonly path: IntrabarPath
  readonly resolution: Resolution
  /** Start of the candles passed to the strategies before the run. */
  readonly warmFromMs: Instant
  readonly fromMs: Instant
  readonly toMs: Instant
  /** True when the host resumes the engine at the beginning of each UTC day. */
  readonly rearmsDaily: boolean
  /** True to process even prices and readings that are known to have no effect: slower, with the same result. */
  readonly playsEverything: boolean
  readonly onFacts: (facts: readonly Fact[], atMs: Instant) => void
  /** Called with the equity at each price of a minute with a position, and at the end of each day. */
  readonly onEquity: (atMs: Instant, equity: Money, at: 'PRICE' | 'MINUTE' | 'DAY') => void
}

/** Minute in which the order of prices decides whether a stop or a target is reached first. */
export interface AmbiguousMinute extends WantedTrades {
  /** True when the order is known from its trades. */
  readonly isResolved: boolean
}

/** Counts of a run other than its trades. */
export interface PlaybackCounts {
  /** Number of minutes with a candle, summed over the symbols. */
  symbolMinutes: number
  /** Number of minutes in which at least one symbol had a position or a working order. */
  minutesActive: number
  /** Minutes that reach both the stop and the target of a position or an entry. */
  readonly ambiguous: AmbiguousMinute[]
  gapMinutes: number
}

export const createCounts = (): PlaybackCounts => ({
  symbolMinutes: 0,
  minutesActive: 0,
  ambiguous: [],
  gapMinutes: 0,
})

/** Advances time, and repeats readings that become due while the responses of the exchange would be unchanged. */
export const moveClock = ({ clock, engine: { state }, playsEverything }: Playback, atMs: Instant): void => {
  clock.nowMs = atMs
  if (!playsEverything && isAtRest(state)) repeatReadings(state, atMs)
}

/** Runs the engine's due tasks. */
export const tick = ({ engine }: Playback): void => {
  engine.tick()
  engine.settle()
}

/** Returns whether a price within the minute can have an effect, because there is a position or an order. */
export const isBusy = ({ ledger }: EngineState, symbol: string): boolean => {
  if (ledger.positions.has(symbol)) return true
  return ledger.working.size > 0 && workingOrders(ledger).some(({ terms }) => terms.symbol === symbol)
}

export interface Quote {
  readonly last: number
  readonly mark: number
  readonly atMs: Instant
}

/** Passes the engine the order book around a last price, and the mark price. */
export const quote = (engine: VirtualEngine, feed: SymbolFeed, { last, mark, atMs }: Quote): MarkPrice => {
  const markPrice = markAt(feed, mark, atMs)
  engine.take(bookEvent(feed, { atMs, last }))
  engine.take({ kind: 'markPrice', markPrice })
  return markPrice
}

/** Passes the engine the mark price at the close of the minute. */
export const showMark = (playback: Playback, feed: SymbolFeed, atMs: Instant): MarkPrice => {
  moveClock(playback, atMs)
  const markPrice = markAt(feed, markPrices(feed).close, atMs)
  playback.engine.take({ kind: 'markPrice', markPrice })
  return markPrice
}

/** Closes the minute of these symbols as a candle. */
export const closeMinutes = (engine: VirtualEngine, feeds: readonly SymbolFeed[]): void => {
  for (const { history, symbol, row } of feeds) {
    if (row !== undefined) engine.take({ kind: 'minute', candle: toCandle(history.last, symbol, row) })
  }
  engine.settle()
}

export const noteEquity = ({ engine, onEquity }: Playback, atMs: Instant, at: 'PRICE' | 'MINUTE' | 'DAY'): void => {
  const equity = computeEquity(engine.state)
  if (equity !== null) onEquity(atMs, equity, at)
}

/** Opens the stream of a symbol. */
export const setLive = (engine: VirtualEngine, feed: SymbolFeed, sinceMs: Instant): void => {
  feed.isLive = true
  engine.take({ kind: 'stream', change: { symbol: feed.symbol, state: 'live', sinceMs } })
}
