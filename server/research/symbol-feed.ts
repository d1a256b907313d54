/**
 * Feed of one symbol in a backtest: prices, order book, mark price and funding at the current minute, from stored
 * history and market assumptions.
 */

import type { Decimal } from '../core/decimal.ts'
import { type Instant, MINUTE_MS } from '../core/instant.ts'
import { type Instrument, lots, type Ticks, ticks } from '../domain/market/instrument.ts'
import type { MarketEvent, MarkPrice, PastFunding } from '../domain/market/market-event.ts'
import { pricesIn, rowAt } from './columns.ts'
import type { InstrumentHistory } from './history.ts'
import { getOffsetMs, LAST_POINT, type MinutePrices, priceAtPoint } from './intrabar-path.ts'
import type { PricePoint } from './ports.ts'
import type { TradedPath } from './traded-path.ts'

/** One symbol at the current minute of a run. Changed in place. */
export interface SymbolFeed {
  readonly symbol: string
  readonly instrument: Instrument
  readonly history: InstrumentHistory
  readonly assumptions: MarketAssumptions
  readonly funding: readonly PastFunding[]
  /** Number of past settlements. */
  settled: number
  /** Number of past open interest readings. */
  interestRead: number
  /** Row of the current minute in the candles; undefined within a gap. */
  row: number | undefined
  minuteMs: Instant
  isLive: boolean
  lastMark: Ticks
  /** Price of the last order book. */
  lastPrice: number
  /** Number of the last order book. */
  sequence: number
  lowFirst: boolean
  /** Path of the current minute by its trades; null if the path is assumed. */
  tradedPath: TradedPath | null
}

/** Assumptions about a market in addition to its candles. */
export interface MarketAssumptions {
  /** Spread in basis points, at least one tick; 0 to trade at the last price. */
  readonly spreadBps: number
  /** Maximum share of a minute's volume that our orders can trade. */
  readonly participation: number
  /** Factor of the impact of an order on its price; 0 for none. */
  readonly impact: number
  /** False to ignore funding. */
  readonly funding: boolean
}

export const createSymbolFeed = (
  history: InstrumentHistory,
  assumptions: MarketAssumptions,
  fromMs: Instant,
): SymbolFeed => {
  const funding = assumptions.funding ? (history.funding ?? []).map(snapped) : []
  const feed: SymbolFeed = {
    symbol: history.instrument.symbol,
    instrument: history.instrument,
    history,
    assumptions,
    funding,
    settled: 0,
    interestRead: 0,
    row: undefined,
    minuteMs: fromMs,
    isLive: false,
    lastMark: ticks(0),
    lastPrice: 0,
    sequence: 0,
    lowFirst: false,
    tradedPath: null,
  }
  while ((funding[feed.settled]?.settledAtMs ?? Number.POSITIVE_INFINITY) <= fromMs) feed.settled++
  return feed
}

/** Rounds a settlement time to the minute, because exchanges report it some milliseconds off. */
const snapped = (funding: PastFunding): PastFunding => ({
  ...funding,
  settledAtMs: Math.round(funding.settledAtMs / MINUTE_MS) * MINUTE_MS,
})

/** Moves the feed to the minute that opens at `openMs`; returns whether it has data. */
export const moveFeed = (feed: SymbolFeed, openMs: Instant): boolean => {
  feed.minuteMs = openMs
  feed.tradedPath = null
  feed.row = rowAt(feed.history.last, openMs)
  return feed.row !== undefined
}

/** Returns the last trade prices of the current minute. */
export const lastPrices = ({ history, row = 0 }: SymbolFeed): MinutePrices => pricesIn(history.last, row)

/** Returns the mark prices of the current minute; last trade prices when no mark price is known. */
export const markPrices = (feed: SymbolFeed): MinutePrices => markIn(feed.history, feed.minuteMs) ?? lastPrices(feed)

const markIn = ({ mark }: InstrumentHistory, minuteMs: Instant): MinutePrices | undefined => {
  const row = mark ? rowAt(mark, minuteMs) : undefined
  return mark && row !== undefined ? pricesIn(mark, row) : undefined
}

/** Returns the index of the last point of the minute, its close. */
export const lastPoint = ({ tradedPath }: SymbolFeed): number =>
  tradedPath ? tradedPath.offsetMs.length - 1 : LAST_POINT

/** Returns the time of a point of the minute. */
export const pointMs = ({ tradedPath, minuteMs }: SymbolFeed, point: number): Instant =>
  minuteMs + (tradedPath ? (tradedPath.offsetMs[point] ?? 0) : getOffsetMs(point))

/** Returns the last trade price at a point of the minute. */
export const lastAtPoint = (feed: SymbolFeed, point: number): number =>
  feed.tradedPath ? (feed.tradedPath.last[point] ?? 0) : priceAtPoint(lastPrices(feed), point, feed.lowFirst)

