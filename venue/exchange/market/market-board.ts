/**
 * Market data of the local exchange by symbol: order book and trades, aggregate trades, trade ranges of candles, and
 * closed candles.
 */

import type { Instant } from '../../../server/core/instant.ts'
import type { Candle } from '../../../server/domain/market/candle.ts'
import { lots } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { INTERVALS, type Interval, intervalStart } from '../../../server/domain/market/interval.ts'
import { createMarket, type Market, observe } from '../../../server/domain/market/market.ts'
import { eventSymbol, type InstrumentEvent, type MarketEvent } from '../../../server/domain/market/market-event.ts'
import type { Trade } from '../../../server/domain/market/trade-tape.ts'

/** Listed instruments, and the receiver of their events. */
export interface MarketBoard {
  /** Symbols to list; empty lists every symbol of the market. */
  readonly wanted: ReadonlySet<string>
  readonly market: Market
  readonly listings: Map<string, Listing>
  /** Requests a new snapshot of an order book that has a sequence gap. */
  requestBook: (symbol: string) => void
  listener: (news: MarketNews) => void
}

/** Market data of one instrument. */
export interface Listing {
  readonly entry: InstrumentMarket
  readonly shelf: StoredCandles
  readonly aggregates: AggTape
  readonly ranges: TradeRanges
}

/** Market event with its effects, for publication. */
export interface MarketNews {
  readonly event: InstrumentEvent
  readonly listing: Listing
  /** Candles that have just closed, of all symbols. */
  readonly closed: readonly ClosedCandle[]
  readonly aggregate: AggTrade | undefined
}

/** Closed candle with its instrument. */
export interface ClosedCandle {
  readonly listing: Listing
  readonly candle: Candle
}

export const createMarketBoard = (wanted: Iterable<string>): MarketBoard => ({
  wanted: new Set(wanted),
  market: createMarket(),
  listings: new Map(),
  requestBook: () => {},
  listener: () => {},
})

/** Applies a market event, and publishes the changes. */
export const applyMarketEvent = (board: MarketBoard, event: MarketEvent, atMs: Instant): void => {
  if (event.kind === 'instrument') return list(board, event, atMs)
  const listing = board.listings.get(eventSymbol(event))
  if (!listing) return
  const { closed, bookLost } = observe(board.market, event, atMs)
  const over = closed.flatMap((candle) => {
    const of = board.listings.get(candle.symbol)
    return of ? [{ listing: of, candle }] : []
  })
  for (const { listing: of, candle } of over) storeCandle(of.shelf, candle)
  if (bookLost !== undefined) board.requestBook(bookLost)
  if (event.kind !== 'history')
    board.listener({ event, listing, closed: over, aggregate: updateAggregate(listing, event) })
}

const list = (
  { wanted, market, listings }: MarketBoard,
  event: MarketEvent & { kind: 'instrument' },
  atMs: Instant,
) => {
  const { symbol } = event.instrument
  if (wanted.size > 0 && !wanted.has(symbol)) return
  observe(market, event, atMs)
  const entry = market.instruments.get(symbol)
  if (!entry || listings.has(symbol)) return
  listings.set(symbol, { entry, shelf: createStoredCandles(), aggregates: createAggTape(), ranges: new Map() })
}

/** Returns whether the market reports the liquidations of an instrument. */
export const hasLiquidations = ({ entry }: Listing): boolean => entry.micro.liquidations.fromMs !== null

const updateAggregate = ({ aggregates, ranges }: Listing, event: InstrumentEvent): AggTrade | undefined => {
  if (event.kind !== 'trade') return endAggregate(aggregates)
  noteTrade(ranges, event.trade)
  return aggregate(aggregates, event.trade)
}

/** Trades of one taker order at one price, aggregated into one. Its ID is the ID of its first trade. */
export interface AggTrade extends Omit<Trade, 'tradeId' | 'sequence'> {
  readonly firstId: number
  readonly lastId: number
}

/** Most recent aggregate trades of an instrument, oldest first, and the one that may still grow. */
interface AggTape {
  readonly closed: AggTrade[]
  growing: AggTrade | undefined
}

