import type { Instant } from '../../../server/core/instant.ts'
import type { Listing } from '../../exchange/market/market-board.ts'
import { isWanted, publish, type StreamHub } from '../../exchange/server/stream-hub.ts'
import { type TickerFields, tickerFields } from '../view/ticker-fields.ts'

const EVERY_MS = 100

/** The direction of the last change of price, and whether the last trade made it. */
export type TickDirection = 'PlusTick' | 'ZeroPlusTick' | 'MinusTick' | 'ZeroMinusTick'

/** The ticker topic of a symbol, and its last published state. */
export interface TickerTopic {
  readonly topic: string
  published: Partial<StreamedTicker>
  publishedAtMs: Instant
  direction: TickDirection
}

type StreamedTicker = TickerFields & { readonly tickDirection: TickDirection }

export const createTickerTopic = (symbol: string): TickerTopic => ({
  topic: `tickers.${symbol}`,
  published: {},
  publishedAtMs: 0,
  direction: 'ZeroPlusTick',
})

/** Publishes changes when they are due. */
export const publishTicker = (hub: StreamHub, ticker: TickerTopic, listing: Listing, atMs: Instant): void => {
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

/** Snapshot for a new subscriber; undefined before the first trade. */
export const greetWithTicker = (ticker: TickerTopic, listing: Listing, atMs: Instant) => {
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
