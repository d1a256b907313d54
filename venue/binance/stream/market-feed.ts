/** Market streams of the Binance API: converts market events into messages and publishes them to subscribers. */

import { type Instant, SECOND_MS } from '../../../server/core/instant.ts'
import { type Candle, closeTime } from '../../../server/domain/market/candle.ts'
import { formingCandle } from '../../../server/domain/market/candle-builder.ts'
import type { Instrument } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { INTERVALS, type Interval } from '../../../server/domain/market/interval.ts'
import type { Liquidation, MarkPrice, Quote } from '../../../server/domain/market/market-event.ts'
import type { Trade } from '../../../server/domain/market/trade-tape.ts'
import { dayFigures, printLongPrice, printPrice, printQuantity, printQuote } from '../../exchange/market/figures.ts'
import {
  type AggTrade,
  type ClosedCandle,
  findRange,
  hasLiquidations,
  type Listing,
  type MarketBoard,
  type MarketNews,
} from '../../exchange/market/market-board.ts'
import { isWanted, publish, type StreamHub } from '../../exchange/server/stream-hub.ts'
import { aggTradeFields, takerBuyQuote } from '../rest/market-routes.ts'
import { markFigures } from '../view/market-views.ts'
import { createDepthStreams, type DepthStreams, dropDepth, publishDepth } from './depth-streams.ts'

/** Streams with state: depth, and candles that are still forming. */
export interface MarketFeed {
  readonly hub: StreamHub
  readonly depths: Map<string, DepthStreams>
  /** Time at which a forming candle was last published, by stream. */
  readonly klinesAtMs: Map<string, Instant>
}

const KLINE_MS = 250
const SLOW_MARK_MS = 3 * SECOND_MS

export const createMarketFeed = (hub: StreamHub): MarketFeed => ({ hub, depths: new Map(), klinesAtMs: new Map() })

/** Publishes the changes of a market event to subscribers. */
export const publishMarket = (feed: MarketFeed, { event, listing, closed, aggregate }: MarketNews): void => {
  const { hub } = feed
  const { entry } = listing
  const { instrument } = entry
  const name = instrument.symbol.toLowerCase()
  for (const over of closed) publishClosed(feed, over)
  if (aggregate) publish(hub, `${name}@aggTrade`, () => aggTradeMessage(instrument, aggregate))
  switch (event.kind) {
    case 'trade':
      publish(hub, `${name}@trade`, () => tradeMessage(instrument, event.trade))
      return publishForming(feed, listing, event.trade)
    case 'quote':
      publish(hub, `${name}@bookTicker`, () => bookTickerMessage(instrument, event.quote))
      return publish(hub, '!bookTicker', () => bookTickerMessage(instrument, event.quote))
    case 'markPrice':
      return publishMark(hub, entry, event.markPrice)
    case 'liquidation':
      return publishForceOrder(hub, instrument, event.liquidation)
    case 'bookDelta':
      return publishDepth(hub, getDepths(feed, instrument.symbol), entry, event.delta)
    case 'bookSnapshot':
    case 'bookLost':
    case 'stream':
      return dropDepth(getDepths(feed, instrument.symbol))
    default:
      return
  }
}

const getDepths = ({ depths }: MarketFeed, symbol: string): DepthStreams => {
  const known = depths.get(symbol)
  if (known) return known
  const made = createDepthStreams(symbol)
  depths.set(symbol, made)
  return made
}

const publishMark = (hub: StreamHub, entry: InstrumentMarket, markPrice: MarkPrice): void => {
  const name = entry.instrument.symbol.toLowerCase()
  publish(hub, `${name}@markPrice@1s`, () => markPriceMessage(entry, markPrice))
  if (isSlow(markPrice.exchangeTimeMs)) publish(hub, `${name}@markPrice`, () => markPriceMessage(entry, markPrice))
}

/** Publishes a liquidation to the stream of its symbol and to that of all symbols. */
export const publishForceOrder = (hub: StreamHub, instrument: Instrument, order: Liquidation): void => {
  publish(hub, `${order.symbol.toLowerCase()}@forceOrder`, () => forceOrderMessage(instrument, order))
  publish(hub, '!forceOrder@arr', () => forceOrderMessage(instrument, order))
}

/**
 * Returns false for the liquidations of a recording that contains none so far: a subscriber would take the missing
 * messages for a market without liquidations.
 */
export const isOffered = ({ listings }: MarketBoard, stream: string): boolean => {
  const [name = '', kind] = stream.split('@')
  if (name === '!forceOrder') return [...listings.values()].every(hasLiquidations)
  const listing = kind === 'forceOrder' ? listings.get(name.toUpperCase()) : undefined
  return listing === undefined || hasLiquidations(listing)
}

