import type { Instant } from '../../../server/core/instant.ts'
import type { Candle } from '../../../server/domain/market/candle.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { createMarket, type Market, observe } from '../../../server/domain/market/market.ts'
import { eventSymbol, type InstrumentEvent, type MarketEvent } from '../../../server/domain/market/market-event.ts'
import { Refused } from '../../binance/rest/errors.ts'
import { type AggTape, type AggTrade, aggregate, createAggTape, endAggregate } from './agg-trades.ts'
import { type CandleShelf, createCandleShelf, shelve } from './candle-shelf.ts'
import { noteTrade, type TradeRanges } from './trade-range.ts'

/** One instrument as the wire shows it. */
export interface Listing {
  readonly entry: InstrumentMarket
  readonly shelf: CandleShelf
  readonly aggregates: AggTape
  readonly ranges: TradeRanges
}

/** A market event as published on the wire. */
export interface MarketNews {
  readonly event: InstrumentEvent
  readonly listing: Listing
  /** Candles that are over now, of whichever symbol. */
  readonly closed: readonly ClosedCandle[]
  readonly aggregate: AggTrade | undefined
}

/** A candle that is over, and where it belongs. */
export interface ClosedCandle {
  readonly listing: Listing
  readonly candle: Candle
}

/** The listed markets and their subscribers. */
export interface MarketBoard {
  /** Symbols to list; empty lists every symbol of the market. */
  readonly wanted: ReadonlySet<string>
  readonly market: Market
  readonly listings: Map<string, Listing>
  /** Requests a new snapshot of an order book that has a sequence gap. */
  requestBook: (symbol: string) => void
  listener: (news: MarketNews) => void
}

export const createMarketBoard = (wanted: Iterable<string>): MarketBoard => ({
  wanted: new Set(wanted),
  market: createMarket(),
  listings: new Map(),
  requestBook: () => {},
  listener: () => {},
})

/** Applies a market event, and publishes the changes. */
export const takeMarketEvent = (board: MarketBoard, event: MarketEvent, atMs: Instant): void => {
  if (event.kind === 'instrument') return list(board, event, atMs)
  const listing = board.listings.get(eventSymbol(event))
  if (!listing) return
  const { closed, bookLost } = observe(board.market, event, atMs)
  const over = closed.flatMap((candle) => {
    const of = board.listings.get(candle.symbol)
    return of ? [{ listing: of, candle }] : []
  })
  for (const { listing: of, candle } of over) shelve(of.shelf, candle)
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
  listings.set(symbol, { entry, shelf: createCandleShelf(), aggregates: createAggTape(), ranges: new Map() })
}

const updateAggregate = ({ aggregates, ranges }: Listing, event: InstrumentEvent): AggTrade | undefined => {
  if (event.kind !== 'trade') return endAggregate(aggregates)
  noteTrade(ranges, event.trade)
  return aggregate(aggregates, event.trade)
}

/** The listing of a symbol; one that is not listed is refused. */
export const getListing = ({ listings }: MarketBoard, symbol: string): Listing => {
  const listing = listings.get(symbol)
  if (!listing) throw new Refused('-1121')
  return listing
}