const AGGREGATES_MAX = 1_000
const AGGREGATES_SLACK = 200

export const createAggTape = (): AggTape => ({ closed: [], growing: undefined })

/** Adds a trade; returns the aggregate trade that it completed, if any. */
export const aggregate = (tape: AggTape, trade: Trade): AggTrade | undefined => {
  const { growing } = tape
  const id = Number(trade.tradeId)
  if (growing && belongsTo(growing, trade)) {
    tape.growing = { ...growing, quantity: lots(growing.quantity + trade.quantity), lastId: id }
    return undefined
  }
  const ended = endAggregate(tape)
  const { symbol, price, quantity, takerSide, tradedAtMs } = trade
  tape.growing = { symbol, price, quantity, takerSide, tradedAtMs, firstId: id, lastId: id }
  return ended
}

const belongsTo = (growing: AggTrade, { price, takerSide, tradedAtMs }: Trade): boolean =>
  growing.price === price && growing.takerSide === takerSide && growing.tradedAtMs === tradedAtMs

/** Completes the growing aggregate because another event occurred. */
export const endAggregate = (tape: AggTape): AggTrade | undefined => {
  const { growing, closed } = tape
  if (!growing) return undefined
  tape.growing = undefined
  closed.push(growing)
  if (closed.length > AGGREGATES_MAX + AGGREGATES_SLACK) closed.splice(0, AGGREGATES_SLACK)
  return growing
}

interface Range {
  readonly openMs: Instant
  readonly first: number
  readonly last: number
}

/** First and last trade of the forming candle of each interval, and of the candle before it. */
export type TradeRanges = Map<Interval, readonly Range[]>

const NONE = { first: -1, last: -1 }

/** Adds a trade to the ranges of its candles. */
export const noteTrade = (ranges: TradeRanges, { tradeId, tradedAtMs }: Trade): void => {
  const id = Number(tradeId)
  for (const interval of INTERVALS) {
    const openMs = intervalStart(interval, tradedAtMs)
    const [range, before] = ranges.get(interval) ?? []
    if (range?.openMs === openMs) ranges.set(interval, [{ ...range, last: id }, ...(before ? [before] : [])])
    else ranges.set(interval, [{ openMs, first: id, last: id }, ...(range ? [range] : [])])
  }
}

/** Returns the first and last trade of a candle; −1 when unknown. */
export const findRange = (ranges: TradeRanges, interval: Interval, openMs: Instant): Pick<Range, 'first' | 'last'> =>
  ranges.get(interval)?.find((range) => range.openMs === openMs) ?? NONE

/** Candles held per interval: more than seven days of minutes. */
const CANDLES_MAX = 12_000

/** Candles held beyond the limit before the oldest are dropped in bulk. */
const CANDLES_SLACK = 1_000

/** The closed candles of one instrument, by interval, oldest first. */
type StoredCandles = ReadonlyMap<Interval, Candle[]>

export const createStoredCandles = (): StoredCandles => new Map(INTERVALS.map((interval) => [interval, []]))

/** Adds a closed candle; one with the same opening time is replaced. */
export const storeCandle = (shelf: StoredCandles, candle: Candle): void => {
  const candles = shelf.get(candle.interval)
  if (!candles) return
  if (candles.at(-1)?.openMs === candle.openMs) candles.pop()
  candles.push(candle)
  if (candles.length > CANDLES_MAX + CANDLES_SLACK) candles.splice(0, CANDLES_SLACK)
}

/** Requested candles, by their opening time. */
interface CandleSpan {
  readonly fromMs: Instant | undefined
  /** Included. */
  readonly toMs: Instant | undefined
  readonly limit: number
}

/** Returns the candles that opened in a span: the first ones if its start is given, otherwise the newest. */
export const candlesIn = (candles: readonly Candle[], { fromMs, toMs, limit }: CandleSpan): Candle[] => {
  const matches = candles.filter(
    ({ openMs }) => openMs >= (fromMs ?? 0) && openMs <= (toMs ?? Number.POSITIVE_INFINITY),
  )
  return fromMs === undefined ? matches.slice(-limit) : matches.slice(0, limit)
}
