/**
 * Public Bybit routes of instruments, risk limits, order book, trades, tickers, funding, open interest, and candles.
 */

import { printDecimal } from '../../../server/core/decimal.ts'
import { HOUR_MS, type Instant, SECOND_MS } from '../../../server/core/instant.ts'
import type { Candle } from '../../../server/domain/market/candle.ts'
import { formingCandle } from '../../../server/domain/market/candle-builder.ts'
import { type Instrument, ticks } from '../../../server/domain/market/instrument.ts'
import { mostLeverage } from '../../exchange/account/leverage.ts'
import { levels, printPrice, printQuantity } from '../../exchange/market/figures.ts'
import { candlesIn, type Listing } from '../../exchange/market/market-board.ts'
import { pastFundings, type SampledCandle, sampledCandles } from '../../exchange/market/sampled-history.ts'
import type { BybitState } from '../bybit-state.ts'
import { toSequence } from '../view/execution-views.ts'
import { plainQuote, plainRate, sideName, tradeName } from '../view/figures.ts'
import {
  DELIVERY_FIELDS,
  INTERVAL_NAMES,
  instrumentView,
  intervalNamed,
  riskTiers,
  tickerFields,
} from '../view/market-views.ts'
import { neededListing, requestedListings } from './listing-for.ts'
import { neededChoice, type Params, readLimit, readText, readWhole } from './params.ts'
import { badParameter } from './refusal.ts'
import { type BybitCall, type BybitRoute, listsLinear, publicRoute } from './route.ts'

/** Routes of market data, except candles. */
export const marketRoutes = (state: BybitState): readonly BybitRoute[] => {
  const { board } = state
  const route = (path: string, answer: BybitRoute['answer']): BybitRoute => publicRoute(path, listsLinear(answer))
  const ofOne =
    (list: (listing: Listing, call: BybitCall) => object): BybitRoute['answer'] =>
    (call) => ({ category: 'linear', ...list(neededListing(board, call.params), call) })
  return [
    publicRoute('time', ({ atMs }) => serverTime(atMs)),
    route('instruments-info', ({ params }) => instruments(state, params)),
    route('risk-limit', ({ params }) => riskLimits(state, params)),
    route('orderbook', ({ params, atMs }) => orderBook(neededListing(board, params), params, atMs)),
    route('recent-trade', ofOne(recentTrades)),
    route('tickers', ({ params, atMs }) => ({
      category: 'linear',
      list: requestedListings(board, params).flatMap((listing) => {
        const fields = tickerFields(listing, atMs)
        return fields ? [{ ...fields, ...DELIVERY_FIELDS }] : []
      }),
    })),
    route(
      'funding/history',
      ofOne((listing, call) => fundingHistory(state, listing, call)),
    ),
    route('open-interest', ofOne(openInterest)),
  ]
}

const serverTime = (atMs: Instant) => ({
  timeSecond: String(Math.floor(atMs / SECOND_MS)),
  timeNano: `${atMs}000000`,
})

/** Returns the listed instruments, all with the status Trading; any other status matches none. */
const instruments = ({ board, exchange }: BybitState, params: Params) => {
  const isListed = (readText(params, 'status') ?? 'Trading') === 'Trading'
  const list = isListed ? requestedListings(board, params) : []
  return {
    category: 'linear',
    list: list.map(({ entry }) => instrumentView(entry, mostLeverage(exchange, entry.instrument))),
    nextPageCursor: '',
  }
}

const riskLimits = ({ board, exchange }: BybitState, params: Params) => ({
  category: 'linear',
  list: requestedListings(board, params).flatMap(({ entry: { instrument } }) =>
    riskTiers(instrument, exchange.brackets(instrument.symbol)),
  ),
  nextPageCursor: '',
})

const DEPTH_USUAL = 25
const DEPTH_MAX = 1_000

const orderBook = ({ entry: { instrument, book } }: Listing, params: Params, atMs: Instant) => {
  const limit = readLimit(params, DEPTH_USUAL, DEPTH_MAX)
  return {
    s: instrument.symbol,
    b: levels(instrument, book.bids.top(limit)),
    a: levels(instrument, book.asks.top(limit)),
    ts: atMs,
    u: book.sequence,
    seq: book.sequence,
    cts: book.exchangeTimeMs,
  }
}

const TRADES_USUAL = 500
const TRADES_MAX = 1_000

const recentTrades = ({ entry: { tape, instrument } }: Listing, { params }: BybitCall) => ({
  list: tape.newest(readLimit(params, TRADES_USUAL, TRADES_MAX)).map((trade) => ({
    execId: tradeName(instrument.symbol, trade.tradeId),
    symbol: instrument.symbol,
    price: printPrice(instrument, trade.price),
    size: printQuantity(instrument, trade.quantity),
    side: sideName(trade.takerSide),
    time: String(trade.tradedAtMs),
    isBlockTrade: false,
    isRPITrade: false,
    seq: String(toSequence(trade.tradeId)),
  })),
})

