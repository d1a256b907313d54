/**
 * Market topics of the Bybit stream: converts market events into messages for trades, candles, tickers and order books.
 */

import { type Instant, SECOND_MS } from '../../../server/core/instant.ts'
import { type Candle, closeTime } from '../../../server/domain/market/candle.ts'
import { formingCandle } from '../../../server/domain/market/candle-builder.ts'
import type { Instrument, Ticks } from '../../../server/domain/market/instrument.ts'
import { INTERVALS } from '../../../server/domain/market/interval.ts'
import type { Liquidation } from '../../../server/domain/market/market-event.ts'
import type { Trade } from '../../../server/domain/market/trade-tape.ts'
import { printPrice, printQuantity } from '../../exchange/market/figures.ts'
import type { ClosedCandle, Listing, MarketBoard, MarketNews } from '../../exchange/market/market-board.ts'
import { isWanted, publish, type StreamHub } from '../../exchange/server/stream-hub.ts'
import { toSequence } from '../view/execution-views.ts'
import { plainQuote, sideName, tradeName } from '../view/figures.ts'
import { nameOfInterval, type TickerFields, tickerFields } from '../view/market-views.ts'
import { type BookTopic, createBookTopics, publishBook, restartBook } from './book-topics.ts'

/** Topics by symbol, with the hub that publishes them. */
export interface MarketTopics {
  readonly hub: StreamHub
  readonly bySymbol: Map<string, SymbolTopics>
}

/** The topics of one symbol. */
export interface SymbolTopics {
  readonly books: readonly BookTopic[]
  readonly ticker: TickerTopic
  lastPrice: Ticks | undefined
  /** Time at which a forming candle was last published, by topic. */
  readonly klinesAtMs: Map<string, Instant>
}

export const createMarketTopics = (hub: StreamHub): MarketTopics => ({ hub, bySymbol: new Map() })

/** Returns the topics of a symbol, creating them when needed. */
export const getTopics = ({ bySymbol }: MarketTopics, symbol: string): SymbolTopics => {
  const known = bySymbol.get(symbol)
  if (known) return known
  const made: SymbolTopics = {
    books: createBookTopics(symbol),
    ticker: createTickerTopic(symbol),
    lastPrice: undefined,
    klinesAtMs: new Map(),
  }
  bySymbol.set(symbol, made)
  return made
}

/** Publishes the changes of a market event to subscribers. */
export const publishMarket = (feed: MarketTopics, { event, listing, closed }: MarketNews, atMs: Instant): void => {
  const { hub } = feed
  const topics = getTopics(feed, listing.entry.instrument.symbol)
  for (const over of closed) publishClosed(hub, over, atMs)
  switch (event.kind) {
    case 'trade':
      publishTrade(hub, topics, listing.entry.instrument, event.trade)
      publishForming(hub, topics, listing, event.trade.tradedAtMs)
      return publishTicker(hub, topics.ticker, listing, atMs)
    case 'quote':
    case 'markPrice':
      return publishTicker(hub, topics.ticker, listing, atMs)
    case 'liquidation':
      return publishLiquidation(hub, listing.entry.instrument, event.liquidation)
    case 'bookDelta':
      return publishBook(hub, topics.books, listing.entry, atMs)
    case 'bookSnapshot':
    case 'bookLost':
    case 'stream':
      return restartBook(topics.books)
    default:
      return
  }
}

/** Publishes messages that are due by time. */
export const publishPulse = (feed: MarketTopics, { listings }: MarketBoard, atMs: Instant): void => {
  for (const listing of listings.values()) {
    const topics = getTopics(feed, listing.entry.instrument.symbol)
    publishBook(feed.hub, topics.books, listing.entry, atMs)
    publishTicker(feed.hub, topics.ticker, listing, atMs)
  }
}

const publishTrade = (hub: StreamHub, topics: SymbolTopics, instrument: Instrument, trade: Trade): void => {
  topics.ticker.direction = computeDirection(topics, trade.price)
  topics.lastPrice = trade.price
  publish(hub, `publicTrade.${trade.symbol}`, () => tradeMessage(instrument, trade, topics.ticker.direction))
}

const computeDirection = ({ lastPrice, ticker }: SymbolTopics, price: Ticks): TickDirection => {
  if (lastPrice !== undefined && price !== lastPrice) return price > lastPrice ? 'PlusTick' : 'MinusTick'
  return ticker.direction.endsWith('PlusTick') ? 'ZeroPlusTick' : 'ZeroMinusTick'
}

/** {"topic":"publicTrade.BTCUSDT","type":"snapshot","ts":1672304486868,"data":[{"T":1672304486865,"s":"BTCUSDT","S":"Buy","v":"0.001","p":"16578.50","L":"PlusTick","i":"20f43950-d8dd-5b31-9112-a178eb6023af","BT":false,"seq":1783284617}]} */
const tradeMessage = (instrument: Instrument, trade: Trade, L: TickDirection) => ({
  topic: `publicTrade.${trade.symbol}`,
  type: 'snapshot',
  ts: trade.tradedAtMs,
  data: [
    {
      T: trade.tradedAtMs,
      s: trade.symbol,
      S: sideName(trade.takerSide),
      v: printQuantity(instrument, trade.quantity),
      p: printPrice(instrument, trade.price),
      L,
      i: tradeName(trade.symbol, trade.tradeId),
      BT: false,
      RPI: false,
      seq: toSequence(trade.tradeId),
    },
  ],
})

/** Publish interval of a forming candle. */
const KLINE_MS = SECOND_MS

