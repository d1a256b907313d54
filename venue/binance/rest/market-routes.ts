/** Public Binance routes of order book, trades, candles, server time, and exchange information. */

import type { BracketLookup } from '../../../server/domain/margin/brackets.ts'
import { type Candle, closeTime } from '../../../server/domain/market/candle.ts'
import { formingCandle } from '../../../server/domain/market/candle-builder.ts'
import type { Instrument } from '../../../server/domain/market/instrument.ts'
import { INTERVALS, type Interval } from '../../../server/domain/market/interval.ts'
import { levels, printPrice, printQuantity, printQuote } from '../../exchange/market/figures.ts'
import { type AggTrade, candlesIn, type Listing, type MarketBoard } from '../../exchange/market/market-board.ts'
import { exchangeRules, symbolInfo, type WireLimits } from '../view/market-views.ts'
import { Refused } from './errors.ts'
import { getListing, neededText, type Params, readChoice, readId, readLimit, readWhole } from './params.ts'
import { klinesLimit, klinesWeight } from './rate-limits.ts'
import type { Call, Route } from './route.ts'

/** Routes of order book, trades and candles. */
export const marketRoutes = (board: MarketBoard): readonly Route[] => {
  const route = (path: string, weight: Route['weight'], answer: Route['answer']): Route => ({
    method: 'GET',
    path: `/fapi/v1/${path}`,
    weight,
    security: 'NONE',
    answer,
  })
  const requestedListing = ({ params }: Call): Listing => getListing(board, neededText(params, 'symbol'))
  return [
    route('depth', depthWeight, (call) => depth(requestedListing(call), call)),
    route('trades', 5, (call) => recentTrades(requestedListing(call), call)),
    route('historicalTrades', 20, (call) => recentTrades(requestedListing(call), call)),
    route('aggTrades', 20, (call) => aggTrades(requestedListing(call), call)),
    route('klines', klinesWeight, (call) => klines(requestedListing(call), call)),
    route('continuousKlines', klinesWeight, (call) => klines(findPerpetual(board, call), call)),
  ]
}

const CONTRACT_TYPES = ['PERPETUAL', 'CURRENT_QUARTER', 'NEXT_QUARTER', 'TRADIFI_PERPETUAL'] as const

/** Returns the perpetual of a pair, the only contract type of this exchange. */
const findPerpetual = (board: MarketBoard, { params }: Call): Listing => {
  const listing = getListing(board, neededText(params, 'pair'))
  neededText(params, 'contractType')
  const type = readChoice(params, 'contractType', CONTRACT_TYPES, () => new Refused('-1130', 'contractType'))
  if (type !== 'PERPETUAL') throw new Refused('-1121')
  return listing
}

const DEPTHS = ['5', '10', '20', '50', '100', '500', '1000'] as const
const USUAL_DEPTH = '500'

const readDepth = (params: Params): number =>
  Number(readChoice(params, 'limit', DEPTHS, () => new Refused('-4021')) ?? USUAL_DEPTH)

const depthWeight = (params: Params): number => {
  const limit = readDepth(params)
  if (limit <= 50) return 2
  if (limit <= 100) return 5
  return limit <= 500 ? 10 : 20
}

const depth = ({ entry: { book, instrument } }: Listing, { params, atMs }: Call) => {
  const limit = readDepth(params)
  return {
    lastUpdateId: book.sequence,
    E: atMs,
    T: book.exchangeTimeMs,
    bids: levels(instrument, book.bids.top(limit)),
    asks: levels(instrument, book.asks.top(limit)),
  }
}

const TRADES_MAX = 1_000
const TRADES_USUAL = 500

const recentTrades = ({ entry: { tape, instrument } }: Listing, { params }: Call) =>
  tape
    .newest(readLimit(params, TRADES_USUAL, TRADES_MAX))
    .reverse()
    .map(({ tradeId, price, quantity, tradedAtMs, takerSide }) => ({
      id: Number(tradeId),
      price: printPrice(instrument, price),
      qty: printQuantity(instrument, quantity),
      quoteQty: printQuote(instrument, BigInt(price) * BigInt(quantity)),
      time: tradedAtMs,
      isBuyerMaker: takerSide === 'SELL',
    }))

