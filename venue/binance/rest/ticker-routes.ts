import { printDecimal } from '../../../server/core/decimal.ts'
import { HOUR_MS, type Instant } from '../../../server/core/instant.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { getTouch } from '../../../server/domain/market/market.ts'
import { dayFigures, printPrice, printQuantity, printRate } from '../../exchange/market/figures.ts'
import type { Listing, MarketBoard } from '../../exchange/market/market-board.ts'
import { pastFundings } from '../../exchange/market/sampled-history.ts'
import type { FundingTermsAt } from '../../exchange/ports.ts'
import { premiumIndex } from '../view/market-views.ts'
import { getListing, neededText, type Params, readLimit, readText, readWhole } from './params.ts'
import type { Call, Route } from './route.ts'

/** Binance routes for tickers, mark prices, funding and open interest, for one symbol or for all. */
export const tickerRoutes = ({ board, fundingAt }: TickerParts): readonly Route[] => {
  const route = (path: string, weight: Route['weight'], answer: Route['answer']): Route => ({
    method: 'GET',
    path: `/fapi/v1/${path}`,
    weight,
    security: 'NONE',
    answer,
  })
  const oneOrAll =
    (fields: Fields) =>
    ({ params, atMs }: Call) => {
      const symbol = readText(params, 'symbol')
      if (symbol !== undefined) return fields(getListing(board, symbol).entry, atMs)
      return [...board.listings.values()].flatMap(({ entry }) => fields(entry, atMs) ?? [])
    }
  const price = oneOrAll(priceTicker)
  return [
    route('premiumIndex', byAll(1, 10), oneOrAll(premiumIndex)),
    route('ticker/24hr', byAll(1, 40), oneOrAll(dayTicker)),
    route('ticker/price', byAll(1, 2), price),
    { ...route('ticker/price', byAll(1, 2), price), path: '/fapi/v2/ticker/price' },
    route('ticker/bookTicker', byAll(2, 5), oneOrAll(bookTicker)),
    route('openInterest', 1, ({ params, atMs }) => openInterest(getListing(board, neededText(params, 'symbol')), atMs)),
    route('fundingInfo', 0, ({ atMs }) =>
      [...board.listings.values()].flatMap(({ entry }) => fundingInfo(entry, atMs)),
    ),
    route('fundingRate', 1, (call) => fundingRates(board, fundingAt, call)),
  ]
}

export interface TickerParts {
  readonly board: MarketBoard
  readonly fundingAt: FundingTermsAt | undefined
}

type Fields = (entry: InstrumentMarket, atMs: Instant) => unknown

const byAll =
  (one: number, all: number) =>
  (params: Params): number =>
    readText(params, 'symbol') === undefined ? all : one

const dayTicker: Fields = (entry, atMs) => {
  const day = dayFigures(entry, atMs)
  return (
    day && {
      symbol: entry.instrument.symbol,
      priceChange: day.change,
      priceChangePercent: day.changePercent,
      weightedAvgPrice: day.average,
      lastPrice: day.last,
      lastQty: day.lastQuantity,
      openPrice: day.open,
      highPrice: day.high,
      lowPrice: day.low,
      volume: day.volume,
      quoteVolume: day.turnover,
      openTime: day.openTime,
      closeTime: day.closeTime,
      firstId: day.firstId,
      lastId: day.lastId,
      count: day.count,
    }
  )
}

const priceTicker: Fields = ({ instrument, lastTrade, candles }, atMs) => {
  const last = lastTrade?.price ?? candles.minute?.close
  if (last === undefined) return undefined
  return { symbol: instrument.symbol, price: printPrice(instrument, last), time: lastTrade?.tradedAtMs ?? atMs }
}

const bookTicker: Fields = (entry, atMs) => {
  const { instrument } = entry
  const { bid, ask } = getTouch(entry)
  if (!bid || !ask) return undefined
  return {
    symbol: instrument.symbol,
    bidPrice: printPrice(instrument, bid.price),
    bidQty: printQuantity(instrument, bid.quantity),
    askPrice: printPrice(instrument, ask.price),
    askQty: printQuantity(instrument, ask.quantity),
    time: entry.exchangeTimeMs ?? atMs,
  }
}

const openInterest = ({ entry: { instrument, markPrice } }: Listing, atMs: Instant) => ({
  openInterest: markPrice?.openInterest ? printDecimal(markPrice.openInterest) : '0',
  symbol: instrument.symbol,
  time: markPrice?.exchangeTimeMs ?? atMs,
})

const fundingInfo = ({ instrument, markPrice }: InstrumentMarket, atMs: Instant) => {
  const { fundingRateCap, fundingRateFloor, fundingIntervalMs } = markPrice ?? {}
  if (!fundingRateCap || !fundingRateFloor || !fundingIntervalMs) return []
  return [
    {
      symbol: instrument.symbol,
      adjustedFundingRateCap: printRate(fundingRateCap),
      adjustedFundingRateFloor: printRate(fundingRateFloor),
      fundingIntervalHours: fundingIntervalMs / HOUR_MS,
      disclaimer: false,
      updateTime: atMs,
    },
  ]
}

const RATES_MAX = 1_000
const RATES_DEFAULT = 100

/** Returns the newest past funding settlements of one symbol or of all, oldest first. */
const fundingRates = (board: MarketBoard, fundingAt: FundingTermsAt | undefined, { params, atMs }: Call) => {
  const symbol = readText(params, 'symbol')
  const listings = symbol === undefined ? [...board.listings.values()] : [getListing(board, symbol)]
  const limit = readLimit(params, RATES_DEFAULT, RATES_MAX)
  const span = {
    fromMs: readWhole(params, 'startTime') ?? 0,
    toMs: Math.min(readWhole(params, 'endTime') ?? atMs, atMs),
    limit,
  }
  return listings
    .flatMap(({ entry }) =>
      pastFundings(entry, fundingAt, span).map(({ settledAtMs, rate }) => ({
        symbol: entry.instrument.symbol,
        fundingTime: settledAtMs,
        fundingRate: printRate(rate),
      })),
    )
    .sort((one, other) => one.fundingTime - other.fundingTime)
    .slice(-limit)
}