const FUNDINGS_MAX = 200

const fundingHistory = ({ exchange }: BybitState, { entry }: Listing, { params, atMs }: BybitCall) => {
  const [fromMs, toMs] = [readWhole(params, 'startTime'), readWhole(params, 'endTime')]
  if (fromMs !== undefined && toMs === undefined) throw badParameter('params error: endTime is required')
  const past = pastFundings(entry, exchange.fundingAt, {
    fromMs: fromMs ?? 0,
    toMs: Math.min(toMs ?? atMs, atMs),
    limit: readLimit(params, FUNDINGS_MAX, FUNDINGS_MAX),
  })
  return {
    list: past.map(({ settledAtMs, rate }) => ({
      symbol: entry.instrument.symbol,
      fundingRate: plainRate(rate),
      fundingRateTimestamp: String(settledAtMs),
    })),
  }
}

const INTEREST_INTERVALS_MS = {
  '5min': HOUR_MS / 12,
  '15min': HOUR_MS / 4,
  '30min': HOUR_MS / 2,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': 24 * HOUR_MS,
} as const

/** Returns the current open interest at the start of the interval; earlier values are not known. */
const openInterest = ({ entry: { instrument, markPrice } }: Listing, { params, atMs }: BybitCall) => {
  const interval = neededChoice(params, 'intervalTime', ['5min', '15min', '30min', '1h', '4h', '1d'])
  const lengthMs = INTEREST_INTERVALS_MS[interval]
  const open = markPrice?.openInterest
  const timestamp = String(Math.floor((markPrice?.exchangeTimeMs ?? atMs) / lengthMs) * lengthMs)
  return {
    symbol: instrument.symbol,
    list: open ? [{ openInterest: printDecimal(open), timestamp }] : [],
    nextPageCursor: '',
  }
}

/** Routes for candles of trades and of the mark price, newest first. */
export const klineRoutes = (state: BybitState): readonly BybitRoute[] => {
  const route = (path: string, getRows: (listing: Listing, call: BybitCall) => readonly unknown[]): BybitRoute => {
    const answer = listsLinear(({ params, atMs }) => {
      const listing = neededListing(state.board, params)
      const { symbol } = listing.entry.instrument
      return { category: 'linear', symbol, list: getRows(listing, { params, atMs }).toReversed() }
    })
    return publicRoute(path, ({ params, atMs }) => answer({ params: withCategory(params), atMs }))
  }
  return [route('kline', klines), route('mark-price-kline', (listing, call) => markKlines(state, listing, call))]
}

/** Adds the default category of candles, linear. */
const withCategory = (params: Params): Params => new Map([['category', 'linear'], ...params])

const KLINES_USUAL = 200
const KLINES_MAX = 1_000

const klines = ({ shelf, entry: { instrument, candles } }: Listing, { params }: BybitCall) => {
  const interval = intervalNamed(neededChoice(params, 'interval', INTERVAL_NAMES))
  const forming = formingCandle(candles, interval)
  const closed = shelf.get(interval) ?? []
  const known = forming && forming.openMs > (closed.at(-1)?.openMs ?? 0) ? [...closed, forming] : closed
  const [fromMs, toMs] = [readWhole(params, 'start'), readWhole(params, 'end')]
  const limit = readLimit(params, KLINES_USUAL, KLINES_MAX)
  const matches = candlesIn(known, { fromMs, toMs, limit: toMs === undefined ? limit : known.length })
  return matches.slice(toMs === undefined ? 0 : -limit).map((candle) => toRow(instrument, candle))
}

const toRow = (instrument: Instrument, candle: Candle): readonly string[] => [
  String(candle.openMs),
  printPrice(instrument, candle.open),
  printPrice(instrument, candle.high),
  printPrice(instrument, candle.low),
  printPrice(instrument, candle.close),
  printQuantity(instrument, candle.volume),
  plainQuote(instrument, candle.turnover),
]

const markKlines = ({ exchange: { fundingAt } }: BybitState, { entry }: Listing, { params, atMs }: BybitCall) => {
  const interval = intervalNamed(neededChoice(params, 'interval', INTERVAL_NAMES))
  const { instrument } = entry
  if (!fundingAt) return []
  const candles = sampledCandles((at) => fundingAt(instrument.symbol, at)?.mark, {
    interval,
    fromMs: readWhole(params, 'start'),
    toMs: readWhole(params, 'end'),
    limit: readLimit(params, KLINES_USUAL, KLINES_MAX),
    nowMs: atMs,
  })
  return candles.map((candle) => markRow(instrument, candle))
}

const markRow = (instrument: Instrument, { openMs, open, high, low, close }: SampledCandle): readonly string[] => [
  String(openMs),
  ...[open, high, low, close].map((price) => printPrice(instrument, ticks(price))),
]
