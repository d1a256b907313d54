import type { ExchangeId } from '../../../../domain/market/exchange-id.ts'
import type { Feed } from '../market/feed.ts'
import { binanceFeed } from './binance/market-feed.ts'
import { bitgetFeed } from './bitget/market-feed.ts'
import { bybitFeed } from './bybit/market-feed.ts'
import { okxFeed } from './okx/market-feed.ts'

const FEEDS: Readonly<Record<ExchangeId, Feed>> = {
  binanceusdm: binanceFeed,
  bybit: bybitFeed,
  okx: okxFeed,
  bitget: bitgetFeed,
}

/** Returns the market data feed of an exchange. */
export const getFeed = (id: ExchangeId): Feed => FEEDS[id]
