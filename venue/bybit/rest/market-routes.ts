import { printDecimal } from '../../../server/core/decimal.ts'
import { HOUR_MS, type Instant, SECOND_MS } from '../../../server/core/instant.ts'
import { levels } from '../../binance/rest/market-routes.ts'
import { mostLeverage } from '../../exchange/account/leverage-change.ts'
import { printPrice, printQuantity } from '../../exchange/market/figures.ts'
import type { Listing } from '../../exchange/market/market-board.ts'
import { pastFundings } from '../../exchange/market/past-fundings.ts'
import type { BybitState } from '../bybit-state.ts'
import { toSequence } from '../view/execution-view.ts'
import { plainRate, sideName } from '../view/figures.ts'
import { instrumentView, riskTiers } from '../view/instrument-view.ts'
import { tradeName } from '../view/names.ts'
import { DELIVERY_FIELDS, tickerFields } from '../view/ticker-fields.ts'
import { listsLinear } from './category.ts'
import { neededListing, requestedListings } from './listing-for.ts'
import { neededChoice, type Params, readLimit, readText, readWhole } from './params.ts'
import { badParameter } from './refusal.ts'
import { type BybitCall, type BybitRoute, publicRoute } from './route.ts'

/** Market data and its current state. */
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

/** Everything listed is trading; what is not yet listed is nothing. */
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

/** Current open interest, at the last full interval; earlier values are not known. */
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
