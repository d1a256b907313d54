import { type Instant, SECOND_MS } from '../../../server/core/instant.ts'
import { formingCandle } from '../../../server/domain/market/candle-builder.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { INTERVALS, type Interval } from '../../../server/domain/market/interval.ts'
import type { MarkPrice } from '../../../server/domain/market/market-event.ts'
import type { Trade } from '../../../server/domain/market/trade.ts'
import type { ClosedCandle, Listing, MarketBoard, MarketNews } from '../../exchange/market/market-board.ts'
import { isWanted, publish, type StreamHub } from '../../exchange/server/stream-hub.ts'
import { createDepthStreams, type DepthStreams, dropDepth, publishDepth } from './depth-streams.ts'
import {
  aggTradeMessage,
  bookTickerMessage,
  continuousKlineMessage,
  klineMessage,
  markPriceMessage,
  miniTickerMessage,
  tickerMessage,
  tradeMessage,
} from './market-messages.ts'

/** Converts market events into messages. */
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

/** Streams of a candle: that of the contract, and that of the pair's perpetual. */
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

/** Publishes the messages due each second, whatever the market does: tickers, and the lists of all symbols. */
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
