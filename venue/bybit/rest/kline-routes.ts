import type { Candle } from '../../../server/domain/market/candle.ts'
import { formingCandle } from '../../../server/domain/market/candle-builder.ts'
import { type Instrument, ticks } from '../../../server/domain/market/instrument.ts'
import { candlesIn } from '../../exchange/market/candle-shelf.ts'
import { printPrice, printQuantity } from '../../exchange/market/figures.ts'
import type { Listing } from '../../exchange/market/market-board.ts'
import { type SampledCandle, sampledCandles } from '../../exchange/market/sampled-candles.ts'
import type { BybitState } from '../bybit-state.ts'
import { plainQuote } from '../view/figures.ts'
import { INTERVAL_NAMES, intervalNamed } from '../view/interval-names.ts'
import { listsLinear } from './category.ts'
import { neededListing } from './listing-for.ts'
import { neededChoice, type Params, readLimit, readWhole } from './params.ts'
import { type BybitCall, type BybitRoute, publicRoute } from './route.ts'

/** Candles of trades and of the mark price, newest first. */
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