const aggTrades = ({ aggregates, entry: { instrument } }: Listing, { params }: Call) => {
  const limit = readLimit(params, TRADES_USUAL, TRADES_MAX)
  const fromId = Number(readId(params, 'fromId') ?? 0)
  const [fromMs, toMs] = [readWhole(params, 'startTime'), readWhole(params, 'endTime')]
  const all = aggregates.growing ? [...aggregates.closed, aggregates.growing] : aggregates.closed
  const matches = all.filter(
    ({ firstId, tradedAtMs }) => firstId >= fromId && tradedAtMs >= (fromMs ?? 0) && tradedAtMs <= (toMs ?? tradedAtMs),
  )
  const anchored = fromId > 0 || fromMs !== undefined
  return (anchored ? matches.slice(0, limit) : matches.slice(-limit)).map((trade) => aggTradeFields(instrument, trade))
}

/** Returns the fields of an aggregate trade, for the list and the stream. */
export const aggTradeFields = (instrument: Instrument, { firstId, lastId, ...trade }: AggTrade) => ({
  a: firstId,
  p: printPrice(instrument, trade.price),
  q: printQuantity(instrument, trade.quantity),
  f: firstId,
  l: lastId,
  T: trade.tradedAtMs,
  m: trade.takerSide === 'SELL',
})

const klines = ({ shelf, entry: { instrument, candles } }: Listing, { params }: Call) => {
  neededText(params, 'interval')
  const interval: Interval = readChoice(params, 'interval', INTERVALS, () => new Refused('-1120')) ?? '1m'
  const forming = formingCandle(candles, interval)
  const closed = shelf.get(interval) ?? []
  const known = forming && forming.openMs > (closed.at(-1)?.openMs ?? 0) ? [...closed, forming] : closed
  const matches = candlesIn(known, {
    fromMs: readWhole(params, 'startTime'),
    toMs: readWhole(params, 'endTime'),
    limit: klinesLimit(params),
  })
  return matches.map((candle) => klineRow(instrument, candle))
}

const klineRow = (instrument: Instrument, candle: Candle) => [
  candle.openMs,
  printPrice(instrument, candle.open),
  printPrice(instrument, candle.high),
  printPrice(instrument, candle.low),
  printPrice(instrument, candle.close),
  printQuantity(instrument, candle.volume),
  closeTime(candle) - 1,
  printQuote(instrument, candle.turnover),
  candle.tradeCount ?? 0,
  printQuantity(instrument, candle.takerBuyVolume ?? 0),
  takerBuyQuote(instrument, candle),
  '0',
]

/** Returns the taker buy volume in quote currency at the candle's mean price, as only the base quantity is stored. */
export const takerBuyQuote = (instrument: Instrument, { turnover, volume, takerBuyVolume }: Candle): string =>
  printQuote(instrument, volume === 0 ? 0n : (turnover * BigInt(takerBuyVolume ?? 0)) / BigInt(volume))

interface GeneralParts {
  readonly board: MarketBoard
  readonly brackets: BracketLookup
  readonly limits: WireLimits
}

/** Routes of ping, server time, and the listed symbols with their rules. */
export const generalRoutes = ({ board, brackets, limits }: GeneralParts): readonly Route[] => [
  { method: 'GET', path: '/fapi/v1/ping', weight: 1, security: 'NONE', answer: () => ({}) },
  { method: 'GET', path: '/fapi/v1/time', weight: 1, security: 'NONE', answer: ({ atMs }) => ({ serverTime: atMs }) },
  {
    method: 'GET',
    path: '/fapi/v1/exchangeInfo',
    weight: 1,
    security: 'NONE',
    answer: ({ atMs }) => ({
      ...exchangeRules(limits),
      serverTime: atMs,
      symbols: [...board.listings.values()].map(({ entry: { instrument } }) =>
        symbolInfo(instrument, brackets(instrument.symbol)),
      ),
    }),
  },
]