const isSlow = (atMs: Instant): boolean => Math.floor(atMs / SECOND_MS) % (SLOW_MARK_MS / SECOND_MS) === 0

const publishForming = ({ hub, klinesAtMs }: MarketFeed, listing: Listing, { tradedAtMs }: Trade): void => {
  const { instrument, candles } = listing.entry
  for (const interval of INTERVALS) {
    for (const { stream, message } of klineStreams(instrument.symbol, interval)) {
      if (!isWanted(hub, stream) || tradedAtMs - (klinesAtMs.get(stream) ?? 0) < KLINE_MS) continue
      klinesAtMs.set(stream, tradedAtMs)
      const candle = formingCandle(candles, interval)
      if (candle) publish(hub, stream, () => message(listing, candle, { atMs: tradedAtMs, isClosed: false }))
    }
  }
}

/** Returns the two streams of a candle: by symbol, and by pair and contract type. */
const klineStreams = (symbol: string, interval: Interval) => {
  const name = symbol.toLowerCase()
  return [
    { stream: `${name}@kline_${interval}`, message: klineMessage },
    { stream: `${name}_perpetual@continuousKline_${interval}`, message: continuousKlineMessage },
  ] as const
}

const publishClosed = ({ hub }: MarketFeed, { listing, candle }: ClosedCandle): void => {
  const { exchangeTimeMs = candle.openMs } = listing.entry
  for (const { stream, message } of klineStreams(candle.symbol, candle.interval)) {
    publish(hub, stream, () => message(listing, candle, { atMs: exchangeTimeMs, isClosed: true }))
  }
}

/** Publishes the once-per-second messages, independent of market events: tickers, and the lists of all symbols. */
export const publishSecond = ({ hub }: MarketFeed, { listings }: MarketBoard, atMs: Instant): void => {
  const entries = [...listings.values()].map(({ entry }) => entry)
  for (const entry of entries) {
    const name = entry.instrument.symbol.toLowerCase()
    publish(hub, `${name}@ticker`, () => tickerMessage(entry, atMs))
    publish(hub, `${name}@miniTicker`, () => miniTickerMessage(entry, atMs))
  }
  publish(hub, '!ticker@arr', () => entries.flatMap((entry) => tickerMessage(entry, atMs) ?? []))
  publish(hub, '!miniTicker@arr', () => entries.flatMap((entry) => miniTickerMessage(entry, atMs) ?? []))
  const marks = () => entries.flatMap((entry) => (entry.markPrice ? markPriceMessage(entry, entry.markPrice) : []))
  publish(hub, '!markPrice@arr@1s', marks)
  if (isSlow(atMs)) publish(hub, '!markPrice@arr', marks)
}

/** {"e":"trade","E":1723161256322,"T":1723161256322,"s":"BTCUSDT","t":5266583935,"p":"61800.30","q":"0.006","X":"MARKET","m":false} */
const tradeMessage = (instrument: Instrument, { tradeId, price, quantity, tradedAtMs, takerSide }: Trade) => ({
  e: 'trade',
  E: tradedAtMs,
  T: tradedAtMs,
  s: instrument.symbol,
  t: Number(tradeId),
  p: printPrice(instrument, price),
  q: printQuantity(instrument, quantity),
  X: 'MARKET',
  m: takerSide === 'SELL',
})

/** {"e":"aggTrade","E":1626992741575,"a":16599292,"s":"CTKUSDT","p":"1.01100","q":"10","f":23961322,"l":23961322,"T":1626992741421,"m":false} */
const aggTradeMessage = (instrument: Instrument, trade: AggTrade) => ({
  e: 'aggTrade',
  E: trade.tradedAtMs,
  s: instrument.symbol,
  ...aggTradeFields(instrument, trade),
  st: 1,
})

/** {"e":"bookTicker","u":5123107839020,"s":"BTCUSDT","b":"61800.20","B":"2.507","a":"61800.30","A":"2.510","T":1723161256313,"E":1723161256313} */
const bookTickerMessage = (instrument: Instrument, { sequence, bid, ask, exchangeTimeMs }: Quote) => ({
  e: 'bookTicker',
  u: sequence,
  E: exchangeTimeMs,
  T: exchangeTimeMs,
  s: instrument.symbol,
  b: printPrice(instrument, bid.price),
  B: printQuantity(instrument, bid.quantity),
  a: printPrice(instrument, ask.price),
  A: printQuantity(instrument, ask.quantity),
  st: 1,
  ps: instrument.symbol,
})