const publishForming = (hub: StreamHub, topics: SymbolTopics, { entry }: Listing, atMs: Instant): void => {
  for (const interval of INTERVALS) {
    const topic = `kline.${nameOfInterval(interval)}.${entry.instrument.symbol}`
    if (!isWanted(hub, topic) || atMs - (topics.klinesAtMs.get(topic) ?? 0) < KLINE_MS) continue
    topics.klinesAtMs.set(topic, atMs)
    const candle = formingCandle(entry.candles, interval)
    if (candle) publish(hub, topic, () => klineMessage(entry.instrument, candle, { atMs, confirm: false }))
  }
}

const publishClosed = (hub: StreamHub, { listing, candle }: ClosedCandle, atMs: Instant): void => {
  const topic = `kline.${nameOfInterval(candle.interval)}.${candle.symbol}`
  publish(hub, topic, () => klineMessage(listing.entry.instrument, candle, { atMs, confirm: true }))
}

/** {"topic":"kline.5.BTCUSDT","data":[{"start":1672324800000,"end":1672325099999,"interval":"5","open":"16649.5",…,"confirm":false,"timestamp":1672324988882}],"ts":1672324988882,"type":"snapshot"} */
const klineMessage = (instrument: Instrument, candle: Candle, timing: { atMs: Instant; confirm: boolean }) => {
  const interval = nameOfInterval(candle.interval)
  return {
    topic: `kline.${interval}.${instrument.symbol}`,
    data: [
      {
        start: candle.openMs,
        end: closeTime(candle) - 1,
        interval,
        open: printPrice(instrument, candle.open),
        close: printPrice(instrument, candle.close),
        high: printPrice(instrument, candle.high),
        low: printPrice(instrument, candle.low),
        volume: printQuantity(instrument, candle.volume),
        turnover: plainQuote(instrument, candle.turnover),
        confirm: timing.confirm,
        timestamp: timing.atMs,
      },
    ],
    ts: timing.atMs,
    type: 'snapshot',
  }
}

/** {"topic":"allLiquidation.ROSEUSDT","type":"snapshot","ts":1739502303204,"data":[{"T":1739502302929,"s":"ROSEUSDT","S":"Sell","v":"20000","p":"0.04499"}]}; `S` is the side of the position */
export const publishLiquidation = (hub: StreamHub, instrument: Instrument, order: Liquidation): void => {
  const topic = `allLiquidation.${order.symbol}`
  const row = {
    T: order.liquidatedAtMs,
    s: order.symbol,
    S: sideName(order.side === 'BUY' ? 'SELL' : 'BUY'),
    v: printQuantity(instrument, order.quantity),
    p: printPrice(instrument, order.price),
  }
  publish(hub, topic, () => ({ topic, type: 'snapshot', ts: order.liquidatedAtMs, data: [row] }))
}

const EVERY_MS = 100

/** Direction of the last price change, and whether the last trade caused it. */
type TickDirection = 'PlusTick' | 'ZeroPlusTick' | 'MinusTick' | 'ZeroMinusTick'

/** The ticker topic of a symbol, and its last published state. */
interface TickerTopic {
  readonly topic: string
  published: Partial<StreamedTicker>
  publishedAtMs: Instant
  direction: TickDirection
}

type StreamedTicker = TickerFields & { readonly tickDirection: TickDirection }

const createTickerTopic = (symbol: string): TickerTopic => ({
  topic: `tickers.${symbol}`,
  published: {},
  publishedAtMs: 0,
  direction: 'ZeroPlusTick',
})

/** Publishes changes when they are due. */
const publishTicker = (hub: StreamHub, ticker: TickerTopic, listing: Listing, atMs: Instant): void => {
  if (!isWanted(hub, ticker.topic)) ticker.published = {}
  else if (atMs - ticker.publishedAtMs >= EVERY_MS) publishChanges(hub, ticker, listing, atMs)
}

const publishChanges = (hub: StreamHub, ticker: TickerTopic, listing: Listing, atMs: Instant): void => {
  const fields = streamed(ticker, listing, atMs)
  if (!fields) return
  const changed = Object.entries(fields).filter(
    ([name, value]) => ticker.published[name as keyof StreamedTicker] !== value,
  )
  if (changed.length === 0) return
  Object.assign(ticker, { published: fields, publishedAtMs: atMs })
  const data = { symbol: fields.symbol, ...Object.fromEntries(changed) }
  publish(hub, ticker.topic, () => message(ticker, listing, { type: 'delta', data, atMs }))
}

/** Snapshot for a new subscriber; undefined until the first trade. */
export const tickerSnapshotMessage = (ticker: TickerTopic, listing: Listing, atMs: Instant) => {
  const data = streamed(ticker, listing, atMs)
  if (data && Object.keys(ticker.published).length === 0)
    Object.assign(ticker, { published: data, publishedAtMs: atMs })
  return data && message(ticker, listing, { type: 'snapshot', data, atMs })
}

const streamed = (ticker: TickerTopic, listing: Listing, atMs: Instant): StreamedTicker | undefined => {
  const fields = tickerFields(listing, atMs)
  return fields && { ...fields, tickDirection: ticker.direction }
}

interface TickerUpdate {
  readonly type: 'snapshot' | 'delta'
  readonly data: object
  readonly atMs: Instant
}

/** {"topic":"tickers.BTCUSDT","type":"delta","data":{"symbol":"BTCUSDT","bid1Price":"66666.60"},"cs":9532239429,"ts":1760325052630} */
const message = ({ topic }: TickerTopic, { entry }: Listing, { type, data, atMs }: TickerUpdate) => ({
  topic,
  type,
  data,
  cs: entry.book.sequence,
  ts: atMs,
})