/** Returns the mark price at a point of the minute. */
export const markAtPoint = (feed: SymbolFeed, point: number): number =>
  feed.tradedPath ? (feed.tradedPath.mark[point] ?? 0) : priceAtPoint(markPrices(feed), point, feed.lowFirst)

interface At {
  readonly atMs: Instant
  readonly last: number
}

/** Returns best bid and ask around a price, one full spread apart. */
const touchAt = ({ assumptions }: SymbolFeed, last: number): readonly [bid: Ticks, ask: Ticks] => {
  const spread = Math.max(1, Math.round((last * assumptions.spreadBps) / 10_000))
  const bid = Math.max(1, Math.round(last - spread / 2))
  return [ticks(bid), ticks(bid + spread)]
}

/** Returns the prices at which orders are filled around a price: best bid and ask, or without a spread the price itself. */
const fillPricesAt = (feed: SymbolFeed, last: number): readonly [bid: Ticks, ask: Ticks] =>
  feed.assumptions.spreadBps === 0 ? [ticks(last), ticks(last)] : touchAt(feed, last)

/** Returns a price of the current minute at which orders can trade. */
export const pricePoint = (feed: SymbolFeed, { atMs, last }: At, trigger: number | null): PricePoint => {
  const { high, low } = lastPrices(feed)
  const [bid, ask] = fillPricesAt(feed, last)
  const volume = feed.history.last.volume[feed.row ?? 0] ?? 0
  return {
    symbol: feed.symbol,
    atMs,
    minuteMs: feed.minuteMs,
    last: ticks(last),
    bid,
    ask,
    lowest: fillPricesAt(feed, low)[0],
    highest: fillPricesAt(feed, high)[1],
    capacity: lots(Math.floor(volume * feed.assumptions.participation)),
    trigger: trigger === null ? null : ticks(trigger),
  }
}

/** Returns the order book around a price, with one level per side. */
export const bookEvent = (feed: SymbolFeed, { atMs, last }: At): Extract<MarketEvent, { kind: 'bookSnapshot' }> => {
  const [bid, ask] = touchAt(feed, last)
  feed.sequence++
  feed.lastPrice = last
  return {
    kind: 'bookSnapshot',
    snapshot: {
      symbol: feed.symbol,
      sequence: feed.sequence,
      bids: [{ price: bid, quantity: DEEP }],
      asks: [{ price: ask, quantity: DEEP }],
      exchangeTimeMs: atMs,
    },
  }
}

/** Depth is not known from candles: the impact of an order is estimated from volume and range instead. */
const DEEP = lots(1_000_000_000)

/** Returns the mark price with the data known at that time: the last settled rate is the estimate of the next. */
export const markAt = (feed: SymbolFeed, mark: number, atMs: Instant): MarkPrice => {
  const before = feed.funding[feed.settled - 1]
  const next = feed.funding[feed.settled]?.settledAtMs ?? (before && before.settledAtMs + before.intervalMs) ?? null
  feed.lastMark = ticks(mark)
  return {
    symbol: feed.symbol,
    mark: feed.lastMark,
    index: indexAt(feed, atMs),
    fundingRate: before?.rate ?? null,
    fundingIntervalMs: before?.intervalMs ?? null,
    nextFundingAtMs: before ? next : null,
    fundingRateCap: null,
    fundingRateFloor: null,
    openInterest: interestAt(feed, atMs),
    exchangeTimeMs: atMs,
  }
}

/** Returns the index price; until the minute closes, the one at its open. */
const indexAt = ({ history: { index }, minuteMs }: SymbolFeed, atMs: Instant): Ticks | null => {
  const row = index ? rowAt(index, minuteMs) : undefined
  if (!index || row === undefined) return null
  const price = atMs - minuteMs >= MINUTE_MS - 1 ? index.close[row] : index.open[row]
  return price === undefined ? null : ticks(price)
}

const interestAt = (feed: SymbolFeed, atMs: Instant): Decimal | null => {
  const readings = feed.history.openInterest ?? []
  while ((readings[feed.interestRead]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) feed.interestRead++
  return readings[feed.interestRead - 1]?.openInterest ?? null
}

/** Takes the settlement due at an instant, if any: the mark price that announces and executes it. */
export const shiftSettlement = (feed: SymbolFeed, atMs: Instant): MarkPrice | undefined => {
  const due = feed.funding[feed.settled]
  if (due?.settledAtMs !== atMs || feed.lastMark === 0) return undefined
  const { mark } = feed.history
  const row = mark ? rowAt(mark, atMs) : undefined
  const price = (row === undefined ? undefined : mark?.open[row]) ?? feed.lastMark
  feed.settled++
  return {
    ...markAt(feed, price, atMs),
    fundingRate: due.rate,
    fundingIntervalMs: due.intervalMs,
    nextFundingAtMs: atMs,
  }
}

/** Returns the rate of a past settlement. */
export const settledRate = ({ funding }: SymbolFeed, settledAtMs: Instant): Decimal | undefined =>
  funding.find((settlement) => settlement.settledAtMs === settledAtMs)?.rate