/** {"e":"markPriceUpdate","E":1562305380000,"s":"BTCUSDT","p":"11794.15000000","i":"11784.62659091","P":"11784.25641265","r":"0.00038167","T":1562306400000,"st":1} */
const markPriceMessage = (entry: InstrumentMarket, markPrice: MarkPrice) => {
  const { index, settle, rate, nextFundingTime } = markFigures(entry)
  return {
    e: 'markPriceUpdate',
    E: markPrice.exchangeTimeMs,
    s: entry.instrument.symbol,
    p: printLongPrice(entry.instrument, markPrice.mark),
    i: index,
    P: settle,
    r: rate,
    T: nextFundingTime,
    st: 1,
  }
}

/** {"e":"forceOrder","E":1568014460893,"o":{"s":"BTCUSDT","S":"SELL","o":"LIMIT","f":"IOC","q":"0.014","p":"9910","ap":"9910","X":"FILLED","l":"0.014","z":"0.014","T":1568014460893}} */
const forceOrderMessage = (instrument: Instrument, { symbol, side, price, quantity, liquidatedAtMs }: Liquidation) => ({
  e: 'forceOrder',
  E: liquidatedAtMs,
  o: {
    s: symbol,
    S: side,
    o: 'LIMIT',
    f: 'IOC',
    q: printQuantity(instrument, quantity),
    p: printPrice(instrument, price),
    ap: printPrice(instrument, price),
    X: 'FILLED',
    l: printQuantity(instrument, quantity),
    z: printQuantity(instrument, quantity),
    T: liquidatedAtMs,
  },
})

/** {"e":"kline","E":1626992741424,"s":"CTKUSDT","k":{"t":1626992700000,"T":1626992759999,"s":"CTKUSDT","i":"1m","f":23961275,"L":23961322,"o":"1.01000",…,"x":false,…}} */
const klineMessage = ({ entry: { instrument }, ranges }: Listing, candle: Candle, at: KlineMoment) => {
  const { first, last } = findRange(ranges, candle.interval, candle.openMs)
  return {
    e: 'kline',
    E: at.atMs,
    s: instrument.symbol,
    k: {
      t: candle.openMs,
      T: closeTime(candle) - 1,
      s: instrument.symbol,
      i: candle.interval,
      f: first,
      L: last,
      o: printPrice(instrument, candle.open),
      c: printPrice(instrument, candle.close),
      h: printPrice(instrument, candle.high),
      l: printPrice(instrument, candle.low),
      v: printQuantity(instrument, candle.volume),
      n: candle.tradeCount ?? 0,
      x: at.isClosed,
      q: printQuote(instrument, candle.turnover),
      V: printQuantity(instrument, candle.takerBuyVolume ?? 0),
      Q: takerBuyQuote(instrument, candle),
      B: '0',
    },
  }
}

/** {"e":"continuous_kline","E":1607443058651,"ps":"BTCUSDT","ct":"PERPETUAL","k":{"t":1607443020000,"T":1607443079999,"i":"1m",…,"x":false,…}} */
const continuousKlineMessage = (listing: Listing, candle: Candle, at: KlineMoment) => {
  const { E, s: ps, k } = klineMessage(listing, candle, at)
  const { s, ...figures } = k
  return { e: 'continuous_kline', E, ps, ct: 'PERPETUAL', k: figures }
}

/** Time at which a candle is published, and whether it is closed. */
interface KlineMoment {
  readonly atMs: Instant
  readonly isClosed: boolean
}

/** {"e":"24hrTicker","E":1672515782136,"s":"BTCUSDT","p":"-131.40000000","P":"-0.786",…,"st":1}; undefined before anything was traded. */
const tickerMessage = (entry: InstrumentMarket, atMs: Instant) => {
  const day = dayFigures(entry, atMs)
  return (
    day && {
      e: '24hrTicker',
      E: atMs,
      s: entry.instrument.symbol,
      p: day.change,
      P: day.changePercent,
      w: day.average,
      c: day.last,
      Q: day.lastQuantity,
      o: day.open,
      h: day.high,
      l: day.low,
      v: day.volume,
      q: day.turnover,
      O: day.openTime,
      C: day.closeTime,
      F: day.firstId,
      L: day.lastId,
      n: day.count,
      st: 1,
    }
  )
}

/** Short daily statistics; undefined until the first trade. */
const miniTickerMessage = (entry: InstrumentMarket, atMs: Instant) => {
  const day = dayFigures(entry, atMs)
  return (
    day && {
      e: '24hrMiniTicker',
      E: atMs,
      s: entry.instrument.symbol,
      c: day.last,
      o: day.open,
      h: day.high,
      l: day.low,
      v: day.volume,
      q: day.turnover,
    }
  )
}
