import type { ExchangeId } from '../../../../../domain/market/exchange-id.ts'
import { binanceFeed } from './binance.ts'
import { bitgetFeed } from './bitget.ts'
import { bybitFeed } from './bybit.ts'
import type { Feed } from './feed.ts'
import { okxFeed } from './okx.ts'

const FEEDS: Readonly<Record<ExchangeId, Feed>> = {
  binanceusdm: binanceFeed,
  bybit: bybitFeed,
  okx: okxFeed,
  bitget: bitgetFeed,
}

/** Returns the market data feed of an exchange. */
export const getFeed = (id: ExchangeId): Feed => FEEDS[id]
