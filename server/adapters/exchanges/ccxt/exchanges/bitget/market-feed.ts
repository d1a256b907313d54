/** Adapter for the market data of Bitget: CCXT subscriptions, and parsing of what CCXT does not unify. */

import type { Exchange } from 'ccxt'
import { HOUR_MS } from '../../../../../core/instant.ts'
import { firstItem, toFields, toInteger, toText } from '../../fields.ts'
import { type Feed, type Fields, identifyChannels, type MessageSubject, type RawFigures } from '../../market/feed.ts'

/**
 * Removes an order book from CCXT when its checksum is wrong or a new snapshot arrives: CCXT unsubscribes from a wrong
 * book itself, and would merge the new snapshot into the existing one.
 */
const dropWrongBooks = (library: Exchange): void => {
  const take = library.handleOrderBook.bind(library)
  library.handleOrderBook = (client: unknown, message: unknown) => {
    const { action, arg } = toFields(message)
    const native = toText(toFields(arg).instId)
    const unified = native && library.safeMarket(native, undefined, undefined, 'contract').symbol
    if (action === 'snapshot' && unified) delete library.orderbooks[unified]
    return take(client, message)
  }
  const spawn = library.spawn.bind(library)
  library.spawn = (method, ...args) => {
    const [, unified] = args
    if (method === library.handleCheckSumError && typeof unified === 'string') delete library.orderbooks[unified]
    return spawn(method, ...args)
  }
}

/**
 * Market data of Bitget v2 (USDT futures), where it differs from other exchanges. A new trade subscription first sends
 * the last trades.
 */
export const bitgetFeed: Feed = {
  prepare: dropWrongBooks,
  subscriptions: [
    (library, unified) => library.watchTradesForSymbols(unified),
    (library, unified) => library.watchTickers(unified),
  ],
  joinBook: (library, unified) => library.watchOrderBook(unified),
  leaveBook: (library, unified) => library.unWatchOrderBook(unified),
  marksBeginnings: true,
  quotes: 'tickers',
  numbered: false,
  isOnMarket: () => true,
  identify: identifyChannels('trade', (channel, native, message) => identifyChannel(channel, native, message)),
  candle: { volume: 5, turnover: 6, count: null, takerBuy: null },
  listed: ({ fundInterval }) => ({ intervalMs: (toInteger(fundInterval) ?? Number.NaN) * HOUR_MS }),
  priceBand: () => null,
  polls: { interest: false, terms: false },
  terms: () => ({}),
  fundingHistory: { pageMax: 100, paging: 'numbered', params: (_range, page) => ({ pageNo: page }) },
  tiers: 'to all',
}

const identifyChannel = (channel: unknown, native: string, message: Fields): readonly MessageSubject[] => {
  switch (channel) {
    case 'trade':
      return [{ kind: 'trades', native, past: message.action === 'snapshot' }]
    case 'books':
      return [{ kind: 'book', native, begins: message.action === 'snapshot' }]
    case 'ticker':
      return [
        { kind: 'quote', native },
        { kind: 'figures', native, figures: readFigures(toFields(firstItem(message.data)), message.ts) },
      ]
    default:
      return []
  }
}

/** {"instId":"BTCUSDT","fundingRate":"0.000096","nextFundingTime":"1701849600000","markPrice":"43476.4","indexPrice":"43478.4","holdingAmount":"50670.787","ts":"1701843962811"} */
const readFigures = (data: Fields, at: unknown): RawFigures => ({
  mark: data.markPrice,
  index: data.indexPrice,
  rate: data.fundingRate,
  nextAt: data.nextFundingTime,
  interest: data.holdingAmount,
  at: data.ts ?? at,
})
